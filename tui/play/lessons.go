package play

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"rookery/ai"
	"rookery/chess"
)

// Lesson is one kind of training position: White, who is to move, plays it
// against the computer at its best.
type Lesson struct {
	ID     string // in the file of what was won
	Name   string
	About  string
	FEN    string // of the usual position
	pieces string // White's pieces besides the king and eight pawns, or besides the king
	// Even tells that both sides have eight pawns and the same pieces.
	Even bool
	// ending is what an exact ending is drawn from; nil for the nine lessons.
	ending *endingKind
}

// Lessons are the nine positions of old training programs, the even ones
// first.
var Lessons = [...]Lesson{
	{ID: "pawns", Name: "Kings and pawns", About: "Eight pawns each. Promote first to win.",
		FEN: "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1", pieces: "", Even: true},
	{ID: "knights", Name: "Knights and pawns", About: "Two knights and eight pawns each.",
		FEN: "1n2k1n1/pppppppp/8/8/8/8/PPPPPPPP/1N2K1N1 w - - 0 1", pieces: "NN", Even: true},
	{ID: "bishops", Name: "Bishops and pawns", About: "Two bishops and eight pawns each.",
		FEN: "2b1kb2/pppppppp/8/8/8/8/PPPPPPPP/2B1KB2 w - - 0 1", pieces: "BB", Even: true},
	{ID: "rooks", Name: "Rooks and pawns", About: "Two rooks and eight pawns each.",
		FEN: "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1", pieces: "RR", Even: true},
	{ID: "queens", Name: "Queens and pawns", About: "A queen and eight pawns each.",
		FEN: "3qk3/pppppppp/8/8/8/8/PPPPPPPP/3QK3 w - - 0 1", pieces: "Q", Even: true},
	{ID: "KQ-K", Name: "Queen mate", About: "Checkmate with king and queen. At most ten moves; watch out for stalemate.",
		FEN: "4k3/8/8/8/8/8/8/3QK3 w - - 0 1", pieces: "Q", Even: false},
	{ID: "KR-K", Name: "Rook mate", About: "Checkmate with king and rook. At most sixteen moves.",
		FEN: "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", pieces: "R", Even: false},
	{ID: "KBB-K", Name: "Two-bishop mate", About: "Checkmate with two bishops, in a corner. At most nineteen moves.",
		FEN: "4k3/8/8/8/8/8/8/2B1KB2 w - - 0 1", pieces: "BB", Even: false},
	{ID: "KBN-K", Name: "Bishop and knight mate", About: "Checkmate with bishop and knight, in a corner of the bishop's colour. At most thirty-three moves.",
		FEN: "4k3/8/8/8/8/8/8/1N2KB2 w - - 0 1", pieces: "BN", Even: false},
}

// Learner is who learns in every lesson.
const Learner = chess.White

const (
	// wonScore is what a position is worth, for the learner, from which it
	// counts as won.
	wonScore ai.Centipawns = 250
	// sureScore is asked of a position that is drawn by chance.
	sureScore ai.Centipawns = 300
	// drawnNodes bound the quick check of a position drawn by chance.
	drawnNodes = 20_000
	// mostDraws is how many positions are drawn before the usual one is given.
	mostDraws = 400
)

// Game is a lesson as a game: White against the computer at its best.
func (l *Lesson) Game(fen string, again bool) Config {
	cfg := Config{Rules: l.Rules(), Variant: PartsOf(l.Rules()), Setup: -1, FEN: fen, Lesson: l.ID, Again: again}
	level := Strongest()
	cfg.Players[Learner] = Player{Name: "You"}
	cfg.Players[Learner.Other()] = Player{Kind: Computer, Level: level, Style: ai.Balanced, Name: ComputerName(level, ai.Balanced)}
	return cfg
}

// LessonOf is the lesson that a saved game is; nil for any other game.
func LessonOf(g *Saved) *Lesson {
	id := g.Config.Lesson
	if i := slices.IndexFunc(Lessons[:], func(l Lesson) bool { return l.ID == id }); i >= 0 {
		return &Lessons[i]
	}
	if id == "" {
		return nil
	}
	return &Lesson{ID: id, Name: LessonName(id), FEN: cmp.Or(g.Start, g.Config.FEN), ending: &endingKind{rules: g.Config.Rules}}
}

// LessonName is what a lesson is called, by its ID. That of an ending is its pieces.
func LessonName(id string) string {
	if i := slices.IndexFunc(Lessons[:], func(l Lesson) bool { return l.ID == id }); i >= 0 {
		return Lessons[i].Name
	}
	return id[strings.LastIndexByte(id, ' ')+1:]
}

// Rules of the lesson.
func (l *Lesson) Rules() chess.Rules {
	if l.ending != nil {
		return l.ending.rules
	}
	r, err := RulesOf([]string{"chess"})
	if err != nil {
		panic(err) // the game of the Laws is always known
	}
	return r
}

// Drawn is a position with the same pieces that is legal and, by a quick look of
// the computer, won for the learner. When ctx ends, or chance will not have it,
// it is the usual position.
func (l *Lesson) Drawn(ctx context.Context, seed uint64) string {
	if l.ending != nil {
		return l.ending.draw(seed, l.FEN)
	}
	rng := rand.New(rand.NewPCG(seed, 0x6c6561726e))
	engine := ai.New(Strongest(), ai.Balanced, seed)
	for range mostDraws {
		fen, ok := l.scatter(rng)
		if !ok || fen == l.FEN {
			continue
		}
		b, err := chess.NewBoard(l.Rules(), fen)
		if err != nil || b.Outcome().Over() {
			continue
		}
		engine.NewGame()
		choice, err := engine.Choose(ctx, b, ai.Limit{Nodes: drawnNodes})
		if ctx.Err() != nil {
			break
		}
		if err == nil && valueOf(choice) >= sureScore && !(choice.Mate > 0 && choice.Mate < 3) {
			return fen
		}
	}
	return l.FEN
}

// scatter puts the pieces of a lesson on squares drawn by chance; ok is false
// where two meet or bishops stand on one colour.
func (l *Lesson) scatter(rng *rand.Rand) (fen string, ok bool) {
	d, err := ReadDraft(l.Rules(), l.FEN)
	if err != nil {
		return "", false
	}
	d.Clear()
	d.Turn = Learner
	ok = true
	put := func(piece chess.Piece, from, to int) chess.Square {
		sq := chess.Square(8*from + rng.IntN(8*(to-from+1)))
		ok = ok && d.Cells[sq].Piece == 0
		d.Put(sq, piece)
		return sq
	}
	for _, c := range [2]chess.Color{chess.White, chess.Black} {
		put(chess.PieceOf(c, chess.King), 0, 7)
		if c != Learner && !l.Even {
			break
		}
		shades := [2]int{}
		for _, letter := range l.pieces {
			role := chess.RoleOf(byte(letter))
			sq := put(chess.PieceOf(c, role), 0, 7)
			if role == chess.Bishop {
				shades[d.Layout.Cells[sq].Shade&1]++
			}
		}
		ok = ok && shades[0] < 2 && shades[1] < 2
		if l.Even {
			first, last := 1, 3
			if c == chess.Black {
				first, last = 4, 6
			}
			for file := range 8 { // one on each file, so that the games stay alike
				sq := chess.Square(8*(first+rng.IntN(last-first+1)) + file)
				ok = ok && d.Cells[sq].Piece == 0
				d.Put(sq, chess.PieceOf(c, chess.Pawn))
			}
		}
	}
	return d.FEN(), ok
}

// valueOf is what a choice is worth for who chose; a mate is worth more than
// any material, the sooner the more.
func valueOf(c ai.Choice) ai.Centipawns {
	const mate = 20_000
	switch {
	case c.Mate > 0:
		return mate - ai.Centipawns(c.Mate)
	case c.Mate < 0:
		return -mate - ai.Centipawns(c.Mate)
	}
	return c.Score
}

// Strongest is the level at which the computer teaches.
func Strongest() ai.Level {
	levels := ai.Levels()
	return levels[len(levels)-1]
}

// LessonRecord is what a player has done in one lesson.
type LessonRecord struct {
	Tried int `json:"tried"`
	Won   int `json:"won"`
	Best  int `json:"best"` // moves of the quickest win, 0 without one
}

// lessonFile keeps the records, below the directory of unfinished games.
const lessonFile = "lessons.json"

func lessonTable(st *Store) recordFile[LessonRecord] {
	return recordFile[LessonRecord]{st.lessons, lessonFile, "practice record"}
}

// LessonRecords reads what was done in all lessons, by their ids. A file that
// cannot be read counts as none.
func (st *Store) LessonRecords() map[string]LessonRecord {
	records, err := lessonTable(st).read()
	if err != nil {
		return map[string]LessonRecord{}
	}
	return records
}

// CountLesson notes an attempt and, when it was won, in how many moves.
func (st *Store) CountLesson(id string, won bool, moves int) error {
	r := LessonRecord{Tried: 1}
	if won {
		r.Won, r.Best = 1, moves
	}
	return st.AddLessons(map[string]LessonRecord{id: r})
}

// AddLessons adds what was done elsewhere to the records. What cannot be read is
// not overwritten.
func (st *Store) AddLessons(more map[string]LessonRecord) error {
	st.mu.Lock()
	defer st.mu.Unlock()
	return lessonTable(st).add(more, 0, func(r, m LessonRecord) LessonRecord {
		r.Tried += m.Tried
		r.Won += m.Won
		if r.Best == 0 || m.Best != 0 && m.Best < r.Best {
			r.Best = m.Best
		}
		return r
	})
}

// ForgetLessons forgets all records.
func (st *Store) ForgetLessons() error {
	st.mu.Lock()
	defer st.mu.Unlock()
	return lessonTable(st).forget()
}

// Note is a record in a few signs, empty for a lesson that was never tried.
func (r LessonRecord) Note() string {
	if r.Tried == 0 {
		return ""
	}
	return fmt.Sprintf("%d/%d", r.Won, r.Tried)
}

// Words say a record, empty for a lesson that was never tried.
func (r LessonRecord) Words() string {
	switch {
	case r.Tried == 0:
		return ""
	case r.Won == 0 && r.Tried == 1:
		return "1 attempt, not won yet."
	case r.Won == 0:
		return fmt.Sprintf("%d attempts, not won yet.", r.Tried)
	}
	return fmt.Sprintf("Won %d of %d, fastest in %s.", r.Won, r.Tried, MovesWord(r.Best))
}
