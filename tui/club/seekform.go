package club

import (
	"context"
	"errors"
	"fmt"
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"rookery/chess"
	"rookery/tui/lang"
	"rookery/tui/play"
	"rookery/tui/remote"
	"rookery/tui/ui"
	"rookery/variants"
)

// seekForm asks for the terms of a game with somebody else: a seek for all, or
// a challenge to one. Everything in it is as it was the last time.
type seekForm struct {
	ui.FormCursor
	s     *ui.Session
	c     ui.SeekChoices
	to    remote.Player // who is challenged; no ID for a seek
	rules chess.Rules
}

// seekRow is one row of the form.
type seekRow = int

const (
	seekGame seekRow = iota
	seekClock
	seekSide
	seekRated
	seekWithin
	seekRows
)

// A clock is written with these characters, at most so many.
const (
	clockSigns   = "0123456789+d:/s"
	longestClock = 12
)

// newSeekForm asks for a seek, or for a challenge where to has an ID.
func newSeekForm(s *ui.Session, c ui.SeekChoices, to remote.Player) *seekForm {
	c.Normalize()
	f := &seekForm{FormCursor: ui.FormCursor{Keys: ui.Bound(s, ui.NewFormKeys())}, s: s, c: c, to: to}
	if Of(s).Guest() || to.Guest {
		f.c.Rated = false
	}
	f.rules, _ = play.RulesOf(f.c.Variant)
	f.Keys.Random.SetEnabled(false)
	f.Keys.Start.SetHelp(f.Keys.Start.Help().Key, "new seek")
	if to.ID != "" {
		f.Keys.Start.SetHelp(f.Keys.Start.Help().Key, "challenge")
	}
	f.Moved()
	return f
}

func (f *seekForm) Title() string {
	if f.to.ID != "" {
		return f.s.Text("Challenge " + lang.Name(f.to.Name))
	}
	return f.s.Text("Create a seek")
}

// Moved leaves the keys that mean something in the present row.
func (f *seekForm) Moved() {
	f.Keys.Open.SetEnabled(f.At == seekGame)
	f.Fresh = true
}

func (f *seekForm) Update(msg tea.Msg) (ui.Screen, tea.Cmd) {
	switch msg := msg.(type) {
	case ui.VariantChosenMsg:
		if msg.Form == f {
			f.setVariant(msg.Variant)
		}
	case tea.MouseMsg:
		f.Clicked(msg, f)
	case tea.KeyMsg:
		return f, f.pressed(msg)
	}
	return f, nil
}

func (f *seekForm) pressed(msg tea.KeyMsg) tea.Cmd {
	if f.At == seekClock && f.Write(msg, &f.c.Clock, longestClock, clockSigns) {
		return nil
	}
	return f.Pressed(msg, f)
}

// setVariant changes the game.
func (f *seekForm) setVariant(parts []string) {
	if rules, err := play.RulesOf(parts); err == nil {
		f.c.Variant, f.rules = parts, rules
		f.c.Rated = f.c.Rated && f.whyUnrated() == ""
	}
}

// What the cursor asks of the form.

func (f *seekForm) Leave() tea.Cmd { return f.s.Pop(f) }
func (f *seekForm) Card() tea.Cmd  { return f.s.Open(f, ui.ShowRules{Rules: f.rules}) }
func (f *seekForm) List() tea.Cmd {
	return f.s.Push(f, ui.NewVariantList(f.s, f, f.c.Variant, variants.Partners()...))
}
func (f *seekForm) Count() int {
	if f.to.ID != "" {
		return seekWithin
	}
	return seekRows
}

// Cycle takes the value before or after in the present row.
func (f *seekForm) Cycle(by int) {
	switch f.At {
	case seekGame:
		f.setVariant(ui.NextVariant(f.c.Variant, by, variants.Partners()...))
	case seekClock:
		f.c.Clock = ui.NextWord(f.c.Clock, by, ui.SeekClocks...)
		f.Fresh = true
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
	case Of(f.s).Guest():
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
	case Of(f.s).Guest():
		return "Guests have no rating: anyone may accept."
	}
	return ""
}

// errNoFlag refuses a clock that ends no game.
var errNoFlag = errors.New("games between people need a time control: enter one like 5+3")

// Start opens the seek, remembers the choices and goes back to the lobby.
func (f *seekForm) Start() tea.Cmd {
	terms, colour, err := f.c.Terms()
	if err == nil && terms.Control.PerMove > 0 {
		err = errNoFlag
	}
	if err != nil {
		f.At = seekClock
		f.Moved()
		return ui.Fail(err)
	}
	club, c, to, store := Of(f.s), f.c, f.to, f.s.Store
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
		Title: f.Title(), At: f.At, Typing: f.At == seekClock && !f.Fresh, Enter: f.s.Text("create seek"),
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
	view, f.Top = form.Render(f.s, f.Width, f.Height)
	return view
}
