package plain

import (
	"fmt"
	"strconv"
	"strings"

	"rookery/chess"
	"rookery/pgn"
	"rookery/pgn/collection"
	"rookery/tui/lang"
	"rookery/tui/play"
)

// pgnFiles is the games of some PGN files, one of which is read.
type pgnFiles struct {
	files []*collection.File
	index int // of the game among all of them
	game  *pgn.Game
	cur   *pgn.Node
	board chess.Board // behind cur; nil where the game has no board
	// played tells that the games are those that were played here.
	played bool
}

// openFile is the word open: one path, which may hold spaces.
func (p *program) openFile(arg string) {
	if arg == "" {
		p.say("Type open and the path to a PGN file.")
		return
	}
	p.open([]string{arg})
}

// open reads PGN files and goes to their first game.
func (p *program) open(paths []string) {
	b, err := p.readFiles(paths)
	for i := range b.files {
		if err == nil && b.files[i].Len() == 0 {
			err = fmt.Errorf("no games in %s", paths[i])
		}
	}
	if err != nil {
		b.close()
		p.fail(err)
		return
	}
	p.closeFiles()
	p.puzzles, p.openings, p.files = nil, nil, b
	p.say("%s.", p.counted(b.len(), "%d game", "%d games"))
	p.readGame(0)
}

// readFiles reads where the games of files are. With an error nothing is open.
func (p *program) readFiles(paths []string) (*pgnFiles, error) {
	b := &pgnFiles{}
	for _, path := range paths {
		f, err := collection.Open(p.ctx, path)
		if err == nil {
			b.files = append(b.files, f)
			err = f.Build(p.ctx, nil)
		}
		if err != nil {
			b.close()
			return &pgnFiles{}, err
		}
	}
	return b, nil
}

// closeFiles closes the file that is read.
func (p *program) closeFiles() {
	if p.files != nil {
		p.files.close()
		p.files = nil
	}
}

func (b *pgnFiles) close() {
	for _, f := range b.files {
		f.Close() // nothing was written
	}
}

func (b *pgnFiles) len() int {
	n := 0
	for _, f := range b.files {
		n += f.Len()
	}
	return n
}

// find gives the file and the number in it of game i among all.
func (b *pgnFiles) find(i int) (*collection.File, int) {
	for _, f := range b.files {
		if i < f.Len() {
			return f, i
		}
		i -= f.Len()
	}
	return nil, 0
}

// readGame goes to game i and says what it is and what is wrong with it.
func (p *program) readGame(i int) {
	b := p.files
	f, n := b.find(i)
	g, err := f.Game(n)
	if err != nil {
		p.fail(err)
		return
	}
	b.index, b.game, b.cur, b.board = i, g, g.Root, nil
	p.say("Game %d of %d.", i+1, b.len())
	p.tellTags("")
	for k := range g.Warnings {
		p.say("Error: %s.", strings.TrimSuffix(p.faultWords(&g.Warnings[k]), "."))
	}
	if b.board, err = g.Board(); err != nil {
		b.board = nil
		p.say("This game cannot be shown on a board: %s.", p.t(err.Error()))
		return
	}
	p.say("%s.", p.counted(g.Plies(), "%d half-move", "%d half-moves"))
	p.tellComments(g.Root.After)
	p.tellLines()
}

// tellTags says who played, where and when.
func (p *program) tellTags(arg string) {
	if p.files == nil {
		p.say("No file is open. Type open and a path.")
		return
	}
	tags := &p.files.game.Tags
	if p.english(arg) == "all" {
		for _, t := range tags.All() {
			p.line(t.Name + ": " + t.Value)
		}
		return
	}
	p.say("White %s, Black %s.", p.known(tags.Value("White")), p.known(tags.Value("Black")))
	for _, name := range []string{"Event", "Date", "Variant", "Result"} {
		if v := tags.Value(name); v != "" && !strings.HasPrefix(v, "?") {
			p.line(p.t(name) + ": " + v)
		}
	}
}

// known is a value of a tag, a word where there is none.
func (p *program) known(value string) string {
	if value == "" || value == "?" {
		return p.t("unknown")
	}
	return value
}

// reading tells whether a game of a file is followed on a board.
func (p *program) reading() bool {
	switch {
	case p.files == nil:
		p.say("No file is open. Type open and a path.")
	case p.files.board == nil:
		p.say("This game has no board.")
	default:
		return true
	}
	return false
}

// goNode goes to a node and says the move that led there.
func (p *program) goNode(n *pgn.Node) {
	board, err := p.files.game.BoardAt(n)
	if err != nil {
		p.fail(err)
		return
	}
	p.files.cur, p.files.board = n, board
	p.tellNode(true)
}

// tellNode says the present move with its signs, comments and clock, and with
// lines the other lines that begin behind it.
func (p *program) tellNode(lines bool) {
	if !p.reading() {
		return
	}
	b, n := p.files, p.files.cur
	if n.Parent == nil {
		p.say("The starting position.")
		p.tellComments(n.After)
	} else {
		before, err := b.game.BoardAt(n.Parent)
		if err != nil {
			p.fail(err)
			return
		}
		p.tellComments(n.Before)
		v := before.View(chess.Everyone)
		for i, line := range p.moveWords(before, n.Move, b.board, chess.Everyone) {
			switch {
			case i == 0 && p.terse:
				line = numberOf(v) + " " + line
			case i == 0:
				line = p.o.Lang.Sprintf("Move %d. %s", v.Fullmove, line)
			}
			p.line(line)
		}
		p.tellSigns(n)
		p.tellComments(n.After)
		if left, ok := n.Clock(); ok {
			p.say("%s has %s left.", p.side(v.Turn), p.timeWords(left))
		}
	}
	if lines {
		p.tellLines()
	}
}

// numberOf is the number of the move that begins at v: "3." or "3...".
func numberOf(v chess.View) string {
	if v.Turn == chess.Black {
		return fmt.Sprintf("%d...", v.Fullmove)
	}
	return fmt.Sprintf("%d.", v.Fullmove)
}

// signWords are the glyphs with a sign of their own in words.
var signWords = map[pgn.NAG]string{
	pgn.Good: "good move", pgn.Mistake: "mistake", pgn.Brilliant: "brilliant move", pgn.Blunder: "blunder",
	pgn.Interesting: "interesting move", pgn.Dubious: "dubious move",
	10: "equal", 13: "unclear", 14: "White is slightly better", 15: "Black is slightly better",
	16: "White is better", 17: "Black is better", 18: "White is winning", 19: "Black is winning",
}

func (p *program) tellSigns(n *pgn.Node) {
	for _, nag := range n.NAGs {
		text, ok := signWords[nag]
		if !ok {
			text = nag.Sign()
		}
		p.say("Annotation: %s.", p.t(text))
	}
	if pawns, mate, ok := n.Eval(); ok {
		if mate != 0 {
			p.say("Evaluation: mate in %d.", mate)
		} else {
			p.say("Evaluation: %+.2f.", pawns)
		}
	}
}

// tellComments says comments without their commands.
func (p *program) tellComments(comments []string) {
	for _, c := range comments {
		if text := strings.TrimSpace(pgn.Prose(c)); text != "" {
			p.say("Comment: %s", text)
		}
	}
}

// tellLines says which lines part here, or that the line ends.
func (p *program) tellLines() {
	b := p.files
	kids := b.cur.Children
	if len(kids) == 0 {
		if b.cur.Main() {
			p.say("End of the game. Result: %s.", b.game.Result)
		} else {
			p.say("End of the line.")
		}
		if o := b.board.Outcome(); o.Over() {
			p.say("%s.", p.t(play.OutcomeText(o)))
		}
		if b.cur.Unread != "" {
			p.say("Unreadable text: %s", b.cur.Unread)
		}
		return
	}
	for i, k := range kids[1:] {
		p.say("Line %d: %s.", i+2, p.san(b.board, k.Move))
	}
}

// step goes moves on or back along the line.
func (b *pgnFiles) step(p *program, by int) {
	if !p.reading() {
		return
	}
	n := b.cur
	for ; by > 0 && n.Next() != nil; by-- {
		n = n.Next()
	}
	for ; by < 0 && n.Parent != nil; by++ {
		n = n.Parent
	}
	switch {
	case n != b.cur:
		p.goNode(n)
	case by > 0:
		p.say("End of the line.")
	default:
		p.say("This is the starting position.")
	}
}

// goTo goes to a move of the main line by its number.
func (b *pgnFiles) goTo(p *program, arg string) {
	if !p.reading() {
		return
	}
	start, err := b.game.Board()
	if err != nil {
		p.fail(err)
		return
	}
	ply, ok := p.plyOf(arg, start.View(chess.Everyone).Fullmove, start.Turn())
	if !ok {
		p.say("Type goto and a move number, such as goto 12, or goto 12 black.")
		return
	}
	n := b.game.Root
	for ; ply > 0 && n.Next() != nil; ply-- {
		n = n.Next()
	}
	p.goNode(n)
}

// enter goes into line n of those that begin here, the main one being 1.
func (p *program) enter(arg string) {
	if !p.reading() {
		return
	}
	kids := p.files.cur.Children
	n, err := strconv.Atoi(arg)
	if err != nil || n < 1 || n > len(kids) {
		p.say("%s from here: type line and its number.", p.count(len(kids), "%d variation", "%d variations"))
		return
	}
	p.goNode(kids[n-1])
}

// leaveLine leaves a variation for the move that it stands for.
func (p *program) leaveLine(string) {
	if !p.reading() {
		return
	}
	for n := p.files.cur; n.Parent != nil; n = n.Parent {
		if n.Parent.Children[0] != n {
			p.goNode(n.Parent.Children[0])
			return
		}
	}
	p.say("Already the main line.")
}

// tellMainLine says the moves of the line that leads here and goes on.
func (p *program) tellMainLine() {
	if !p.reading() {
		return
	}
	g := p.files.game
	var way []*pgn.Node
	for n := p.files.cur.End(); n.Parent != nil; n = n.Parent {
		way = append([]*pgn.Node{n}, way...)
	}
	b, err := g.Board()
	if err != nil {
		p.fail(err)
		return
	}
	for _, n := range way {
		v := b.View(chess.Everyone)
		if p.terse {
			p.line(numberOf(v) + " " + p.san(b, n.Move))
		} else {
			p.line(fmt.Sprintf("%d. %s.", v.Fullmove, lang.UpperFirst(p.moveSentence(v, b.Layout(), b.Turn(), n.Move, p.pieceText))))
		}
		b.Make(n.Move)
	}
	p.say("Result: %s.", g.Result)
}

// playOn begins a game from the position of the file.
func (p *program) playOn(arg string) {
	if !p.reading() {
		return
	}
	cfg := defaultConfig()
	rules, fen := p.files.game.Rules, p.files.board.FEN()
	words := strings.Fields(arg)
	if len(words) == 0 {
		words = []string{"as", p.files.board.Turn().String()}
	}
	if err := p.configure(&cfg, words); err != nil {
		p.fail(err)
		return
	}
	cfg.Rules, cfg.Variant = rules, play.PartsOf(rules)
	p.from(cfg, fen)
}

// closeFile is the word close.
func (p *program) closeFile(string) {
	if p.files == nil {
		p.say("No file is open.")
		return
	}
	p.closeFiles()
	p.say("File closed.")
	if p.table != nil {
		p.tellTurn()
	}
}
