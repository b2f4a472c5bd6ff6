package play

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"rookery/ai"
	"rookery/chess"
	"rookery/variants"
)

// fakeEngine answers with what it was told, and notes what it was asked.
type fakeEngine struct {
	choice ai.Choice
	err    error
	tasks  []Task
	closed int
}

func (e *fakeEngine) Think(ctx context.Context, t Task) (ai.Choice, error) {
	e.tasks = append(e.tasks, t)
	if err := ctx.Err(); err != nil {
		return ai.Choice{}, err
	}
	return e.choice, e.err
}

func (e *fakeEngine) Close() { e.closed++ }

// bench is a controller with a clock on the wall that only the test turns.
type bench struct {
	t *testing.T
	*Controller
	engine *fakeEngine
	store  *Store
	now    time.Time
}

// playing begins a game: White's and Black's kinds, some rules, a FEN or "".
func playing(t *testing.T, white, black PlayerKind, control chess.Control, variant, fen string) *bench {
	t.Helper()
	v, ok := variants.ByName(variant)
	if !ok {
		t.Fatalf("no variant %q", variant)
	}
	b := &bench{t: t, engine: &fakeEngine{}, store: NewStore(t.TempDir(), ""), now: time.Unix(1_000_000, 0)}
	b.open(Saved{ID: NewID(b.now, 1), Began: b.now, Config: Config{
		Rules: v.Rules, Variant: []string{v.ID}, Setup: -1, FEN: fen, Control: control,
		Players: [2]Player{{Kind: white, Level: Strongest()}, {Kind: black, Level: Strongest()}},
	}})
	return b
}

func (b *bench) open(saved Saved) {
	b.t.Helper()
	c, err := New(saved, b.store, b.now)
	if err != nil {
		b.t.Fatal(err)
	}
	c.NewEngine = func(chess.Color) (Engine, error) { return b.engine, nil }
	b.Controller = c
}

// move makes moves in SAN, with all that a driver does about each.
func (b *bench) move(sans ...string) {
	b.t.Helper()
	for _, san := range sans {
		if made, err := b.Play(b.parse(san), b.now); !made || err != nil {
			b.t.Fatalf("%s: made %v, %v", san, made, err)
		}
		b.save()
	}
}

func (b *bench) parse(san string) chess.Move {
	b.t.Helper()
	m, err := chess.ParseMove(b.Game.Board(), san)
	if err != nil {
		b.t.Fatal(err)
	}
	return m
}

func (b *bench) save() {
	b.t.Helper()
	if err := b.Autosave(b.Saved(b.now))(); err != nil {
		b.t.Fatal(err)
	}
}

// search is the turn of the computer to move.
func (b *bench) search() *Search {
	b.t.Helper()
	s, claimed, err := b.Proceed(b.now)
	if s == nil || claimed || err != nil {
		b.t.Fatalf("search %v, claimed %v, %v", s, claimed, err)
	}
	return s
}

var fiveMinutes = chess.Control{Base: 5 * time.Minute, Increment: 2 * time.Second}

func TestClockRunsAndFlagFalls(t *testing.T) {
	b := playing(t, Human, Human, fiveMinutes, "chess", "")
	b.now = b.now.Add(time.Hour) // the first move is made at leisure
	b.move("e4")
	b.Proceed(b.now)
	b.now = b.now.Add(time.Minute)
	b.move("e5")
	if left := b.Left(b.now); left != [2]time.Duration{5 * time.Minute, 4*time.Minute + 2*time.Second} {
		t.Errorf("left %v", left)
	}
	b.now = b.now.Add(5*time.Minute - 1)
	if b.Flag(b.now) || b.Over() {
		t.Fatal("the flag fell early")
	}
	b.now = b.now.Add(1)
	stamp := b.Stamp()
	if made, err := b.Play(b.parse("Nf3"), b.now); made || err != nil {
		t.Errorf("a move after the flag: made %v, %v", made, err)
	}
	if o := b.Game.Outcome(); o.Reason != chess.ByTime || o.Result != chess.BlackWins || b.Stamp() == stamp {
		t.Errorf("outcome %v", o)
	}
	if _, running := b.Clock.Running(); running || b.Flag(b.now) {
		t.Error("the clock of a finished game runs")
	}
}

func TestMoveIsMadeForWhoIsLate(t *testing.T) {
	b := playing(t, Human, Computer, chess.Control{PerMove: 10 * time.Second}, "chess", "")
	chance := func() uint64 { return 23 }
	if b.Overdue(b.now, chance) != 0 {
		t.Error("a move is overdue before the clock runs")
	}
	b.move("e4")
	s := b.search()
	if want := 7500 * time.Millisecond; s.Limit.MoveTime != want {
		t.Errorf("the computer has %v, want %v", s.Limit.MoveTime, want)
	}
	b.now = b.now.Add(11 * time.Second)
	if b.Overdue(b.now, chance) != 0 {
		t.Error("a computer's move is made for it")
	}
	b.move("e5")
	b.now = b.now.Add(10 * time.Second)
	legal := b.Game.Board().Moves(nil)
	if m := b.Overdue(b.now, chance); m != legal[23%len(legal)] {
		t.Errorf("overdue is %v", m)
	}
}

func TestComputerMovesInItsTurn(t *testing.T) {
	b := playing(t, Human, Computer, fiveMinutes, "chess", "")
	if s, _, _ := b.Proceed(b.now); s != nil {
		t.Fatal("a computer thinks in a person's turn")
	}
	b.move("e4")
	s := b.search()
	if again, _, _ := b.Proceed(b.now); again != nil || !b.Thinking() {
		t.Error("two searches for one move")
	}
	if s.Limit.Time != [2]time.Duration{5 * time.Minute, 5 * time.Minute} || s.Limit.Increment[chess.White] != 2*time.Second || len(s.Moves) != 1 {
		t.Errorf("task %+v", s.Task)
	}
	b.engine.choice = ai.Choice{Move: b.parse("e5"), Depth: 9, Score: 12}
	a := s.Run()
	if !b.Accept(a) || b.Thinking() || b.Last[chess.Black].Depth != 9 {
		t.Fatalf("answer %+v is not taken", a)
	}
	b.move("e5")
	if b.Accept(a) {
		t.Error("one answer is taken twice")
	}
	if len(b.engine.tasks) != 1 {
		t.Errorf("the engine was asked %d times", len(b.engine.tasks))
	}
}

func TestTakeBackWhileTheComputerThinks(t *testing.T) {
	b := playing(t, Human, Computer, fiveMinutes, "chess", "")
	if b.TakeBack(b.now) != nil {
		t.Error("a move was taken back before one was made")
	}
	b.move("e4", "e5")
	b.now = b.now.Add(time.Minute)
	b.move("Nf3")
	s := b.search()
	reply := b.parse("Nc6")
	b.engine.choice = ai.Choice{Move: reply}
	b.now = b.now.Add(time.Minute)
	if undone := b.TakeBack(b.now); len(undone) != 1 {
		t.Fatalf("%d half-moves were taken back, want 1", len(undone))
	}
	if s.Running() || b.Thinking() {
		t.Error("the search goes on")
	}
	if a := s.Run(); a.Err == nil || b.Accept(a) || b.Accept(Answer{Stamp: a.Stamp, Choice: ai.Choice{Move: reply}}) {
		t.Error("the answer to a move that was taken back counts")
	}
	if left := b.Left(b.now); left != [2]time.Duration{5 * time.Minute, 5 * time.Minute} {
		t.Errorf("left %v, want what there was before the move", left)
	}
	// From a person's turn the computer's move goes back, too.
	b.move("d4", "d5")
	undone := b.TakeBack(b.now)
	if len(undone) != 2 || b.Game.Ply() != 2 {
		t.Fatalf("%d half-moves back, at ply %d", len(undone), b.Game.Ply())
	}
	for _, m := range slices.Backward(undone) {
		if err := b.Redo(m, b.now); err != nil {
			t.Fatal(err)
		}
	}
	if got := b.Game.SANs(); !slices.Equal(got, []string{"e4", "e5", "d4", "d5"}) || b.Game.Turn() != chess.White {
		t.Errorf("after redo %v", got)
	}
}

// An answer belongs to one state of one game.
func TestStaleAnswersAreDropped(t *testing.T) {
	b := playing(t, Human, Computer, chess.Control{}, "chess", "")
	b.move("e4")
	a := b.search().Run()
	other := playing(t, Human, Computer, chess.Control{}, "chess", "")
	other.ID = NewID(b.now, 2)
	other.move("e4")
	if other.Accept(a) {
		t.Error("the answer of another game is taken")
	}
	hint := b.Consult(b.engine)
	old := b.Reseat(chess.Black, func(p *Player) { p.Level = ai.Beginner })
	if old != Engine(b.engine) || hint.Running() || b.Config.Players[chess.Black].Level != ai.Beginner {
		t.Errorf("changed: old engine %v, level %v", old, b.Config.Players[chess.Black].Level)
	}
	if b.Accept(a) {
		t.Error("the answer of an engine that was replaced is taken")
	}
	a = b.search().Run()
	if err := b.Resign(chess.White, b.now); err != nil || b.Accept(a) {
		t.Errorf("after the end: %v, or an answer is taken", err)
	}
}

func TestEngineThatFails(t *testing.T) {
	b := playing(t, Human, Computer, fiveMinutes, "chess", "")
	b.NewEngine = func(chess.Color) (Engine, error) { return b.engine, errors.New("no program") }
	b.move("e4")
	if s, _, err := b.Proceed(b.now); s != nil || err == nil || b.Engine(chess.Black) != nil {
		t.Fatalf("search %v, %v", s, err)
	}
	b.Stall(b.now)
	b.now = b.now.Add(time.Hour)
	b.NewEngine = func(chess.Color) (Engine, error) { return b.engine, nil }
	b.engine.err = errors.New("it has ended")
	a := b.search().Run()
	if !b.Accept(a) || a.Err == nil || b.Left(b.now)[chess.Black] != 5*time.Minute || b.Last[chess.Black].Depth != 0 {
		t.Errorf("answer %+v, left %v", a, b.Left(b.now))
	}
}

func TestDrawOffers(t *testing.T) {
	content, worse := ai.Choice{Move: chess.Pass, Score: 400}, ai.Choice{Move: chess.Pass, Score: -300}
	bare := "7k/8/8/8/8/8/5q2/K7 w - - 0 1"
	for _, c := range []struct {
		name         string
		white, black PlayerKind
		by           chess.Color
		last         ai.Choice
		want         DrawReply
		over         bool
	}{
		{"a person is asked", Human, Human, chess.White, ai.Choice{}, DrawPending, false},
		{"a computer asks a person", Human, Computer, chess.Black, content, DrawPending, false},
		{"a computer that stands better", Human, Computer, chess.White, content, DrawDeclined, false},
		{"a computer that stands worse", Human, Computer, chess.White, worse, DrawAgreed, true},
		{"between computers", Computer, Computer, chess.White, worse, DrawAgreed, true},
	} {
		b := playing(t, c.white, c.black, chess.Control{}, "chess", bare)
		b.Last[c.by.Other()] = c.last
		if got := b.OfferDraw(c.by, b.now); got != c.want || b.Over() != c.over {
			t.Errorf("%s: %v, over %v; want %v, %v", c.name, got, b.Over(), c.want, c.over)
		}
		if c.want == DrawDeclined {
			if got := b.OfferDraw(c.by, b.now); got != DrawRepeated {
				t.Errorf("%s: offered again %v", c.name, got)
			}
			b.move("Kb1", "Kg8")
			if got := b.OfferDraw(c.by, b.now); got != DrawDeclined {
				t.Errorf("%s: after a move %v", c.name, got)
			}
		}
		if c.want == DrawPending && (b.AgreeDraw(b.now) != nil || b.Game.Outcome().Reason != chess.ByAgreement) {
			t.Errorf("%s: accepted, the game is %v", c.name, b.Game.Outcome())
		}
	}
}

func TestDrawClaims(t *testing.T) {
	thrice := []string{"Nf3", "Nf6", "Ng1", "Ng8", "Nf3", "Nf6", "Ng1", "Ng8"}
	b := playing(t, Human, Human, chess.Control{}, "chess", "")
	b.move(thrice...)
	if got := b.OfferDraw(b.Person(), b.now); got != DrawClaimed || b.Game.Outcome().Reason != chess.ByThreefold {
		t.Errorf("%v, %v", got, b.Game.Outcome())
	}
	// A computer that stands worse claims before it thinks.
	b = playing(t, Computer, Human, chess.Control{}, "chess", "")
	b.Last[chess.White] = ai.Choice{Depth: 9, Score: -50}
	b.move(thrice...)
	if s, claimed, err := b.Proceed(b.now); s != nil || !claimed || err != nil || !b.Over() {
		t.Errorf("search %v, claimed %v, %v", s, claimed, err)
	}
}

func TestResigning(t *testing.T) {
	b := playing(t, Human, Computer, fiveMinutes, "chess", "")
	b.move("e4")
	s := b.search()
	if b.Person() != chess.White {
		t.Error("in the computer's turn it is not the person who resigns")
	}
	if err := b.Resign(b.Person(), b.now); err != nil || b.Game.Outcome().Result != chess.BlackWins || s.Running() {
		t.Errorf("%v, %v", err, b.Game.Outcome())
	}
	if b.Resign(chess.Black, b.now) == nil {
		t.Error("a finished game can be resigned")
	}
	// In a lesson a computer neither gives up nor offers draws.
	b = playing(t, Human, Computer, chess.Control{}, "chess", "")
	b.playsOn = true
	b.move("e4")
	b.engine.choice = ai.Choice{Move: b.parse("e5"), Resign: true, Draw: true}
	if a := b.search().Run(); a.Choice.Resign || a.Choice.Draw || a.Choice.Move == 0 {
		t.Errorf("in a lesson: %+v", a.Choice)
	}
}

// The game is on disk after each move, whichever order the saves come in, and can
// be gone on with where it was left.
func TestAutosave(t *testing.T) {
	b := playing(t, Human, Computer, fiveMinutes, "chess", "")
	for i, san := range []string{"e4", "e5", "Nf3"} {
		b.move(san)
		if kept := b.store.Unfinished(); len(kept) != 1 || len(kept[0].Moves) != i+1 {
			t.Fatalf("after %s is on disk: %+v", san, kept)
		}
	}
	early := b.Autosave(b.Saved(b.now))
	b.now = b.now.Add(30 * time.Second)
	b.move("Nc6")
	b.Proceed(b.now)
	if err := early(); err != nil {
		t.Fatal(err)
	}
	b.now = b.now.Add(time.Minute)
	if !b.Leave(b.now) {
		t.Fatal("the game cannot be gone on with")
	}
	b.save()
	kept := b.store.Unfinished()
	if len(kept) != 1 || len(kept[0].Moves) != 4 {
		t.Fatalf("on disk is %+v", kept)
	}
	left := b.Left(b.now)
	b.now = b.now.Add(24 * time.Hour)
	b.open(kept[0])
	if got := b.Left(b.now); got != left || b.Game.Ply() != 4 || b.Name(chess.Black) != ComputerName(Strongest(), ai.Styles()[0]) {
		t.Errorf("gone on with: left %v, want %v; ply %d", got, left, b.Game.Ply())
	}
	b.TakeBack(b.now)
	if b.Game.Ply() != 2 {
		t.Errorf("moves of the day before: taken back to ply %d, want 2", b.Game.Ply())
	}
	if err := b.Resign(chess.White, b.now); err != nil {
		t.Fatal(err)
	}
	b.save()
	if kept := b.store.Unfinished(); len(kept) != 0 || b.Leave(b.now) {
		t.Errorf("a finished game is kept: %+v", kept)
	}
	// Two computers that have not moved leave nothing behind.
	b = playing(t, Computer, Computer, chess.Control{}, "chess", "")
	b.save()
	if kept := b.store.Unfinished(); len(kept) != 0 {
		t.Errorf("on disk is %+v", kept)
	}
}

// Two people in the fog: each sees his own side, and between the turns nobody
// sees anything and no clock begins.
func TestSharedKeyboardInTheFog(t *testing.T) {
	b := playing(t, Human, Human, fiveMinutes, "dark1", "")
	if b.Covered || b.Observer() != chess.WhiteObserver || !b.Sees(chess.White) || b.Sees(chess.Black) {
		t.Error("White does not see his side alone")
	}
	b.move("e4")
	if !b.Covered || b.Sees(chess.White) || b.Sees(chess.Black) {
		t.Error("the board is not covered")
	}
	if b.Proceed(b.now); b.Covered {
		if _, running := b.Clock.Running(); running {
			t.Error("the clock runs under the cover")
		}
	}
	b.Covered = false
	b.Proceed(b.now)
	if side, running := b.Clock.Running(); !running || side != chess.Black || !b.Sees(chess.Black) || b.Sees(chess.White) {
		t.Error("Black cannot play on")
	}
	if err := b.Resign(chess.Black, b.now); err != nil || b.Covered || b.Observer() != chess.Everyone {
		t.Error("the end is hidden")
	}
}
