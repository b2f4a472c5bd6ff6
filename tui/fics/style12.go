package fics

import (
	"errors"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"rookery/chess"
	"rookery/tui/remote"
)

const (
	// mostName is how long a name may be that is shown.
	mostName = 20
	// longestClock is the most that a clock is believed to show.
	longestClock = 100 * time.Hour
)

// Relations of the player to a game, in style 12.
const (
	myMove    = 1
	theirMove = -1
)

// position is a line of style 12: a game as it stands.
type position struct {
	ranks    [8]string // the eighth first
	turn     chess.Color
	pushed   int // the file of a pawn that has just gone two steps, or -1
	castling [4]bool
	halfmove int
	number   int // of the game
	names    [2]string
	relation int
	base     time.Duration
	incr     time.Duration
	left     [2]time.Duration
	fullmove int
	last     string // the last move in SAN, or none
	running  bool
	flip     bool
}

// errStyle says that a line makes no sense.
var errStyle = errors.New("FICS sent something that makes no sense")

// parsePosition reads what follows <12>. Times are in milliseconds where ms is set.
func parsePosition(line string, ms bool) (p position, err error) {
	f := strings.Fields(line)
	if len(f) < 30 {
		return p, errStyle
	}
	for i := range 8 {
		if len(f[i]) != 8 || strings.Trim(f[i], "-pnbrqkPNBRQK") != "" {
			return p, errStyle
		}
		p.ranks[i] = f[i]
	}
	switch f[8] {
	case "W":
	case "B":
		p.turn = chess.Black
	default:
		return p, errStyle
	}
	n := make([]int, len(f))
	for _, i := range []int{9, 10, 11, 12, 13, 14, 15, 18, 19, 20, 23, 24, 25} {
		if n[i], err = strconv.Atoi(f[i]); err != nil {
			return p, errStyle
		}
	}
	if p.pushed = n[9]; p.pushed < -1 || p.pushed > 7 {
		return p, errStyle
	}
	for i := range 4 {
		p.castling[i] = n[10+i] == 1
	}
	p.halfmove, p.number, p.relation = min(max(n[14], 0), 9999), n[15], n[18]
	for i := range 2 {
		if p.names[i] = remote.CleanLine(f[16+i], mostName); p.names[i] == "" {
			return p, errStyle
		}
		unit := time.Second
		if ms {
			unit = time.Millisecond
		}
		p.left[i] = time.Duration(min(max(n[23+i], 0), int(longestClock/unit))) * unit
	}
	p.base = time.Duration(min(max(n[19], 0), 9999)) * time.Minute
	p.incr = time.Duration(min(max(n[20], 0), 9999)) * time.Second
	p.fullmove = min(max(n[25], 1), 9999)
	if p.last = f[28]; p.last == "none" {
		p.last = ""
	}
	p.flip = f[29] == "1"
	p.running = len(f) < 31 || f[30] == "1"
	return p, nil
}

// placement is where the pieces stand, the eighth rank first.
func (p *position) placement() string { return strings.Join(p.ranks[:], "") }

// placementOf is that of a board of ours.
func placementOf(b chess.Board) string {
	cells := b.View(chess.Everyone).Cells
	if len(cells) != 64 {
		return ""
	}
	out := make([]byte, 64)
	for sq, cell := range cells {
		c := byte('-')
		if cell.Piece != 0 {
			c = cell.Piece.Letter()
		}
		out[(7-sq/8)*8+sq%8] = c
	}
	return string(out)
}

// board sets the position up by rules; pockets are the pieces in hand. What our rules cannot take of it, en
// passant and castling, is left out.
func (p *position) board(rules chess.Rules, pockets string) (chess.Board, error) {
	var rows []string
	for _, rank := range p.ranks {
		var row strings.Builder
		empty := 0
		for _, c := range rank {
			if c == '-' {
				empty++
				continue
			}
			if empty > 0 {
				row.WriteString(strconv.Itoa(empty))
				empty = 0
			}
			row.WriteRune(c)
		}
		if empty > 0 {
			row.WriteString(strconv.Itoa(empty))
		}
		rows = append(rows, row.String())
	}
	head := strings.Join(rows, "/")
	if pockets != "" {
		head += "[" + pockets + "]"
	}
	turn, ep := "w", "-"
	if p.turn == chess.Black {
		turn = "b"
	}
	if p.pushed >= 0 {
		ep = string(rune('a'+p.pushed)) + map[chess.Color]string{chess.White: "6", chess.Black: "3"}[p.turn]
	}
	rights := ""
	for i, sign := range "KQkq" {
		if p.castling[i] {
			rights += string(sign)
		}
	}
	var err error
	for _, try := range [][2]string{{rights, ep}, {rights, "-"}, {"", "-"}} {
		if try[0] == "" {
			try[0] = "-"
		}
		var b chess.Board
		if b, err = chess.NewBoard(rules, strings.Join([]string{head, turn, try[0], try[1], strconv.Itoa(p.halfmove), strconv.Itoa(p.fullmove)}, " ")); err == nil {
			return b, nil
		}
	}
	return nil, err
}

// gameInfo is a line of <g1>: what a position does not tell of a game.
type gameInfo struct {
	number  int
	kind    string // blitz, wild/5 …
	rated   bool
	ratings [2]int
}

// fields splits "w=Ann ti=02" into names and values.
func fields(line string) map[string]string {
	all := make(map[string]string)
	for _, f := range strings.Fields(line) {
		if name, value, ok := strings.Cut(f, "="); ok && len(all) < 40 {
			all[name] = value
		}
	}
	return all
}

// rating reads a rating, with or without a letter behind it; 0 where there is none.
func rating(text string) int {
	n, _ := strconv.Atoi(strings.TrimRight(strings.TrimSpace(text), "EPep+ "))
	return min(max(n, 0), 9999)
}

// infoRatings are the ratings of such a line; a letter or a blank may follow each.
var infoRatings = regexp.MustCompile(`rt=([0-9]{1,4})[EP ]?,([0-9]{1,4})`)

func parseInfo(line string) (g gameInfo, err error) {
	head, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
	if g.number, err = strconv.Atoi(head); err != nil {
		return g, errStyle
	}
	f := fields(rest)
	g.kind, g.rated = f["t"], f["r"] == "1"
	if m := infoRatings.FindStringSubmatch(rest); m != nil {
		g.ratings = [2]int{rating(m[1]), rating(m[2])}
	}
	return g, nil
}

// holding is a line of <b1>: the pieces in hand of a game.
var holding = regexp.MustCompile(`^ ?game (\d+) white \[([PNBRQK]{0,40})\] black \[([PNBRQK]{0,40})\]`)

// Seek is somebody who looks for a game.
type Seek struct {
	Index   int
	Name    string
	Guest   bool
	Rating  int // 0 for none
	Kind    string
	Base    time.Duration
	Incr    time.Duration
	Rated   bool
	Colour  string // white or black where it was chosen
	Manual  bool
	Formula bool
}

// parseSeek reads what follows <s> or <sn>.
func parseSeek(line string) (s Seek, err error) {
	head, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
	if s.Index, err = strconv.Atoi(head); err != nil {
		return s, errStyle
	}
	f := fields(rest)
	s.Name, s.Kind = remote.CleanLine(f["w"], mostName), remote.CleanLine(f["tp"], mostName)
	title, _ := strconv.ParseInt(f["ti"], 16, 32)
	s.Guest, s.Rating = title&1 != 0, rating(f["rt"])
	base, _ := strconv.Atoi(f["t"])
	incr, _ := strconv.Atoi(f["i"])
	s.Base, s.Incr = time.Duration(min(max(base, 0), 9999))*time.Minute, time.Duration(min(max(incr, 0), 9999))*time.Second
	s.Rated, s.Manual, s.Formula = f["r"] == "r", f["a"] == "f", f["f"] == "t"
	s.Colour = map[string]string{"W": "white", "B": "black"}[f["c"]]
	if s.Name == "" {
		return s, errStyle
	}
	return s, nil
}

// Offer is a wish of somebody that waits for an answer.
type Offer struct {
	Index int
	Name  string // who asks, or who was asked
	Mine  bool
	Kind  string // match, draw, abort, takeback, adjourn, switch …
	Text  string // what a match is for, clean
}

// parseOffer reads what follows <pf> or <pt>.
func parseOffer(line string, mine bool) (o Offer, err error) {
	head, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
	if o.Index, err = strconv.Atoi(head); err != nil {
		return o, errStyle
	}
	f := fields(rest)
	_, text, _ := strings.Cut(rest, " p=")
	o.Name, o.Kind, o.Mine, o.Text = remote.CleanLine(f["w"], mostName), remote.CleanLine(f["t"], mostName), mine, remote.CleanLine(text, 120)
	if o.Name == "" || o.Kind == "" {
		return o, errStyle
	}
	return o, nil
}

// Patterns of lines that tell of games and of what was said.
var (
	endLine  = regexp.MustCompile(`^\{Game (\d+) \((\S+) vs\. (\S+)\) (.*)\} (1-0|0-1|1/2-1/2|\*)$`)
	saidLine = regexp.MustCompile(`^([A-Za-z]{2,20})((?:\([A-Z*]+\))*)(?:\[(\d+)\])? (says|tells you|whispers|kibitzes): (.*)$`)
	codeSign = regexp.MustCompile(`&#x([0-9a-fA-F]{1,6});`)
)

// unescape turns the server's codes of letters into letters.
func unescape(text string) string {
	return codeSign.ReplaceAllStringFunc(text, func(code string) string {
		n, err := strconv.ParseInt(code[3:len(code)-1], 16, 32)
		if err != nil || n > 0x10ffff {
			return code
		}
		return string(rune(n))
	})
}

// escape writes text in the letters that the server takes, on one line.
func escape(text string) string {
	var b strings.Builder
	for _, r := range text {
		switch {
		case r >= ' ' && r < 127:
			b.WriteRune(r)
		case r > 127:
			b.WriteString("&#x" + strconv.FormatInt(int64(r), 16) + ";")
		}
	}
	return b.String()
}

// outcome is how a game has ended: the server says who has won, the rules or its words why.
func outcome(words, result string, g *chess.Game) (o chess.Outcome, aborted bool) {
	switch result {
	case "1-0":
		o.Result = chess.WhiteWins
	case "0-1":
		o.Result = chess.BlackWins
	case "1/2-1/2":
		o.Result = chess.Drawn
	default:
		return o, true
	}
	if rules := g.Board().Outcome(); rules.Over() && rules.Result == o.Result {
		return rules, false
	}
	words = strings.ToLower(words)
	reasons := []struct {
		word   string
		reason chess.Reason
	}{
		{"resign", chess.ByResignation}, {"on time", chess.ByTime}, {"ran out of time", chess.ByTimeDraw}, {"checkmated", chess.ByCheckmate},
		{"stalemate", chess.ByStalemate}, {"mutual agreement", chess.ByAgreement}, {"insufficient", chess.ByInsufficient},
		{"no material", chess.ByInsufficient}, {"disconnect", chess.ByAbandonment}, {"adjudication", chess.ByResult},
	}
	i := slices.IndexFunc(reasons, func(r struct {
		word   string
		reason chess.Reason
	}) bool {
		return strings.Contains(words, r.word)
	})
	switch {
	case i >= 0:
		o.Reason = reasons[i].reason
	case o.Result == chess.Drawn:
		if o.Reason = g.Claimable(); o.Reason == chess.NoReason {
			o.Reason = chess.ByAgreement
		}
	default:
		o.Reason = chess.ByResult
	}
	return o, false
}
