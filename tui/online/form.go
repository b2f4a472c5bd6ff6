package online

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"rookery/tui/lang"
	"rookery/tui/lichess"
	"rookery/tui/play"
	"rookery/tui/ui"
)

// formKind is what a form asks for.
type formKind int

const (
	seekForm formKind = iota
	challengeForm
	computerForm
	watchForm
)

// formRow is one row.
type formRow = int

const (
	rowWho formRow = iota // the player, or the level
	rowVariant
	rowClock
	rowSide
	rowRated
	rowRange
)

// form asks for a game.
type form struct {
	request
	kind    formKind
	rows    []formRow
	who     string
	level   int
	variant string // ours
	clock   string // as it is written, or days
	side    string
	rated   bool
	within  int
}

// clocks are those that a form offers. Seeks have only those that lichess takes.
var (
	seekClocks = []string{"10+0", "10+5", "15+10", "20+0", "30+0", "30+20", "1d", "2d", "3d", "5d", "7d", "10d", "14d"}
	gameClocks = []string{"3+0", "3+2", "5+0", "5+3", "10+0", "10+5", "15+10", "30+0", "30+20", "1d", "3d", "7d", "14d", "none"}
)

func newForm(s *ui.Session, kind formKind) *form {
	f := &form{request: newRequest(s), kind: kind, level: 3, variant: "chess", clock: "10+5", side: ui.RandomSide}
	f.rows = []formRow{rowVariant, rowClock, rowSide, rowRated, rowRange}
	switch kind {
	case challengeForm:
		f.rows = []formRow{rowWho, rowVariant, rowClock, rowSide, rowRated}
	case computerForm:
		f.rows = []formRow{rowWho, rowVariant, rowClock, rowSide}
	case watchForm:
		f.rows = []formRow{rowWho}
	}
	return f
}

// formDoneMsg ends what was asked.
type formDoneMsg struct {
	of   *form
	said string
	game string // to watch
	err  error
}

func (f *form) Typing() bool { return f.row() == rowWho && f.kind != computerForm }

func (f *form) Title() string {
	return f.s.Text([...]string{seekForm: "Find an opponent", challengeForm: "Challenge a player", computerForm: "Play the computer", watchForm: "Watch a player"}[f.kind])
}

func (f *form) row() formRow { return f.rows[f.At] }

func (f *form) Update(msg tea.Msg) (ui.Screen, tea.Cmd) {
	switch msg := msg.(type) {
	case formDoneMsg:
		if msg.of != f {
			break
		}
		f.busy = false
		if msg.game != "" {
			return f, f.s.Open(f, ui.SitAt{House: Stand{Client: client(f.s)}, ID: msg.game})
		}
		if msg.err == nil && msg.said != "" {
			return f, tea.Batch(f.s.Pop(f), ui.Toast(msg.said))
		}
		if msg.err == nil {
			return f, f.s.Pop(f)
		}
		f.problem = msg.err.Error()
	case tea.MouseMsg:
		f.Clicked(msg, f)
	case tea.KeyMsg:
		return f, f.pressed(msg, f)
	}
	return f, nil
}

// write edits the name or the clock, and tells whether the key was meant for it.
func (f *form) write(msg tea.KeyMsg) bool {
	switch {
	case f.Typing():
		f.Fresh = false
		return f.Write(msg, &f.who, 30, "")
	case f.row() == rowClock:
		return f.Write(msg, &f.clock, 12, clockSigns)
	}
	return false
}

// What the cursor asks of the form.

func (f *form) Count() int     { return len(f.rows) }
func (f *form) Leave() tea.Cmd { return f.s.Pop(f) }
func (f *form) Card() tea.Cmd  { return f.showRules(f, f.variant) }

// Cycle takes the value before or after.
func (f *form) Cycle(by int) {
	switch f.row() {
	case rowWho:
		if f.kind == computerForm {
			f.level = (f.level-1+by+8)%8 + 1
		}
	case rowVariant:
		f.variant = ui.NextWord(f.variant, by, lichess.Names()...)
	case rowClock:
		clocks := gameClocks
		if f.kind == seekForm {
			clocks = seekClocks
		}
		f.clock, f.Fresh = ui.NextWord(f.clock, by, clocks...), true
	case rowSide:
		f.side = ui.NextWord(f.side, by, ui.RandomSide, ui.AsWhite, ui.AsBlack)
	case rowRated:
		f.rated = !f.rated
	case rowRange:
		n := len(ui.SeekWithins)
		f.within = ui.SeekWithins[(slices.Index(ui.SeekWithins, f.within)+by+n)%n]
	}
}

// terms are what the form asks for.
func (f *form) terms() (lichess.Terms, error) {
	t, err := lichess.ParseTerms(f.clock)
	if err != nil {
		return t, err
	}
	rules, err := play.RulesOf([]string{f.variant})
	if err != nil {
		return t, err
	}
	t.Variant, _ = lichess.Key(rules)
	t.Colour = map[string]string{ui.AsWhite: "white", ui.AsBlack: "black"}[f.side]
	t.Rated = f.rated && f.kind != computerForm
	if a := f.s.Online.Account; f.kind == seekForm && f.within > 0 && a != nil {
		perf := map[bool]string{true: "correspondence", false: "rapid"}[t.Days > 0]
		if t.Variant != "standard" {
			perf = t.Variant
		} else if t.Days == 0 && t.Estimate() >= 25*time.Minute {
			perf = "classical"
		}
		rating := a.User.Perfs[perf].Rating
		if rating == 0 {
			rating = 1500
		}
		t.Lowest, t.Highest = max(rating-f.within, 400), rating+f.within
	}
	switch f.kind {
	case seekForm:
		err = t.CheckSeek()
	default:
		err = t.CheckChallenge(f.kind == computerForm)
	}
	return t, err
}

// Start asks for the game.
func (f *form) Start() tea.Cmd {
	who := strings.TrimSpace(f.who)
	if f.kind == watchForm && who != "" {
		f.busy = true
		c := client(f.s)
		return func() tea.Msg {
			ctx, cancel := contextWithWait()
			defer cancel()
			id, err := c.GameOf(ctx, who)
			return formDoneMsg{of: f, game: id, err: err}
		}
	}
	a := f.s.Online.Account
	if a == nil && f.kind != watchForm {
		return f.s.Pop(f)
	}
	t, err := f.terms()
	if (err == nil || f.kind == watchForm) && f.Typing() && who == "" {
		err = errors.New("write the name of a player")
	}
	if err != nil {
		f.problem = err.Error()
		return nil
	}
	f.busy = true
	said := ""
	text, kind, level := termsText(f.s, t), f.kind, f.level
	ctx, cancel := contextWithWait()
	return func() tea.Msg {
		defer cancel()
		switch kind {
		case challengeForm:
			err = a.Challenge(who, t, text)
		case computerForm:
			_, err = a.Computer(ctx, level, t)
		default:
			err = a.Seek(t, text)
			if t.Days > 0 {
				said = "Your seek stays at lichess: the game is told here when somebody takes it"
			}
		}
		return formDoneMsg{of: f, said: said, err: err}
	}
}

// text gives the name of a row, its value, and words about the value.
func (f *form) text(r formRow) (name, value, about string) {
	s := f.s
	switch r {
	case rowWho:
		if f.kind == computerForm {
			return s.Text("Level"), fmt.Sprint(f.level), s.Text("1 is the weakest, 8 the strongest.")
		}
		return s.Text("Player"), f.who, s.Text("The name of an account at lichess.")
	case rowVariant:
		rules, err := play.RulesOf([]string{f.variant})
		if err != nil {
			return s.Text("Variant"), f.variant, ""
		}
		return s.Text("Variant"), s.Text(rules.Name), s.Text(rules.Aim)
	case rowClock:
		about = "Minutes and increment, such as 10+5, or days per move, such as 3d."
		if _, err := f.terms(); err != nil {
			about = lang.UpperFirst(s.Text(err.Error())) + "."
		}
		value = f.clock
		if t, err := lichess.ParseTerms(f.clock); err == nil && f.Fresh && (t.Days > 0 || t.NoClock()) {
			value, _ = strings.CutPrefix(termsText(s, lichess.Terms{Days: t.Days}), s.Text(variantName("standard"))+", ")
		}
		return s.Text("Time control"), value, s.Text(about)
	case rowSide:
		return f.sideRow(f.side, "Colours are swapped in a rematch.")
	case rowRated:
		return f.ratedRow(f.rated, "Counts for your rating at lichess.")
	}
	value = s.Text("any")
	if f.within > 0 {
		value = s.Text(fmt.Sprintf("within %d points", f.within))
	}
	return s.Text("Opponent's rating"), value, s.Text("Lichess recommends any: you wait less.")
}

func (f *form) View() string {
	view := ui.Form{Title: f.Title(), At: f.At, Typing: !f.Fresh && f.row() == rowClock || f.Typing()}
	view.Enter = f.s.Text([...]string{seekForm: "look for an opponent", challengeForm: "send the challenge", computerForm: "start the game", watchForm: "watch"}[f.kind])
	return f.render(view, "Asking lichess", func(i int) (string, string, string) { return f.text(f.rows[i]) }, len(f.rows))
}
