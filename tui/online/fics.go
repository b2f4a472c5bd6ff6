package online

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"rookery/chess/sorted"
	"rookery/tui/draw"
	"rookery/tui/fics"
	"rookery/tui/lang"
	"rookery/tui/lobby/archive"
	"rookery/tui/remote"
	"rookery/tui/ui"
	"rookery/variants"
)

// FICSHouse is FICS as one account knows it.
type FICSHouse struct{ Account *fics.Account }

// Me implements [ui.House].
func (h FICSHouse) Me() remote.Player {
	return remote.Player{ID: strings.ToLower(h.Account.Name), Name: h.Account.Name}
}

// Join implements [ui.House].
func (h FICSHouse) Join(_ context.Context, id string) (remote.TableLine, error) {
	l, err := h.Account.Join(id)
	if err != nil {
		return nil, err
	}
	return l, nil
}

// Ratings implements [ui.House].
func (FICSHouse) Ratings(context.Context, string) (changes [2]archive.Change, rated bool, err error) {
	return changes, false, errNoRatings
}

// Mute implements [ui.House]: for this game, on this screen.
func (FICSHouse) Mute(remote.Player, bool) error { return nil }

// Web implements [ui.WebHouse].
func (FICSHouse) Web() string { return "FICS" }

// FICSHome is the page of FICS: challenges, seeks, and what can be done.
type FICSHome struct{ page }

// NewFICS makes the page.
func NewFICS(s *ui.Session) *FICSHome {
	h := &FICSHome{page{s: s, keys: ui.Bound(s, NewHomeKeys())}}
	h.keys.Refresh.SetEnabled(false)
	h.fill()
	return h
}

func (h *FICSHome) Init() tea.Cmd          { return nil }
func (h *FICSHome) Title() string          { return "FICS" }
func (h *FICSHome) account() *fics.Account { return h.s.FICS.Account }

// fill makes the rows anew, keeping the chosen one.
func (h *FICSHome) fill() {
	text := h.s.Text
	var all []entry
	add := func(item ui.Item, open func() tea.Cmd) { all = append(all, entry{Item: item, open: open}) }
	form := func(kind ficsFormKind) func() tea.Cmd {
		return func() tea.Cmd { return h.s.Push(h, newFICSForm(h.s, kind)) }
	}
	a := h.account()
	if a == nil {
		add(ui.Item{Label: text("Play as a guest"), About: text("No account is needed; the server gives you a name. Casual games only.")}, h.guest)
		add(ui.Item{Label: text("Log in with an account"), About: text("Name and password of an account at FICS. They go to the server unencrypted, as everything there does.")}, form(ficsLogin))
		h.set(all)
		return
	}
	if table, against := a.Playing(); table != "" {
		add(ui.Item{Label: text(fmt.Sprintf("Your game against %s", lang.Name(against))), About: text("Go to the board of this game.")}, h.sit(table))
	}
	in, out := a.Challenges()
	for i, o := range in {
		add(ui.Item{Label: text(fmt.Sprintf("%s challenges you", lang.Name(o.Name))), Note: o.Text, Gap: i == 0 && len(all) > 0, About: text("Enter accepts the challenge, d declines it.")},
			h.ask("", func(ctx context.Context, a *fics.Account) error { return a.Accept(ctx, o.Index) }))
		all[len(all)-1].decline = h.ask("Challenge declined", func(ctx context.Context, a *fics.Account) error { return a.Decline(ctx, o.Index) })
	}
	for i, o := range out {
		add(ui.Item{Label: text(fmt.Sprintf("You challenge %s", lang.Name(o.Name))), Note: o.Text, Gap: i == 0 && len(all) > 0 && len(in) == 0, About: text("Enter takes the challenge back.")},
			h.ask("Challenge taken back", func(ctx context.Context, a *fics.Account) error { return a.Withdraw(ctx, o.Index) }))
	}
	others, mine := a.Seeks()
	for _, k := range mine {
		add(ui.Item{Label: text("Looking for an opponent"), Note: h.seekText(&k), About: text("The game opens when somebody takes it. Enter stops looking.")},
			h.ask("", func(ctx context.Context, a *fics.Account) error { return a.StopSeek(ctx) }))
	}
	add(ui.Item{Label: text("Find an opponent"), Gap: len(all) > 0, About: text("Your wish stands in the list of everybody until somebody takes it.")}, form(ficsSeek))
	add(ui.Item{Label: text("Challenge a player"), About: text("Somebody you name. A game that was adjourned with them goes on.")}, form(ficsMatch))
	add(ui.Item{Label: text("Watch a game"), About: text("The games that are played now.")}, func() tea.Cmd { return h.s.Push(h, h.games()) })
	add(ui.Item{Label: text("Send a message"), About: text("To somebody who is logged in there.")}, form(ficsTell))
	add(ui.Item{Label: text("Log out"), Note: draw.Clean(a.Name), About: text("Leaves the server. Seeks are taken back.")}, h.logOut)
	sorted.By(others, func(x, y fics.Seek) int { return y.Rating - x.Rating })
	for i, k := range others {
		label := draw.Clean(k.Name)
		if k.Rating > 0 {
			label += fmt.Sprintf(" %d", k.Rating)
		}
		add(ui.Item{Label: label, Note: h.seekText(&k), Gap: i == 0, About: text("Looks for an opponent. Enter plays.")},
			h.ask("", func(ctx context.Context, a *fics.Account) error { return a.Take(ctx, k.Index) }))
	}
	h.set(all)
}

// seekText says what is played for.
func (h *FICSHome) seekText(k *fics.Seek) string {
	parts := []string{h.s.Text(variants.FICSName(k.Kind)), fmt.Sprintf("%d+%d", int(k.Base/time.Minute), int(k.Incr/time.Second))}
	if k.Rated {
		parts = append(parts, h.s.Text("rated"))
	}
	if k.Colour != "" {
		parts = append(parts, h.s.Text(k.Colour))
	}
	return strings.Join(parts, ", ")
}

func (h *FICSHome) sit(table string) func() tea.Cmd {
	return func() tea.Cmd { return h.s.Open(h, ui.SitAt{House: FICSHouse{h.account()}, ID: table}) }
}

// ask has something done at the server, and says what came of it.
func (h *FICSHome) ask(said string, do func(context.Context, *fics.Account) error) func() tea.Cmd {
	return func() tea.Cmd {
		a := h.account()
		if a == nil {
			return nil
		}
		return func() tea.Msg {
			ctx, cancel := contextWithWait()
			defer cancel()
			if err := do(ctx, a); err != nil {
				return ui.FailMsg(err)
			}
			if said == "" {
				return nil
			}
			return ui.ToastMsg{Text: said}
		}
	}
}

// guest logs in without an account.
func (h *FICSHome) guest() tea.Cmd {
	if h.busy != "" {
		return nil
	}
	h.busy, h.problem = "Connecting to FICS", ""
	f := h.s.FICS
	return func() tea.Msg {
		ctx, cancel := contextWithWait()
		defer cancel()
		a, err := f.LogIn(ctx, fics.Guest, "")
		return ui.FICSLoggedInMsg{Account: a, Err: err}
	}
}

func (h *FICSHome) logOut() tea.Cmd {
	if a := h.account(); a != nil && a.PlaysPerson() {
		return ui.Toast("you have a game on: finish it before you log out")
	}
	return func() tea.Msg { return ui.FICSLoggedInMsg{} }
}

// games lists what can be watched.
func (h *FICSHome) games() *remoteList {
	s, a := h.s, h.account()
	list := newRemoteList(s, s.Text("Games at FICS"), func(ctx context.Context) ([]remoteItem, error) {
		all, err := a.Games(ctx)
		slices.Reverse(all) // the strongest first
		var items []remoteItem
		for _, g := range all {
			name := func(i int) string {
				if g.Ratings[i] > 0 {
					return fmt.Sprintf("%s %d", g.Names[i], g.Ratings[i])
				}
				return g.Names[i]
			}
			items = append(items, remoteItem{name: name(0) + " – " + name(1), note: s.Text(g.Kind), open: func(of *remoteList) tea.Cmd {
				return func() tea.Msg {
					ctx, cancel := contextWithWait()
					defer cancel()
					table, err := a.Observe(ctx, fmt.Sprint(g.Number))
					if err != nil {
						return ui.FailMsg(err)
					}
					return ui.OpenMsg{From: of, To: ui.SitAt{House: FICSHouse{a}, ID: table}}
				}
			}})
		}
		return items, err
	})
	list.said = "Asking FICS"
	return list
}

func (h *FICSHome) Update(msg tea.Msg) (ui.Screen, tea.Cmd) {
	switch msg := msg.(type) {
	case ui.FICSLoggedInMsg:
		h.busy, h.problem = "", ""
		if msg.Err != nil {
			h.problem = msg.Err.Error()
		}
		h.fill()
		if msg.Err == nil {
			h.list.Choose(0) // other rows than before
		}
	case ui.FICSMsg, ui.RevealedMsg, ui.ThemeMsg:
		h.fill()
	case tea.MouseMsg:
		return h, h.clicked(msg)
	case tea.KeyMsg:
		return h, h.pressed(msg, h)
	}
	return h, nil
}

func (h *FICSHome) View() string {
	status := h.s.Text("not logged in")
	if a := h.account(); a != nil {
		status = draw.Clean(a.Name)
	}
	said := ""
	if !h.s.PlaysPerson() {
		said = h.s.Theme.Faint.Render(draw.Cut(h.s.Text("Not encrypted: others on the line can read chat and password."), h.width-2))
	}
	return h.render("FICS", status, said)
}
