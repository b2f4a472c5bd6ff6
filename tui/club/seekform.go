package club

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"rookery/chess"
	"rookery/tui/lang"
	"rookery/tui/lobby"
	"rookery/tui/play"
	"rookery/tui/ui"
	"rookery/variants"
)

// seekForm asks for the terms of a game with somebody else: a seek for all, or
// a challenge to one. Everything in it is as it was the last time.
type seekForm struct {
	s              *ui.Session
	keys           ui.FormKeys
	c              ui.SeekChoices
	to             lobby.Player // who is challenged; no ID for a seek
	rules          chess.Rules
	at             seekRow
	clockUntouched bool // the next sign of the clock begins a new one
	width, height  int
	top            int // where the rows were drawn
}

// seekRow is one row of the form.
type seekRow int

const (
	seekGame seekRow = iota
	seekClock
	seekSide
	seekRated
	seekWithin
	seekRows
)

// longestClock is how many signs a clock may be written with.
const longestClock = 12

// newSeekForm asks for a seek, or for a challenge where to has an ID.
func newSeekForm(s *ui.Session, c ui.SeekChoices, to lobby.Player) *seekForm {
	c.Normalize()
	f := &seekForm{s: s, keys: ui.Bound(s, ui.NewFormKeys()), c: c, to: to}
	if s.Club.Guest() || to.Guest {
		f.c.Rated = false
	}
	f.rules, _ = play.RulesOf(f.c.Variant)
	f.keys.Random.SetEnabled(false)
	f.keys.Start.SetHelp(f.keys.Start.Help().Key, "new seek")
	if to.ID != "" {
		f.keys.Start.SetHelp(f.keys.Start.Help().Key, "challenge")
	}
	f.enable()
	return f
}

func (f *seekForm) Init() tea.Cmd             { return nil }
func (f *seekForm) SetSize(width, height int) { f.width, f.height = width, height }
func (f *seekForm) MinSize() (int, int)       { return 44, 12 }

func (f *seekForm) Title() string {
	if f.to.ID != "" {
		return f.s.Text("Challenge " + lang.Name(f.to.Name))
	}
	return f.s.Text("Create a seek")
}

// enable leaves the keys that mean something in the present row.
func (f *seekForm) enable() {
	f.keys.Open.SetEnabled(f.at == seekGame)
	f.clockUntouched = true
}

func (f *seekForm) Update(msg tea.Msg) (ui.Screen, tea.Cmd) {
	switch msg := msg.(type) {
	case ui.VariantChosenMsg:
		if msg.Form == f {
			f.setVariant(msg.Variant)
		}
	case tea.MouseMsg:
		if at := seekRow(msg.Y - f.top); at >= 0 && at < seekRows && msg.Action == tea.MouseActionPress {
			f.at = at
			f.enable()
			switch msg.Button {
			case tea.MouseButtonLeft, tea.MouseButtonWheelDown:
				f.cycle(1)
			case tea.MouseButtonRight, tea.MouseButtonWheelUp:
				f.cycle(-1)
			}
		}
	case tea.KeyMsg:
		return f, f.pressed(msg)
	}
	return f, nil
}

func (f *seekForm) pressed(msg tea.KeyMsg) tea.Cmd {
	if f.at == seekClock && f.write(msg) {
		return nil
	}
	switch k := f.keys; {
	case key.Matches(msg, k.Start):
		return f.start()
	case key.Matches(msg, k.Back):
		return f.s.Pop(f)
	case key.Matches(msg, k.Up):
		f.step(-1)
	case key.Matches(msg, k.Down):
		f.step(1)
	case key.Matches(msg, k.Prev):
		f.cycle(-1)
	case key.Matches(msg, k.Open):
		return f.s.Push(f, ui.NewVariantList(f.s, f, f.c.Variant, variants.Teams()...))
	case key.Matches(msg, k.Next), msg.Type == tea.KeySpace:
		f.cycle(1)
	case key.Matches(msg, k.Card):
		return f.s.Open(f, ui.ShowRules{Rules: f.rules})
	}
	return nil
}

// write edits the clock and tells whether the key was meant for it.
func (f *seekForm) write(msg tea.KeyMsg) bool {
	switch {
	case msg.Type == tea.KeyBackspace:
		f.c.Clock, f.clockUntouched = f.c.Clock[:max(len(f.c.Clock)-1, 0)], false
		return true
	case msg.Type != tea.KeyRunes || len(msg.Runes) != 1 || !strings.ContainsRune("0123456789+d:/s", msg.Runes[0]):
		return false
	}
	if f.clockUntouched {
		f.c.Clock, f.clockUntouched = "", false
	}
	if len(f.c.Clock) < longestClock {
		f.c.Clock += string(msg.Runes)
	}
	return true
}

// step goes to another row.
func (f *seekForm) step(by int) {
	rows := seekRows
	if f.to.ID != "" {
		rows = seekWithin
	}
	f.at = (f.at + seekRow(by) + rows) % rows
	f.enable()
}

// setVariant changes the game.
func (f *seekForm) setVariant(parts []string) {
	if rules, err := play.RulesOf(parts); err == nil {
		f.c.Variant, f.rules = parts, rules
		f.c.Rated = f.c.Rated && f.whyUnrated() == ""
	}
}

// cycle takes the value before or after in the present row.
func (f *seekForm) cycle(by int) {
	switch f.at {
	case seekGame:
		f.setVariant(ui.NextVariant(f.c.Variant, by, variants.Teams()...))
	case seekClock:
		f.c.Clock = ui.NextWord(f.c.Clock, by, ui.SeekClocks...)
		f.clockUntouched = true
	case seekSide:
		f.c.Side = ui.NextWord(f.c.Side, by, ui.RandomSide, ui.AsWhite, ui.AsBlack)
	case seekRated:
		f.c.Rated = !f.c.Rated && f.whyUnrated() == ""
	case seekWithin:
		if f.whyAny() == "" {
			n := len(ui.SeekWithins)
			f.c.Within = ui.SeekWithins[(slices.Index(ui.SeekWithins, f.c.Within)+by+n)%n]
		}
	}
}

// whyUnrated tells why a game cannot be rated.
func (f *seekForm) whyUnrated() (why string) {
	switch {
	case f.rules.Pocket == chess.ToPartner:
		return "Games of two teams are casual."
	case f.s.Club.Guest():
		return "Guests play casual games: connect with a key to play rated."
	case f.to.Guest:
		return "Games with guests are casual."
	}
	return ""
}

// whyAny tells why a seek cannot be for some ratings alone.
func (f *seekForm) whyAny() (why string) {
	switch {
	case f.to.ID != "":
		return "A challenge is for one player."
	case f.s.Club.Guest():
		return "Guests have no rating: anyone may accept."
	}
	return ""
}

// errNoFlag refuses a clock that ends no game.
var errNoFlag = errors.New("games between people need a time control: enter one like 5+3")

// start opens the seek, remembers the choices and goes back to the lobby.
func (f *seekForm) start() tea.Cmd {
	terms, colour, err := f.c.Terms()
	if err == nil && terms.Control.PerMove > 0 {
		err = errNoFlag
	}
	if err != nil {
		f.at = seekClock
		f.enable()
		return ui.Fail(err)
	}
	club, c, to, store := f.s.Club, f.c, f.to, f.s.Store
	if club.Feed == nil {
		return f.s.Pop(f)
	}
	club.Last, club.Seeks = c, true
	visit := club.Feed.Visit
	return f.s.Opening(func() tea.Msg {
		ctx, cancel := context.WithTimeout(context.Background(), ui.ClubPatience)
		defer cancel()
		if _, err := visit.Seek(ctx, terms, colour, to.ID, c.Within); err != nil {
			return ui.FailMsg(err)
		}
		if err := store.SaveSeekChoices(c); err != nil {
			return ui.FailMsg(err)
		}
		return ui.PopMsg{From: f}
	})
}

// row gives the name of a row, its value, and words about the value.
func (f *seekForm) row(r seekRow) (name, value, about string) {
	switch r {
	case seekGame:
		return f.s.Text("Variant"), f.s.Text(f.rules.Name), f.s.Text(f.rules.Aim)
	case seekClock:
		about = ui.ClockDescription(f.c.Clock)
		if about == "" {
			about = "Enter minutes and increment, such as 5+3."
		} else {
			about = f.s.Text(about) + " " + f.s.Text("Or enter another, such as 7+2.")
		}
		return f.s.Text("Time control"), f.s.Text(ui.ClockName(f.c.Clock)), f.s.Text(about)
	case seekSide:
		value = map[string]string{ui.AsWhite: "White", ui.AsBlack: "Black", ui.RandomSide: "Random"}[f.c.Side]
		return f.s.Text("You play"), f.s.Text(value), f.s.Text("Colours are swapped in a rematch.")
	case seekWithin:
		value, about = f.s.Text("any"), f.s.Text("Anyone may accept.")
		if why := f.whyAny(); why != "" {
			about = f.s.Text(why)
		} else if f.c.Within > 0 {
			value, about = f.s.Text(fmt.Sprintf("within %d points", f.c.Within)), f.s.Text("Only players with a rating near yours may accept.")
		}
		return f.s.Text("Opponent's rating"), value, about
	}
	about = f.whyUnrated()
	value = "no"
	if f.c.Rated {
		value, about = "yes", "Counts for both players' ratings in this variant at this speed."
	} else if about == "" {
		about = "Does not affect ratings."
	}
	return f.s.Text("Rated"), f.s.Text(value), f.s.Text(about)
}

func (f *seekForm) View() string {
	form := ui.Form{
		Title: f.Title(), At: int(f.at), Typing: f.at == seekClock && !f.clockUntouched, Enter: f.s.Text("create seek"),
	}
	for r := range seekRows {
		name, value, about := f.row(r)
		form.Rows = append(form.Rows, ui.FormRow{Name: name, Value: value, About: about})
	}
	if f.to.ID != "" {
		form.Rows = form.Rows[:seekWithin] // it is for one
		form.Enter = f.s.Text("challenge " + lang.Name(f.to.Name))
	}
	var view string
	view, f.top = form.Render(f.s, f.width, f.height)
	return view
}

func (f *seekForm) ShortHelp() []key.Binding {
	k := f.keys
	return []key.Binding{k.Start, ui.PairOf("select", k.Up, k.Down), ui.PairOf("change", k.Prev, k.Next), k.Open, k.Card, k.Back}
}

func (f *seekForm) FullHelp() [][]key.Binding {
	k := f.keys
	return [][]key.Binding{{k.Start, k.Back, k.Card}, {k.Up, k.Down, k.Prev, k.Next}, {k.Open}}
}
