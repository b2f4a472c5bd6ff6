package club

import (
	"context"
	"fmt"
	"slices"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"rookery/chess"
	"rookery/tui/draw"
	"rookery/tui/lang"
	"rookery/tui/lobby"
	"rookery/tui/play"
	"rookery/tui/remote"
	"rookery/tui/ui"
)

// tournamentForm asks for the plan of a tournament.
type tournamentForm struct {
	ui.FormCursor
	s       *ui.Session
	name    string
	format  lobby.Format
	variant []string
	rules   chess.Rules
	clock   string
	minutes int // of an arena
	rounds  int // of a Swiss tournament
	twice   bool
	begins  time.Duration
	rated   bool
	berserk bool
	colour  string
	extra   time.Duration
	own     []lobby.Team // of a match: the teams that the player leads
	team    int          // among them
	against lobby.Team
	boards  int
}

// tournamentRow is one row of the form.
type tournamentRow int

const (
	nameRow tournamentRow = iota
	formatRow
	gameRow
	clockRow
	lengthRow
	beginsRow
	ratedRow
	berserkRow
	colourRow
	extraRow
	teamRow
	boardsRow
)

// What the form offers.
var (
	arenaMinutes   = []int{20, 30, 45, 60, 90, 120, 180, 240, 360, 720}
	swissRounds    = []int{3, 4, 5, 6, 7, 8, 9, 11, 13}
	beginsIn       = []time.Duration{time.Minute, 2 * time.Minute, 5 * time.Minute, 10 * time.Minute, 15 * time.Minute, 30 * time.Minute, time.Hour, 2 * time.Hour, 3 * time.Hour, 6 * time.Hour, 12 * time.Hour, 24 * time.Hour, 48 * time.Hour, 7 * 24 * time.Hour}
	simulExtra     = []time.Duration{0, 5 * time.Minute, 10 * time.Minute, 15 * time.Minute, 30 * time.Minute, time.Hour}
	tournamentFast = []string{"1+0", "2+1", "3+0", "3+2", "5+0", "5+3", "10+0", "10+5", "15+10", "30+20", "60+30"}
)

// openTournamentForm opens the form; guests have no tournaments.
func openTournamentForm(s *ui.Session, from ui.Screen) tea.Cmd {
	if Of(s).Guest() {
		return ui.Toast("A tournament needs an organiser with an account: connect with a key")
	}
	return s.Push(from, newTournamentForm(s))
}

// newMatchForm asks for a match against a team, of one of those that the player leads.
func newMatchForm(s *ui.Session, own []lobby.Team, against lobby.Team) *tournamentForm {
	f := newTournamentForm(s)
	f.format, f.own, f.against, f.boards, f.berserk = lobby.TeamMatch, own, against, 4, false
	f.clock, f.begins = "10+5", time.Hour
	f.nameMatch()
	f.Moved()
	return f
}

// nameMatch calls a match after its teams.
func (f *tournamentForm) nameMatch() {
	f.name = draw.Cut(f.own[f.team].Name+" - "+f.against.Name, lobby.MaxTournamentName)
}

func newTournamentForm(s *ui.Session) *tournamentForm {
	f := &tournamentForm{
		FormCursor: ui.FormCursor{Keys: ui.Bound(s, ui.NewFormKeys())}, s: s, name: Of(s).Me.Name, format: lobby.Arena, variant: []string{"chess"},
		clock: "3+2", minutes: 60, rounds: 5, begins: 5 * time.Minute, rated: true, berserk: true, colour: ui.AsWhite, extra: 10 * time.Minute,
	}
	f.Keys.Random.SetEnabled(false)
	f.Keys.Start.SetHelp(f.Keys.Start.Help().Key, "plan the tournament")
	f.rules, _ = play.RulesOf(f.variant)
	f.Moved()
	return f
}

func (f *tournamentForm) MinSize() (int, int) { return 44, 16 }
func (f *tournamentForm) Title() string {
	if f.format == lobby.TeamMatch {
		return draw.Clean(f.s.Text("Match against " + lang.Name(f.against.Name)))
	}
	return f.s.Text("New tournament")
}

// Typing leaves letters to the name.
func (f *tournamentForm) Typing() bool { return f.row() == nameRow }

// rows are those that the format has.
func (f *tournamentForm) rows() []tournamentRow {
	if f.format == lobby.TeamMatch {
		rows := []tournamentRow{nameRow, teamRow, gameRow, clockRow, boardsRow, lengthRow, beginsRow, ratedRow}
		if len(f.own) == 1 {
			rows = slices.Delete(rows, 1, 2)
		}
		return rows
	}
	rows := []tournamentRow{nameRow, formatRow, gameRow, clockRow}
	switch f.format {
	case lobby.Arena:
		return append(rows, lengthRow, beginsRow, ratedRow, berserkRow)
	case lobby.Simul:
		return append(rows, beginsRow, colourRow, extraRow)
	}
	return append(rows, lengthRow, beginsRow, ratedRow)
}

func (f *tournamentForm) row() tournamentRow { return f.rows()[f.At] }

// Moved leaves the keys that mean something in the present row.
func (f *tournamentForm) Moved() {
	f.Keys.Open.SetEnabled(f.row() == gameRow)
	f.Fresh = true
}

func (f *tournamentForm) Update(msg tea.Msg) (ui.Screen, tea.Cmd) {
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

func (f *tournamentForm) pressed(msg tea.KeyMsg) tea.Cmd {
	if f.write(msg) {
		return nil
	}
	return f.Pressed(msg, f)
}

// What the cursor asks of the form.

func (f *tournamentForm) Count() int     { return len(f.rows()) }
func (f *tournamentForm) Leave() tea.Cmd { return f.s.Pop(f) }
func (f *tournamentForm) Card() tea.Cmd  { return f.s.Open(f, ui.ShowRules{Rules: f.rules}) }
func (f *tournamentForm) List() tea.Cmd {
	return f.s.Push(f, ui.NewVariantList(f.s, f, f.variant))
}

// write edits the name or the clock and tells whether the key was meant for it.
func (f *tournamentForm) write(msg tea.KeyMsg) bool {
	switch f.row() {
	case nameRow:
		return f.Write(msg, &f.name, lobby.MaxTournamentName, "")
	case clockRow:
		return f.Write(msg, &f.clock, longestClock, clockSigns)
	}
	return false
}

func (f *tournamentForm) setVariant(parts []string) {
	if rules, err := play.RulesOf(parts); err == nil {
		f.variant, f.rules = parts, rules
	}
}

// next is the value by places after one among some.
func next[T comparable](all []T, now T, by int) T {
	return all[(max(slices.Index(all, now), 0)+by+len(all))%len(all)]
}

// Cycle takes the value before or after in the present row.
func (f *tournamentForm) Cycle(by int) {
	switch f.row() {
	case formatRow:
		f.format = next(lobby.Formats, f.format, by)
	case gameRow:
		f.setVariant(ui.NextVariant(f.variant, by))
	case clockRow:
		f.clock = ui.NextWord(f.clock, by, tournamentFast...)
		f.Fresh = true
	case lengthRow:
		switch f.format {
		case lobby.Arena:
			f.minutes = next(arenaMinutes, f.minutes, by)
		case lobby.Swiss:
			f.rounds = next(swissRounds, f.rounds, by)
		default:
			f.twice = !f.twice
		}
	case beginsRow:
		f.begins = next(beginsIn, f.begins, by)
	case ratedRow:
		f.rated = !f.rated
	case berserkRow:
		f.berserk = !f.berserk
	case colourRow:
		f.colour = ui.NextWord(f.colour, by, ui.AsWhite, ui.AsBlack, ui.RandomSide)
	case extraRow:
		f.extra = next(simulExtra, f.extra, by)
	case teamRow:
		f.team = (f.team + by + len(f.own)) % len(f.own)
		f.nameMatch()
	case boardsRow:
		f.boards = min(max(f.boards+by, 1), lobby.MaxMatchBoards)
	}
}

// plan is what the form says.
func (f *tournamentForm) plan() (lobby.TournamentPlan, error) {
	control, err := chess.ParseControl(f.clock)
	if err != nil {
		return lobby.TournamentPlan{}, err
	}
	p := lobby.TournamentPlan{
		Name: f.name, Format: f.format, Begins: f.s.Now().Add(f.begins),
		Terms: remote.Terms{Parts: slices.Clone(f.variant), Control: control, Rated: f.rated},
	}
	switch f.format {
	case lobby.Arena:
		p.Minutes, p.Berserk = f.minutes, f.berserk
	case lobby.Swiss:
		p.Rounds = f.rounds
	case lobby.RoundRobin, lobby.TeamMatch:
		if f.format == lobby.TeamMatch {
			p.Boards, p.Teams = f.boards, [2]lobby.TeamSide{{ID: f.own[f.team].ID}, {ID: f.against.ID}}
		}
		if p.Rounds = 1; f.twice {
			p.Rounds = 2
		}
	case lobby.Simul:
		p.Terms.Rated = false
		p.Host, p.Extra = Of(f.s).Me, f.extra
		p.Colour = map[string]remote.Colour{ui.AsWhite: remote.WantsWhite, ui.AsBlack: remote.WantsBlack}[f.colour]
	}
	return p, nil
}

// Start plans the tournament and shows it.
func (f *tournamentForm) Start() tea.Cmd {
	plan, err := f.plan()
	if err != nil {
		f.At = slices.Index(f.rows(), clockRow)
		f.Moved()
		return ui.Fail(err)
	}
	s := f.s
	return s.Opening(func() tea.Msg {
		ctx, cancel := context.WithTimeout(context.Background(), ui.ClubPatience)
		defer cancel()
		t, err := Of(s).Lobby.PlanTournament(ctx, Of(s).Me, plan, false)
		if err != nil {
			return ui.FailMsg(err)
		}
		if f.format == lobby.TeamMatch { // he sees it in the schedule, too
			_ = Of(s).Lobby.Send(ctx, Of(s).Me, remote.Player{ID: f.against.Leader}, s.Text("We challenge your team to a match: "+lang.Name(plan.Name)))
		}
		return ui.ReplaceMsg{From: f, Screen: newTournamentScreen(s, t)}
	})
}

// words gives the name of a row, its value, and words about the value.
func (f *tournamentForm) words(r tournamentRow) (name, value, about string) {
	s := f.s
	yes := func(is bool) string {
		if is {
			return s.Text("yes")
		}
		return s.Text("no")
	}
	switch r {
	case nameRow:
		return s.Text("Name"), f.name, s.Text("What the tournament is called in the schedule.")
	case formatRow:
		about := map[lobby.Format]string{
			lobby.Arena:      "Play as many games as you can: after each you meet somebody who stands near you.",
			lobby.Swiss:      "A number of rounds; all play in each, against somebody with the same points.",
			lobby.RoundRobin: "Everybody plays everybody.",
			lobby.Simul:      "You play all others at the same time.",
		}[f.format]
		return s.Text("Format"), formatText(s, f.format), s.Text(about)
	case gameRow:
		return s.Text("Variant"), s.Text(f.rules.Name), s.Text(f.rules.Aim)
	case clockRow:
		return s.Text("Time control"), s.Text(ui.ClockName(f.clock)), s.Text(ui.ClockDescription(f.clock))
	case lengthRow:
		switch f.format {
		case lobby.Arena:
			return s.Text("Duration"), spanText(s, time.Duration(f.minutes)*time.Minute), s.Text("When it is over, games that are on do not count any more.")
		case lobby.Swiss:
			return s.Text("Rounds"), fmt.Sprint(f.rounds), s.Text("Paired by FIDE's Dutch system. The next round begins soon after the last game of the one before.")
		}
		value := "once"
		if f.twice {
			value = "twice"
		}
		if f.format == lobby.TeamMatch {
			return s.Text("They meet"), s.Text(value), s.Text("Twice: everybody plays the same opponent again with the other colour.")
		}
		return s.Text("Everybody meets"), s.Text(value), s.Text("Paired by FIDE's Berger tables, for up to 32 players.")
	case beginsRow:
		return s.Text("Begins in"), spanText(s, f.begins), s.Text("Or earlier, when you press B on its screen.")
	case ratedRow:
		return s.Text("Rated"), yes(f.rated), s.Text("Counts for the players' ratings; guests cannot join.")
	case berserkRow:
		return s.Text("Berserk"), yes(f.berserk), s.Text("Players may halve their clocks for one more point.")
	case colourRow:
		value := map[string]string{ui.AsWhite: "White", ui.AsBlack: "Black", ui.RandomSide: "In turn"}[f.colour]
		return s.Text("You play"), s.Text(value), s.Text("In all games, or White and Black in turn.")
	}
	if r == teamRow {
		return s.Text("Your team"), draw.Clean(f.own[f.team].Name), s.Text("One of the teams that you lead.")
	}
	if r == boardsRow {
		return s.Text("Boards"), fmt.Sprint(f.boards), s.Text("At most so many play for each team, the best rated on the first board.")
	}
	return s.Text("Your extra time"), spanText(s, f.extra), s.Text("What your clocks have more than those of the others.")
}

func (f *tournamentForm) View() string {
	form := ui.Form{Title: f.Title(), At: f.At, Typing: !f.Fresh && (f.row() == clockRow || f.row() == nameRow), Enter: f.s.Text("plan the tournament")}
	for _, r := range f.rows() {
		name, value, about := f.words(r)
		form.Rows = append(form.Rows, ui.FormRow{Name: name, Value: value, About: about})
	}
	var view string
	view, f.Top = form.Render(f.s, f.Width, f.Height)
	return view
}
