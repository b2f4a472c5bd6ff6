package play

import (
	"errors"
	"io/fs"
	"strings"
	"testing"
	"time"

	"rookery/chess"
	"rookery/pgn/repertoire"
)

const twoLines = "1. e4 e5 (1... c5 2. Nf3 d6 3. d4) 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 *\n"

func learn(t *testing.T, text string, side chess.Color) *repertoire.Repertoire {
	t.Helper()
	r, err := repertoire.Read(strings.NewReader(text), side)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestRepertoireRun answers all cards, one of them wrong, which comes again before the end
// but counts once.
func TestRepertoireRun(t *testing.T) {
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	rep := learn(t, twoLines, chess.White)
	var record RepertoireRecord
	run, err := NewRepertoireRun(rep, &record, false, now)
	if err != nil {
		t.Fatal(err)
	}
	var asked []string
	for run.Card != nil {
		asked = append(asked, strings.Join(run.Game.SANs(), " "))
		if len(asked) > 20 {
			t.Fatal("the run does not end")
		}
		if len(asked) == 3 {
			wrong, err := chess.ParseMove(run.Game.Board(), "a3")
			if err != nil {
				t.Fatal(err)
			}
			if right, err := run.Try(wrong); right || err != nil {
				t.Fatal("a wrong move is right")
			}
		}
		card := run.Card
		if right, err := run.Try(card.Answers[0]); !right || err != nil {
			t.Fatal(right, err)
		}
		failed := run.Failed
		if run.Count() {
			if err := record.Remember(card, !failed, now); err != nil {
				t.Fatal(err)
			}
		}
		if err := run.Next(); err != nil {
			t.Fatal(err)
		}
	}
	want := []string{"", "e4 e5", "e4 e5 Nf3 Nc6", "e4 e5 Nf3 Nc6 Bb5 a6", "e4 c5", "e4 c5 Nf3 d6", "e4 e5 Nf3 Nc6"}
	if strings.Join(asked, "|") != strings.Join(want, "|") {
		t.Errorf("asked %q, want %q", asked, want)
	}
	if run.Right != 5 || run.Wrong != 1 {
		t.Errorf("%d right, %d wrong", run.Right, run.Wrong)
	}
	if _, err := NewRepertoireRun(rep, &record, false, now); !errors.Is(err, ErrNothingDue) {
		t.Errorf("%v right after a run", err)
	}
	if all, err := NewRepertoireRun(rep, &record, true, now); err != nil || all.Left() != 6 {
		t.Errorf("%v: a line that is trained whole", err)
	}
	// What was wrong comes first, and what was right comes later each time.
	next := record.Next(rep, now)
	if wait := next.Sub(now); wait < 12*time.Hour || wait > 48*time.Hour {
		t.Errorf("the wrong one comes again in %v", wait)
	}
	due, fresh := record.Count(rep, next)
	if due != 1 || fresh != 0 {
		t.Errorf("%d due, %d new on that day", due, fresh)
	}
	first := record.Memory[cardKey(rep.Cards[0])]
	if err := record.Remember(rep.Cards[0], true, first.Due); err != nil {
		t.Fatal(err)
	}
	second := record.Memory[cardKey(rep.Cards[0])]
	if second.Due.Sub(first.Due) <= first.Due.Sub(now) {
		t.Errorf("first in %v, then in %v", first.Due.Sub(now), second.Due.Sub(first.Due))
	}
}

// TestRepertoireIsKept reads back what was written, and keeps what it cannot read.
func TestRepertoireIsKept(t *testing.T) {
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	st := NewStore(t.TempDir(), "")
	rep := learn(t, twoLines, chess.White)
	record, err := st.ChangeRepertoire(func(r *RepertoireRecord) error {
		r.Add(RepertoireFile{Path: "a.pgn"})
		r.Add(RepertoireFile{Path: "a.pgn", Black: true})
		return r.Remember(rep.Cards[0], true, now)
	})
	if err != nil || len(record.Files) != 1 || record.Files[0].Side() != chess.Black {
		t.Fatal(record.Files, err)
	}
	again, err := st.RepertoireRecord()
	if err != nil || len(again.Files) != 1 || len(again.Memory) != 1 {
		t.Fatal(again, err)
	}
	// A position that another file reaches is the same card.
	if due, _ := again.Due(learn(t, "1. e4 d5 2. exd5 *", chess.White).Cards[0], now.Add(time.Hour)); due {
		t.Error("the same position is asked twice")
	}
	if err := st.lessons.Change(repertoireFile, func([]byte) ([]byte, error) { return []byte("{"), nil }); err != nil {
		t.Fatal(err)
	}
	if _, err := st.ChangeRepertoire(func(*RepertoireRecord) error { return nil }); err == nil {
		t.Error("what cannot be read was overwritten")
	}
}

// TestOldMemoriesGo keeps what was asked last where only so much may be kept.
func TestOldMemoriesGo(t *testing.T) {
	rep := learn(t, twoLines, chess.White)
	var r RepertoireRecord
	for i, c := range rep.Cards {
		if err := r.Remember(c, true, time.Unix(int64(1e9+i*1000), 0)); err != nil {
			t.Fatal(err)
		}
	}
	r.forget(4)
	for i, c := range rep.Cards {
		if _, there := r.Memory[cardKey(c)]; there != (i >= 2) {
			t.Errorf("card %d: %t", i, there)
		}
	}
}

// TestFewNewOnesInARun asks no more than a day's new positions.
func TestFewNewOnesInARun(t *testing.T) {
	var text strings.Builder
	for _, reply := range strings.Fields("a6 a5 b6 b5 c6 c5 d6 d5 e6 e5 f6 f5 g6 g5 h6 h5 Na6 Nc6 Nf6 Nh6") {
		text.WriteString("1. e4 " + reply + " 2. d4 *\n\n")
	}
	rep := learn(t, text.String(), chess.White)
	if len(rep.Cards) != 21 {
		t.Fatal(len(rep.Cards))
	}
	run, err := NewRepertoireRun(rep, &RepertoireRecord{}, false, time.Now())
	if err != nil || run.Left() != freshInARun {
		t.Error(run.Left(), err)
	}
}

// TestRepertoireText keeps pasted lines in the store, as many as there is room for, and takes them along into
// another store.
func TestRepertoireText(t *testing.T) {
	st := NewStore(t.TempDir(), "")
	record, err := st.AddRepertoireText("[Event \"My French: Advance\"]\n\n1. e4 e6 (1... c5 2. Nf3) 2. d4 d5 (2... b6 3. c4) *\n")
	if err != nil || len(record.Files) != 1 || record.Files[0] != (RepertoireFile{Path: "My French: Advance", Text: true}) {
		t.Fatal(record.Files, err)
	}
	rep, err := st.Repertoire(record.Files[0])
	if err != nil || len(rep.Cards) != 4 {
		t.Fatal(rep, err)
	}
	if _, err := st.ChangeRepertoire(func(r *RepertoireRecord) error { return r.Remember(rep.Cards[0], true, time.Now()) }); err != nil {
		t.Fatal(err)
	}
	if _, err := st.AddRepertoireText("no games"); err == nil {
		t.Error("words were taken for lines")
	}
	for record.room() == nil {
		if record, err = st.AddRepertoireText("1. d4 d5 2. c4 *"); err != nil {
			t.Fatal(err)
		}
	}
	if len(record.Files) != mostTexts || record.Files[1].Name() != "PGN" || record.Files[2].Name() != "PGN (2)" {
		t.Fatal(record.Files)
	}
	if _, err := st.AddRepertoireText("1. d4 d5 2. c4 *"); err == nil {
		t.Error("there is room without end")
	}
	if record, err = st.DropRepertoire("PGN"); err != nil || len(record.Files) != mostTexts-1 {
		t.Fatal(record.Files, err)
	}
	if _, err := st.lessons.Read(RepertoireFile{Path: "PGN", Text: true}.textFile()); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the text is still there: %v", err)
	}
	if _, err := st.DropRepertoire("PGN"); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}

	account := NewStore(t.TempDir(), "")
	if _, err := account.AddRepertoireText("1. c4 e5 2. Nc3 *"); err != nil {
		t.Fatal(err)
	}
	if done, err := account.JoinRepertoires(st); err != nil || !done {
		t.Fatal(done, err)
	}
	record, err = account.RepertoireRecord()
	if err != nil || len(record.Files) != mostTexts || record.Files[1].Name() != "My French: Advance" || len(record.Memory) != 1 {
		t.Fatal(record, err)
	}
	for _, f := range record.Files {
		if _, err := account.Repertoire(f); err != nil {
			t.Error(f, err)
		}
	}
	if left, err := st.lessons.List(); err != nil || len(left) != 0 {
		t.Errorf("left behind: %q, %v", left, err)
	}
	if _, err := NewStore("", "").AddRepertoireText("1. e4 e5 *"); err == nil {
		t.Error("a guest keeps lines")
	}
}
