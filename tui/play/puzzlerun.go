package play

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"rookery/pgn/puzzle"
	"rookery/variants"
)

// PuzzleMode is how puzzles follow one another.
type PuzzleMode uint8

const (
	// RatedPuzzles come near the player's rating and change it.
	RatedPuzzles PuzzleMode = iota
	// PuzzlesAgain are those that went wrong before.
	PuzzlesAgain
	// PuzzleStreak gets harder until the first mistake.
	PuzzleStreak
	// TimedPuzzles get harder until time is up or three went wrong.
	TimedPuzzles
	// LessonExercises are those of a lesson for beginners, in their order.
	LessonExercises
)

// name is that under which the best run is kept.
func (m PuzzleMode) name() string {
	return [...]string{PuzzleStreak: "streak", TimedPuzzles: "timed", LessonExercises: ""}[m]
}

const (
	// RunTime is how long a timed run lasts; a mistake costs LostTime of it, and MostMistakes
	// end it.
	RunTime      = 3 * time.Minute
	LostTime     = 10 * time.Second
	MostMistakes = 3
	// runStart is the rating of the first puzzle of a run, runStep how much harder the
	// next is.
	runStart, runStep = 600, 40
	// nearest is how far from the wanted rating puzzles are looked for at first, and
	// enough how many must be there, so that chance has a choice.
	nearest, enough = 60, 12
)

// PuzzleRun is a series of puzzles. Its puzzles are those of one variant; see
// [puzzle.Filter].
type PuzzleRun struct {
	Mode    PuzzleMode
	Set     []puzzle.Puzzle
	Variant string // empty for chess
	Theme   string // empty for any; in the words of the table
	// Harder is what is asked for above the player's rating, in points; below 0 for easier.
	Harder   int
	Solved   int       // of this run
	Mistakes int       // of this run
	Ends     time.Time // of a timed run
	Record   PuzzleRecord
	Game     *PuzzleGame // nil before the first puzzle
	Before   int         // the player's rating when it came

	Lesson   *variants.Lesson // of LessonExercises
	Exercise int              // the next of them

	rng  *rand.Rand
	seen map[string]bool // tried lately
	done bool            // the puzzle was counted
}

// NewPuzzleRun begins a series from the puzzles of a table.
func NewPuzzleRun(mode PuzzleMode, set []puzzle.Puzzle, f puzzle.Filter, record PuzzleRecord, seed uint64, now time.Time) (*PuzzleRun, error) {
	if f.Variant == "chess" {
		f.Variant = ""
	}
	r := &PuzzleRun{Mode: mode, Variant: f.Variant, Theme: f.Theme, Record: record, seen: make(map[string]bool), rng: rand.New(rand.NewPCG(seed, 0x70757a))}
	if mode == PuzzlesAgain {
		set = record.Again("*")
		f = puzzle.Filter{Variant: "*"}
	}
	for i := range set {
		if f.Wants(&set[i]) {
			r.Set = append(r.Set, set[i])
		}
	}
	if len(r.Set) == 0 {
		if mode == PuzzlesAgain {
			return nil, fmt.Errorf("no puzzle went wrong that was not solved since")
		}
		return nil, fmt.Errorf("there is no such puzzle here")
	}
	for _, t := range record.Tries {
		r.seen[t.ID] = true
	}
	if mode == TimedPuzzles {
		r.Ends = now.Add(RunTime)
	}
	return r, nil
}

// Over tells that a streak or a timed run has ended.
func (r *PuzzleRun) Over(now time.Time) bool {
	switch r.Mode {
	case PuzzleStreak:
		return r.Mistakes > 0
	case TimedPuzzles:
		return r.Mistakes >= MostMistakes || !now.Before(r.Ends)
	}
	return false
}

// NewLessonRun begins a lesson.
func NewLessonRun(l *variants.Lesson) *PuzzleRun {
	return &PuzzleRun{Mode: LessonExercises, Lesson: l, Variant: l.Variant}
}

// Last tells that no exercise follows in the lesson.
func (r *PuzzleRun) Last() bool {
	return r.Mode == LessonExercises && r.Exercise == len(r.Lesson.Exercises)
}

// Next chooses the next puzzle and sets it up. A puzzle that cannot be set up is left out.
func (r *PuzzleRun) Next() error {
	if r.Mode == LessonExercises {
		if r.Last() {
			return fmt.Errorf("the lesson is done")
		}
		g, err := NewExercise(r.Lesson, &r.Lesson.Exercises[r.Exercise])
		if err != nil {
			return err
		}
		r.Exercise++
		r.Game, r.done = g, false
		return nil
	}
	var fault error
	for len(r.Set) > 0 {
		i := r.choose()
		g, err := NewPuzzleGame(r.Set[i])
		if err == nil {
			r.seen[r.Set[i].ID] = true
			r.Game, r.done = g, false
			r.Before = r.Record.Rating(r.Set[i].Variant).Points()
			if r.Mode == PuzzlesAgain {
				r.Set = append(r.Set[:i:i], r.Set[i+1:]...)
			}
			return nil
		}
		fault = err
		r.Set = append(r.Set[:i:i], r.Set[i+1:]...)
	}
	if fault == nil {
		fault = fmt.Errorf("all of these puzzles are done")
	}
	return fault
}

// Drop takes the present puzzle out of the set and tells whether others are left: a server gives each only once.
func (r *PuzzleRun) Drop() (more bool) {
	if r.Game != nil {
		for i := range r.Set {
			if r.Set[i].ID == r.Game.Puzzle.ID {
				r.Set = append(r.Set[:i:i], r.Set[i+1:]...)
				break
			}
		}
	}
	return len(r.Set) > 0
}

// target is the rating of the puzzle that is wanted.
func (r *PuzzleRun) target() int {
	if r.Mode == PuzzleStreak || r.Mode == TimedPuzzles {
		return runStart + runStep*(r.Solved+r.Mistakes)
	}
	return r.Record.Rating(r.Variant).Points() + r.Harder
}

// choose draws one of the puzzles near the wanted rating, of those that were not tried
// lately as long as there are any.
func (r *PuzzleRun) choose() int {
	if r.Mode == PuzzlesAgain {
		return 0
	}
	fresh := 0
	for i := range r.Set {
		if !r.seen[r.Set[i].ID] {
			fresh++
		}
	}
	if fresh == 0 {
		clear(r.seen)
		fresh = len(r.Set)
		if r.Game != nil && fresh > 1 {
			r.seen[r.Game.Puzzle.ID] = true
			fresh--
		}
	}
	target := r.target()
	for window := nearest; ; window *= 2 {
		var near []int
		for i := range r.Set {
			if d := r.Set[i].Rating - target; !r.seen[r.Set[i].ID] && d <= window && -d <= window {
				near = append(near, i)
			}
		}
		if len(near) >= min(enough, fresh) {
			return near[r.rng.IntN(len(near))]
		}
	}
}

// Rated tells whether the puzzles of the run change the player's rating.
func (r *PuzzleRun) Rated() bool { return r.Mode == RatedPuzzles }

// Count counts the puzzle that has just been solved, or gone wrong for the first time, and
// gives what is to be changed in the record that is kept; nil where it was counted before.
func (r *PuzzleRun) Count(now time.Time) func(*PuzzleRecord) {
	g := r.Game
	if r.done || !g.Over && !g.Failed && !g.Shown {
		return nil
	}
	r.done = true
	if r.Mode == LessonExercises {
		return nil
	}
	solved := g.Solved()
	if solved {
		r.Solved++
	} else {
		r.Mistakes++
		if r.Mode == TimedPuzzles {
			r.Ends = r.Ends.Add(-LostTime)
		}
	}
	p, mode := g.Puzzle, r.Mode
	return func(rec *PuzzleRecord) {
		if mode == RatedPuzzles {
			rec.Rate(&p, solved, now)
		} else {
			rec.Repeat(&p, solved)
		}
	}
}

// Restart begins a streak or timed run anew.
func (r *PuzzleRun) Restart(now time.Time) {
	r.Solved, r.Mistakes = 0, 0
	if r.Mode == TimedPuzzles {
		r.Ends = now.Add(RunTime)
	}
}

// BeatIn notes how many puzzles a run had, if that is more than ever before.
func (r *PuzzleRecord) BeatIn(m PuzzleMode, solved int) { r.Beat(m.name(), solved) }

// BestOf is how many puzzles were solved in the best run of a mode.
func (r *PuzzleRecord) BestOf(m PuzzleMode) int { return r.Best[m.name()] }

// PuzzleThemes are the themes that are offered, in the order of menus, with their words.
var PuzzleThemes = []PuzzleTheme{
	{"mateIn1", "Mate in 1"},
	{"mateIn2", "Mate in 2"},
	{"mateIn3", "Mate in 3"},
	{"mateIn4", "Mate in 4"},
	{"mateIn5", "Mate in 5 or more"},
	{"mate", "Checkmate"},
	{"fork", "Fork"},
	{"pin", "Pin"},
	{"skewer", "Skewer"},
	{"discoveredAttack", "Discovered attack"},
	{"discoveredCheck", "Discovered check"},
	{"doubleCheck", "Double check"},
	{"hangingPiece", "Hanging piece"},
	{"trappedPiece", "Trapped piece"},
	{"sacrifice", "Sacrifice"},
	{"deflection", "Deflection"},
	{"attraction", "Attraction"},
	{"capturingDefender", "Capture the defender"},
	{"interference", "Interference"},
	{"intermezzo", "Intermezzo"},
	{"clearance", "Clearance"},
	{"xRayAttack", "X-ray attack"},
	{"quietMove", "Quiet move"},
	{"defensiveMove", "Defensive move"},
	{"zugzwang", "Zugzwang"},
	{"advancedPawn", "Advanced pawn"},
	{"promotion", "Promotion"},
	{"underPromotion", "Underpromotion"},
	{"enPassant", "En passant"},
	{"castling", "Castling"},
	{"drop", "Drop"},
	{"explosion", "Explosion"},
	{"goal", "Reach the goal"},
	{"exposedKing", "Exposed king"},
	{"kingsideAttack", "Kingside attack"},
	{"queensideAttack", "Queenside attack"},
	{"attackingF2F7", "Attack on f2 or f7"},
	{"backRankMate", "Back-rank mate"},
	{"smotheredMate", "Smothered mate"},
	{"operaMate", "Opera mate"},
	{"pillsburysMate", "Pillsbury's mate"},
	{"anastasiaMate", "Anastasia's mate"},
	{"arabianMate", "Arabian mate"},
	{"bodenMate", "Boden's mate"},
	{"doubleBishopMate", "Two-bishop mate pattern"},
	{"dovetailMate", "Dovetail mate"},
	{"hookMate", "Hook mate"},
	{"epauletteMate", "Epaulette mate"},
	{"cornerMate", "Corner mate"},
	{"killBoxMate", "Kill box mate"},
	{"vukovicMate", "Vuković mate"},
	{"swallowstailMate", "Swallow's tail mate"},
	{"morphysMate", "Morphy's mate"},
	{"opening", "Opening"},
	{"middlegame", "Middlegame"},
	{"endgame", "Endgame"},
	{"pawnEndgame", "Pawn endgame"},
	{"knightEndgame", "Knight endgame"},
	{"bishopEndgame", "Bishop endgame"},
	{"rookEndgame", "Rook endgame"},
	{"queenEndgame", "Queen endgame"},
	{"queenRookEndgame", "Queen and rook endgame"},
	{"equality", "Save the draw"},
	{"advantage", "Advantage"},
	{"crushing", "Crushing"},
	{"oneMove", "One move"},
	{"short", "Short"},
	{"long", "Long"},
	{"veryLong", "Very long"},
	{"master", "Master games"},
	{"masterVsMaster", "Master against master"},
}

// PuzzleTheme is a theme as the table calls it, and as people do.
type PuzzleTheme struct{ ID, Name string }

// ThemeName is what people call a theme.
func ThemeName(id string) string {
	for _, t := range PuzzleThemes {
		if t.ID == id {
			return t.Name
		}
	}
	return id
}

// ThemeNames are the names of all themes of a puzzle that have one.
func ThemeNames(p *puzzle.Puzzle) []string {
	var names []string
	for _, t := range PuzzleThemes {
		if p.HasTheme(t.ID) {
			names = append(names, t.Name)
		}
	}
	return names
}

// ThemeByName finds a theme by its id or its name, whatever the case; empty for none.
func ThemeByName(name string) string {
	for _, t := range PuzzleThemes {
		if strings.EqualFold(t.ID, name) || strings.EqualFold(t.Name, name) {
			return t.ID
		}
	}
	return ""
}
