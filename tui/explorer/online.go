package explorer

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"rookery/ai"
	"rookery/chess"
	"rookery/pgn/collection"
	"rookery/pgn/explorer"
	"rookery/tui/draw"
	"rookery/tui/lang"
	"rookery/tui/lichess"
	"rookery/tui/ui"
)

// source is where the panel looks.
type source int

const (
	inFile source = iota
	inMasters
	inLichess
	asWhite // the games of a player
	asBlack
	inCloud
	inTables
	sources
)

// online is what the panel knows from lichess.
type online struct {
	naming  bool // a player's name is being written
	name    string
	logging bool // a login by the kept token is under way
	tried   bool // it was tried
	cancel  context.CancelFunc
	updates chan answerMsg // while the games of a player are still being counted
	fault   error
	played  lichess.Played
	cloud   lichess.CloudAnswer
	exact   lichess.Exact
}

// Messages of what lichess knows.
type (
	settledMsg struct {
		to     *Panel
		serial int
	}
	answerMsg struct {
		to     *Panel
		serial int
		more   bool // others follow
		err    error
		played lichess.Played
		cloud  lichess.CloudAnswer
		exact  lichess.Exact
	}
)

const (
	// settle is how long a position must stand before lichess is asked about it, so that going through a game
	// asks little.
	settle = 300 * time.Millisecond
	// askWait is how long an answer is waited for; the games of a player may have to be counted first.
	askWait, countWait = 20 * time.Second, 5 * time.Minute
)

var (
	keySource = ui.Bind("O", "explorer: another source", "O")
	keyName   = ui.Bind("/", "another player", "/")
)

// errNoLogin says that the explorer of lichess needs a login.
var errNoLogin = errors.New("the explorer of lichess needs a login: Lichess in the menu")

// canAsk tells whether lichess can be asked at all.
func (p *Panel) canAsk() bool { return p.s.Online != nil }

// nextSource goes to the next source.
func (p *Panel) nextSource() tea.Cmd {
	for {
		p.from = (p.from + 1) % sources
		if p.from != inFile || p.path != "" {
			break
		}
	}
	p.s.Online.Source = int(p.from)
	p.stopAsking()
	p.board, p.moves, p.known, p.listing = nil, nil, false, false
	return p.Look(p.shown)
}

// stopAsking calls off what is asked.
func (p *Panel) stopAsking() {
	if p.net.cancel != nil {
		p.net.cancel()
		p.net.cancel = nil
	}
	p.net.updates, p.net.fault = nil, nil
}

// who is the player whose games are counted.
func (p *Panel) who() string {
	o := p.s.Online
	if o.Explored == "" && o.Account != nil {
		return o.Account.User.Name
	}
	return o.Explored
}

// asked is the source as lichess has it.
func (p *Panel) asked() lichess.Source {
	switch p.from {
	case inMasters:
		return lichess.Source{Name: "masters"}
	case inLichess:
		return lichess.Source{Name: "lichess"}
	case asWhite:
		return lichess.Source{Name: "player", Player: p.who(), Colour: chess.White}
	}
	return lichess.Source{Name: "player", Player: p.who(), Colour: chess.Black}
}

// lookOnline asks about a position when it has stood for a moment; at once where the answer is known.
func (p *Panel) lookOnline(b chess.Board) tea.Cmd {
	p.stopAsking()
	p.board, p.moves, p.known, p.listing, p.choice, p.top = b.Clone(), nil, false, false, 0, 0
	p.serial++
	known := &p.s.Online.Known
	if p.from == inCloud && known.KnowsCloud(b) || p.from == inTables && known.KnowsTable(b) ||
		p.from != inCloud && p.from != inTables && known.KnowsExplored(p.asked(), b) {
		return p.ask()
	}
	return ui.After(settle, settledMsg{p, p.serial})
}

// ask asks lichess, after a login by the kept token.
func (p *Panel) ask() tea.Cmd {
	o := p.s.Online
	switch {
	case o.Account == nil && !p.net.tried:
		p.net.logging = true
		return func() tea.Msg {
			ctx, cancel := context.WithTimeout(context.Background(), askWait)
			defer cancel()
			a, err := o.LogIn(ctx)
			return ui.LoggedInMsg{Account: a, Err: err}
		}
	case o.Account == nil && p.from != inCloud && p.from != inTables:
		p.net.fault = errNoLogin
		return nil
	case (p.from == asWhite || p.from == asBlack) && p.who() == "":
		p.net.naming = true
		return nil
	}
	wait := askWait
	if p.from == asWhite || p.from == asBlack {
		wait = countWait
	}
	ctx, cancel := context.WithTimeout(context.Background(), wait)
	p.net.cancel = cancel
	client, account := o.Client, o.Account
	if account != nil {
		client = account.Client()
	}
	from, asked, b, known := p.from, p.asked(), p.board.Clone(), &o.Known
	reply := answerMsg{to: p, serial: p.serial}
	updates := make(chan answerMsg, 1)
	p.net.updates = updates
	go func() {
		defer close(updates)
		tell := func(m answerMsg) {
			select { // what was not read is out of date
			case <-updates:
			default:
			}
			updates <- m
		}
		if account != nil {
			fair, err := account.Fair(ctx)
			if err == nil && !fair {
				err = errors.New(ui.NoHelp)
			}
			if reply.err = err; err != nil {
				tell(reply)
				return
			}
		}
		switch from {
		case inCloud:
			reply.cloud, reply.err = known.Cloud(ctx, client, b)
		case inTables:
			reply.exact, reply.err = known.Table(ctx, client, b)
		default:
			reply.played, reply.err = known.Explore(ctx, client, asked, b, func(played lichess.Played) {
				m := reply
				m.played, m.more = played, true
				tell(m)
			})
		}
		if ctx.Err() == nil || reply.err != nil {
			tell(reply)
		}
	}()
	return nextAnswer(updates)
}

func nextAnswer(updates chan answerMsg) tea.Cmd {
	return func() tea.Msg {
		if m, ok := <-updates; ok {
			return m
		}
		return nil
	}
}

// updateOnline takes what lichess says.
func (p *Panel) updateOnline(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case ui.LoggedInMsg:
		if !p.net.logging {
			break
		}
		p.net.logging = false
		p.net.tried = msg.Err == nil || errors.Is(msg.Err, lichess.ErrNoLogin) // else again, when it is asked for
		if !p.net.tried {
			p.net.fault = msg.Err
			break
		}
		if p.on && p.from != inFile && p.board != nil {
			return p.ask()
		}
	case settledMsg:
		if msg.to == p && msg.serial == p.serial && p.on && p.from != inFile {
			return p.ask()
		}
	case answerMsg:
		if msg.to != p || msg.serial != p.serial || p.from == inFile || p.s.PlaysPerson() {
			break
		}
		p.answered(msg)
		var damaged, more tea.Cmd
		if p.s.Online.Known.Damaged() {
			damaged = ui.Toast(lichess.DamagedAnswer)
		}
		if updates := p.net.updates; updates != nil && msg.more {
			more = nextAnswer(updates)
		}
		return tea.Batch(more, damaged)
	}
	return nil
}

// answered takes an answer in.
func (p *Panel) answered(m answerMsg) {
	p.net.fault, p.known = nil, true
	if m.err != nil && !errors.Is(m.err, lichess.ErrNotFound) {
		p.net.fault, p.known = m.err, false
		return
	}
	p.net.played, p.net.cloud, p.net.exact, p.moves = m.played, m.cloud, m.exact, nil
	for _, o := range m.played.Moves {
		p.moves = append(p.moves, explorer.Move{Move: o.Move, Games: o.Games(), White: o.White, Draws: o.Draws, Black: o.Black, Rating: o.Rating})
	}
	for _, l := range m.cloud.Lines {
		p.moves = append(p.moves, explorer.Move{Move: l.First})
	}
	for _, e := range m.exact.Moves {
		p.moves = append(p.moves, explorer.Move{Move: e.Move})
	}
	p.choice = min(p.choice, max(len(p.moves)-1, 0))
}

// askAgain asks lichess after a fault.
func (p *Panel) askAgain() tea.Cmd {
	p.net.fault, p.net.tried = nil, p.s.Online.Account != nil
	p.serial++
	return p.ask()
}

// counts tells whether the source counts games.
func (p *Panel) counts() bool { return p.from != inFile && p.from != inCloud && p.from != inTables }

// listOnline lists the games that lichess names for the chosen move.
func (p *Panel) listOnline() {
	for i, g := range p.net.played.Games {
		if g.Move == p.moves[p.choice].Move {
			p.games = append(p.games, explorer.Game{Number: i, Header: collection.Header{White: rated(g.White, g.Rating[0]), Black: rated(g.Black, g.Rating[1]), Result: g.Result, Date: g.Month}})
		}
	}
}

// rated is a name with a rating.
func rated(name string, rating int) string {
	if rating == 0 {
		return name
	}
	return fmt.Sprintf("%s %d", name, rating)
}

// openOnline fetches the chosen game and opens it at the position that is explored.
func (p *Panel) openOnline() tea.Cmd {
	if p.s.Online.Account == nil {
		return nil
	}
	client, from, id := p.s.Online.Account.Client(), p.asked(), p.net.played.Games[p.games[p.game].Number].ID
	position, host := p.board.Key(), p.host
	return p.s.Opening(func() tea.Msg {
		ctx, cancel := context.WithTimeout(context.Background(), askWait)
		defer cancel()
		text, err := client.GamePGN(ctx, from, id)
		if err != nil {
			return ui.FailMsg(err)
		}
		return ui.OpenMsg{From: host, To: ui.ViewGame{Text: text, Position: position}}
	})
}

// nameKey writes the name of a player.
func (p *Panel) nameKey(msg tea.KeyMsg) tea.Cmd {
	n := &p.net
	switch {
	case msg.Type == tea.KeyEsc:
		n.naming = false
	case msg.Type == tea.KeyEnter:
		n.naming = false
		if name := strings.TrimSpace(n.name); name != "" {
			p.s.Online.Explored = name
			p.board = nil
			return p.Look(p.shown)
		}
	default:
		if name, done := ui.EditFilter(n.name, msg); !done && len(name) <= 30 {
			n.name = name
		}
	}
	return nil
}

// Typing tells whether letters are written in the panel.
func (p *Panel) Typing() bool { return p.on && p.net.naming }

// sourceName says where the panel looks.
func (p *Panel) sourceName() string {
	t := p.s.Text
	switch p.from {
	case inMasters:
		return t("Masters")
	case inLichess:
		return t("All players of lichess")
	case asWhite, asBlack:
		who := lang.Name(p.who())
		switch {
		case p.who() == "":
			return t("Games of a player")
		case p.from == asWhite:
			return t(fmt.Sprintf("%s as White", who))
		}
		return t(fmt.Sprintf("%s as Black", who))
	case inCloud:
		return t("Cloud evaluation")
	}
	return t("Tablebase of lichess")
}

// onlineRows draws what lichess knows.
func (p *Panel) onlineRows(rows []string, width, height int) []string {
	th, t, n := p.s.Theme, p.s.Text, &p.net
	switch {
	case n.naming:
		return append(rows, th.Text.Render(draw.Cut(t("Player"), max(width-10, 0)))+" "+th.Accent.Render(draw.Cut(draw.Clean(n.name), max(width-10, 1))+"_"),
			th.Faint.Render(draw.Cut(t("The name of an account at lichess."), width)))
	case n.fault != nil:
		for _, row := range draw.Wrap(lang.UpperFirst(draw.Clean(t(ui.ErrorText(n.fault))))+".", width) {
			rows = append(rows, th.Error.Render(row))
		}
		return append(rows, th.Faint.Render(draw.Cut(t("Enter: try again"), width)))
	case !p.known:
		return append(rows, th.Faint.Render(draw.Cut(t("Asking lichess")+p.s.Glyphs().Ellipsis, width)))
	case p.from == inCloud && len(p.moves) == 0:
		return append(rows, wrapped(th.Faint, t("Nobody has evaluated this position yet."), width)...)
	case p.from == inCloud:
		return p.cloudRows(rows, width, height)
	case p.from == inTables && n.exact.Category == "":
		return append(rows, wrapped(th.Faint, t("The tablebase has positions of up to 8 pieces, of chess and few variants."), width)...)
	case p.from == inTables:
		return p.tableRows(rows, width, height)
	case p.listing:
		return p.gameRows(rows, width, height)
	}
	if n.played.Queue > 0 {
		rows = append(rows, th.Faint.Render(draw.Cut(t(fmt.Sprintf("Counting games: %d players before", n.played.Queue)), width)))
	}
	if len(p.moves) == 0 {
		return append(rows, wrapped(th.Faint, t("No game is known with this position."), width)...)
	}
	return p.moveRows(rows, width, height)
}

func wrapped(style draw.Style, text string, width int) (rows []string) {
	for _, row := range draw.Wrap(text, width) {
		rows = append(rows, style.Render(row))
	}
	return rows
}

// chosen marks the row of a move.
func (p *Panel) chosen(i int) (mark string, style draw.Style) {
	if i == p.choice {
		return p.s.Signs().Pointer, p.s.Theme.Choice
	}
	return " ", p.s.Theme.Text
}

// cloudRows are the lines of the cloud.
func (p *Panel) cloudRows(rows []string, width, height int) []string {
	th := p.s.Theme
	rows = append(rows, th.Faint.Render(draw.Cut(p.s.Text(fmt.Sprintf("Depth %d", p.net.cloud.Depth)), width)))
	for i, l := range p.net.cloud.Lines {
		if len(rows) >= height {
			break
		}
		mark, style := p.chosen(i)
		value := draw.ScoreText(ai.Centipawns(l.Centipawns), l.Mate, chess.White)
		words := make([]string, len(l.Moves))
		for j, san := range l.Moves {
			words[j] = p.s.Notation().Moves(san)
		}
		rows = append(rows, style.Render(draw.Fit(mark+value, 8))+th.Text.Render(draw.Cut(draw.Clean(strings.Join(words, " ")), max(width-8, 0))))
	}
	return rows
}

// distance says how far it is to mate, or to a capture or a pawn move.
func (p *Panel) distance(dtm, dtz int) string {
	switch {
	case dtm > 0:
		return p.s.Text(fmt.Sprintf("mate in %d", (dtm+1)/2))
	case dtz > 0:
		return fmt.Sprintf("DTZ %d", dtz)
	}
	return ""
}

// tableRows are what the tables say of a position and of its moves.
func (p *Panel) tableRows(rows []string, width, height int) []string {
	th, e := p.s.Theme, &p.net.exact
	head := p.s.Lang.In("tablebase", lichess.CategoryWords(e.Category))
	if d := p.distance(e.DTM, e.DTZ); d != "" && e.Category != "draw" {
		head += ", " + d
	}
	rows = append(rows, th.Accent.Render(draw.Cut(lang.UpperFirst(head), width)))
	room := height - len(rows)
	p.top = draw.ScrollTo(p.top, p.choice, len(e.Moves), room)
	for i := p.top; i < len(e.Moves) && i < p.top+room; i++ {
		m := &e.Moves[i]
		mark, style := p.chosen(i)
		text := p.s.Lang.In("tablebase", lichess.CategoryWords(lichess.Opposite(m.Category)))
		if d := p.distance(m.DTM, m.DTZ); d != "" && m.Category != "draw" {
			text += ", " + d
		}
		rows = append(rows, style.Render(draw.Fit(mark+draw.Clean(p.s.Notation().Moves(m.SAN)), 9))+th.Text.Render(draw.Cut(text, max(width-9, 0))))
	}
	return rows
}

// onlineHelp are the keys while lichess is asked.
func (p *Panel) onlineHelp() []key.Binding {
	if p.net.naming {
		return []key.Binding{ui.Bind("enter", "confirm", "enter"), ui.Bind("esc", "cancel", "esc")}
	}
	source := ui.Brief(keySource, "source")
	keys := []key.Binding{ui.PairOf("choose", keyUp, keyDown), ui.Brief(keyEnter, playIt), source}
	switch {
	case p.net.fault != nil:
		keys = []key.Binding{ui.Brief(keyEnter, "try again"), source}
	case p.listing:
		keys = []key.Binding{ui.PairOf("choose", keyUp, keyDown), ui.Brief(keyEnter, "open"), ui.Brief(keyGames, "moves")}
	case p.from == asWhite || p.from == asBlack:
		keys = append(keys, ui.Brief(keyName, "player"), ui.Brief(keyGames, "games"), ui.Brief(keyTrain, "train"))
	case p.counts():
		keys = append(keys, ui.Brief(keyGames, "games"), ui.Brief(keyTrain, "train"))
	}
	return append(keys, keyBack)
}
