package online

import (
	"context"
	"errors"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"rookery/tui/fics"
	"rookery/tui/lang"
	"rookery/tui/lichess"
	"rookery/tui/play"
	"rookery/tui/ui"
	"rookery/variants"
)

// ficsFormKind is what a form asks for.
type ficsFormKind int

const (
	ficsLogin ficsFormKind = iota
	ficsSeek
	ficsMatch
	ficsTell
)

// ficsRow is one row.
type ficsRow int

const (
	ficsName ficsRow = iota
	ficsPassword
	ficsMessage
	ficsGame
	ficsClock
	ficsSide
	ficsRated
)

// ficsForm asks for a login, a game, or something to say.
type ficsForm struct {
	request
	kind  ficsFormKind
	rows  []ficsRow
	texts [3]string // of the rows that are written, but the clock
	game  int       // of variants.FICSGames
	clock string
	side  string
	rated bool
}

// ficsClocks are those that a form offers.
var ficsClocks = []string{"1+0", "2+12", "3+0", "5+0", "5+12", "10+0", "15+0", "15+10", "20+20", "45+45"}

func newFICSForm(s *ui.Session, kind ficsFormKind) *ficsForm {
	f := &ficsForm{request: newRequest(s), kind: kind, clock: "15+0", side: ui.RandomSide}
	f.rows = [][]ficsRow{
		ficsLogin: {ficsName, ficsPassword}, ficsSeek: {ficsGame, ficsClock, ficsSide, ficsRated},
		ficsMatch: {ficsName, ficsGame, ficsClock, ficsSide, ficsRated}, ficsTell: {ficsName, ficsMessage},
	}[kind]
	if kind == ficsLogin || kind == ficsTell {
		f.Keys.Card.SetEnabled(false)
	}
	return f
}

// ficsDoneMsg ends what was asked.
type ficsDoneMsg struct {
	of  *ficsForm
	err error
}

func (f *ficsForm) row() ficsRow { return f.rows[f.At] }
func (f *ficsForm) Typing() bool { return f.row() <= ficsMessage }
func (f *ficsForm) Title() string {
	return f.s.Text([...]string{ficsLogin: "Log in to FICS", ficsSeek: "Find an opponent", ficsMatch: "Challenge a player", ficsTell: "Send a message"}[f.kind])
}

func (f *ficsForm) Update(msg tea.Msg) (ui.Screen, tea.Cmd) {
	switch msg := msg.(type) {
	case ficsDoneMsg:
		if msg.of != f {
			break
		}
		if f.busy = false; msg.err != nil {
			f.problem = msg.err.Error()
			break
		}
		return f, f.s.Pop(f)
	case ui.FICSLoggedInMsg:
		if f.kind != ficsLogin || !f.busy {
			break
		}
		if f.busy = false; msg.Err != nil {
			f.problem = msg.Err.Error()
			break
		}
		return f, f.s.Pop(f)
	case tea.MouseMsg:
		f.Clicked(msg, f)
	case tea.KeyMsg:
		return f, f.pressed(msg, f)
	}
	return f, nil
}

// write edits a row that is written, and tells whether the key was meant for it.
func (f *ficsForm) write(msg tea.KeyMsg) bool {
	switch r := f.row(); {
	case r <= ficsMessage:
		f.Fresh = false
		return f.Write(msg, &f.texts[r], [...]int{17, 60, 300}[r], "")
	case r == ficsClock:
		return f.Write(msg, &f.clock, 7, clockSigns)
	}
	return false
}

// What the cursor asks of the form.

func (f *ficsForm) Count() int     { return len(f.rows) }
func (f *ficsForm) Leave() tea.Cmd { return f.s.Pop(f) }
func (f *ficsForm) Card() tea.Cmd {
	if f.kind == ficsLogin || f.kind == ficsTell {
		return nil
	}
	return f.showRules(f, variants.FICSGames[f.game].ID)
}

// Cycle takes the value before or after.
func (f *ficsForm) Cycle(by int) {
	switch f.row() {
	case ficsGame:
		n := len(variants.FICSGames)
		f.game = (f.game + by + n) % n
	case ficsClock:
		f.clock, f.Fresh = ui.NextWord(f.clock, by, ficsClocks...), true
	case ficsSide:
		f.side = ui.NextWord(f.side, by, ui.RandomSide, ui.AsWhite, ui.AsBlack)
	case ficsRated:
		f.rated = !f.rated
	}
}

// terms are what the form asks for.
func (f *ficsForm) terms() (fics.Terms, error) {
	clock, err := lichess.ParseTerms(f.clock)
	if err == nil && clock.Days > 0 {
		err = errors.New("choose a clock such as 5+0")
	}
	if err != nil {
		return fics.Terms{}, err
	}
	t := fics.Terms{Kind: variants.FICSGames[f.game].Kind, Base: clock.Base, Incr: clock.Incr, Rated: f.rated}
	t.Colour = map[string]string{ui.AsWhite: "white", ui.AsBlack: "black"}[f.side]
	a := f.s.FICS.Account
	return t, t.Check(a != nil && a.Guest)
}

// Start does what the form is for.
func (f *ficsForm) Start() tea.Cmd {
	name, server, a := strings.TrimSpace(f.texts[ficsName]), f.s.FICS, f.s.FICS.Account
	if f.kind == ficsLogin && f.row() == ficsName && f.texts[ficsPassword] == "" {
		f.Step(1, f)
		return nil
	}
	var err error
	if f.kind != ficsSeek {
		err = fics.CheckName(name)
	}
	var t fics.Terms
	if f.kind == ficsSeek || f.kind == ficsMatch {
		var wrong error
		t, wrong = f.terms()
		if err == nil {
			err = wrong
		}
	}
	if err != nil {
		f.problem = err.Error()
		return nil
	}
	password, message, kind := f.texts[ficsPassword], f.texts[ficsMessage], f.kind
	if kind == ficsLogin {
		f.busy, f.texts[ficsPassword] = true, ""
		return func() tea.Msg {
			ctx, cancel := contextWithWait()
			defer cancel()
			a, err := server.LogIn(ctx, name, password)
			return ui.FICSLoggedInMsg{Account: a, Err: err}
		}
	}
	if a == nil {
		return f.s.Pop(f)
	}
	f.busy = true
	return func() tea.Msg {
		ctx, cancel := contextWithWait()
		defer cancel()
		return ficsDoneMsg{f, ficsDo(ctx, a, kind, name, message, t)}
	}
}

// ficsDo asks the server for what a form is for.
func ficsDo(ctx context.Context, a *fics.Account, kind ficsFormKind, name, message string, t fics.Terms) error {
	switch kind {
	case ficsMatch:
		return a.Match(ctx, name, t)
	case ficsTell:
		return a.Tell(ctx, name, message)
	}
	return a.Seek(ctx, t)
}

// text gives the name of a row, its value, and words about the value.
func (f *ficsForm) text(r ficsRow) (name, value, about string) {
	s := f.s
	switch r {
	case ficsName:
		return s.Text("Player"), f.texts[r], s.Text("The name of an account at FICS.")
	case ficsPassword:
		return s.Text("Password"), strings.Repeat("*", len([]rune(f.texts[r]))), s.Text("It goes to the server unencrypted: use none that you use elsewhere. It is not kept.")
	case ficsMessage:
		return s.Text("Message"), f.texts[r], s.Text("Letters that FICS does not know reach only programs that write them out.")
	case ficsGame:
		g := variants.FICSGames[f.game]
		rules, _ := play.RulesOf([]string{g.ID})
		about = rules.Aim
		if strings.HasPrefix(g.Kind, "wild") && g.ID == "chess" {
			about = "Chess from another position, as FICS sets it up."
		}
		return s.Text("Variant"), s.Text(g.Name), s.Text(about)
	case ficsClock:
		about = "Minutes and increment, such as 5+0 or 2+12."
		if _, err := f.terms(); err != nil {
			about = lang.UpperFirst(s.Text(err.Error())) + "."
		}
		return s.Text("Time control"), f.clock, s.Text(about)
	case ficsSide:
		return f.sideRow(f.side, "")
	}
	return f.ratedRow(f.rated, "Counts for your rating at FICS. Not for guests.")
}

func (f *ficsForm) View() string {
	view := ui.Form{Title: f.Title(), At: f.At, Typing: !f.Fresh && f.row() == ficsClock || f.Typing()}
	view.Enter = f.s.Text([...]string{ficsLogin: "log in", ficsSeek: "look for an opponent", ficsMatch: "send the challenge", ficsTell: "send"}[f.kind])
	return f.render(view, "Asking FICS", func(i int) (string, string, string) { return f.text(f.rows[i]) }, len(f.rows))
}
