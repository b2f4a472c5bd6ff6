package game

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"rookery/ai/endings"
	"rookery/chess"
	"rookery/tui/play"
	"rookery/tui/ui"
)

// EndingForm asks for an ending to practise: pieces, variant and how hard, and draws a position of it from
// exact tables, which it has made where they are missing.
type EndingForm struct {
	ui.FormCursor
	s *ui.Session

	pieces     string
	parts      []string
	rules      chess.Rules
	difficulty play.Difficulty

	cancel   context.CancelFunc // while a position is drawn
	progress *atomic.Pointer[endings.Progress]
}

type endingRow = int

const (
	endingPieces endingRow = iota
	endingVariant
	endingDifficulty
	endingRows
)

// knownEndings are offered one after the other; any other can be typed.
var knownEndings = []string{"KQvKR", "KPvK", "KBNvK", "KBBvK", "KQvKP", "KRvKB", "KRvKN", "KQvKB", "KQvKN", "KPvKP", "KRvKP"}

// longestPieces is how many signs the pieces may be written with, "KQvKR 3+2" among them.
const longestPieces = 12

// endingWait is the longest that tables are waited for.
const endingWait = 10 * time.Minute

func newEndingForm(s *ui.Session) *EndingForm {
	f := &EndingForm{FormCursor: ui.FormCursor{Keys: ui.Bound(s, ui.NewFormKeys())}, s: s, pieces: knownEndings[0], parts: []string{"chess"}, difficulty: play.MediumEnding}
	f.rules, _ = play.RulesOf(f.parts)
	f.Keys.Random.SetEnabled(false)
	f.Step(0, f)
	return f
}

// Messages of the form.
type (
	endingDrawnMsg struct {
		to     *EndingForm
		lesson *play.Lesson
		err    error
	}
	endingTickMsg struct{ to *EndingForm }
)

func (f *EndingForm) Title() string { return f.s.Text("Any ending") }

// Typing leaves letters to the pieces.
func (f *EndingForm) Typing() bool { return f.At == endingPieces }

// Close stops the making of tables.
func (f *EndingForm) Close() {
	if f.cancel != nil {
		f.cancel()
	}
}

func (f *EndingForm) Update(msg tea.Msg) (ui.Screen, tea.Cmd) {
	switch msg := msg.(type) {
	case ui.VariantChosenMsg:
		if msg.Form == f {
			f.setVariant(msg.Variant)
		}
	case endingTickMsg:
		if msg.to == f && f.cancel != nil {
			return f, f.tick()
		}
	case endingDrawnMsg:
		if msg.to == f && f.cancel != nil {
			f.cancel()
			f.cancel = nil
			if msg.err != nil {
				return f, ui.Fail(msg.err)
			}
			return f, openAttempt(f.s, f, Attempt{Lesson: msg.lesson, FEN: msg.lesson.FEN})
		}
	case tea.MouseMsg:
		if f.cancel == nil {
			f.Clicked(msg, f)
		}
	case tea.KeyMsg:
		return f, f.pressed(msg)
	}
	return f, nil
}

func (f *EndingForm) pressed(msg tea.KeyMsg) tea.Cmd {
	if f.cancel != nil { // tables are made: Esc leaves them for later
		if msg.Type == tea.KeyEsc {
			f.cancel()
			f.cancel = nil
		}
		return nil
	}
	if f.At == endingPieces && f.Write(msg, &f.pieces, longestPieces, "KQRBNPVkqrbnpv+123 ") {
		f.pieces = strings.Replace(strings.ToUpper(f.pieces), "V", "v", 1)
		return nil
	}
	return f.Pressed(msg, f)
}

func (f *EndingForm) setVariant(parts []string) {
	if rules, err := play.RulesOf(parts); err == nil {
		f.parts, f.rules = parts, rules
	}
}

// What the cursor asks of the form.

func (f *EndingForm) Count() int     { return endingRows }
func (f *EndingForm) Moved()         { f.Keys.Open.SetEnabled(f.At == endingVariant) }
func (f *EndingForm) Leave() tea.Cmd { return f.s.Pop(f) }
func (f *EndingForm) List() tea.Cmd  { return f.s.Push(f, ui.NewVariantList(f.s, f, f.parts)) }
func (f *EndingForm) Card() tea.Cmd  { return f.s.Open(f, ui.ShowRules{Rules: f.rules}) }

func (f *EndingForm) Cycle(by int) {
	switch f.At {
	case endingPieces:
		f.pieces, f.Fresh = ui.NextWord(f.pieces, by, knownEndings...), true
	case endingVariant:
		f.setVariant(ui.NextVariant(f.parts, by))
	case endingDifficulty:
		n := play.Difficulty(len(play.Difficulties))
		f.difficulty = (f.difficulty + play.Difficulty(by) + n) % n
	}
}

// whyNot tells what is wrong with the pieces or the variant.
func (f *EndingForm) whyNot() error {
	if f.s.Endings == nil {
		return errors.New("tables of endings are made at your own machine only")
	}
	set, err := endings.NewSet(f.rules, "")
	if err != nil {
		return err
	}
	m, err := endings.ParseMaterial(f.pieces)
	if err != nil {
		return err
	}
	return set.Check(set.Whole(m))
}

// Start has a position drawn.
func (f *EndingForm) Start() tea.Cmd {
	if err := f.whyNot(); err != nil {
		f.At = endingPieces
		f.Step(0, f)
		return ui.Fail(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), endingWait)
	f.cancel, f.progress = cancel, new(atomic.Pointer[endings.Progress])
	progress, set, parts, pieces, difficulty, seed := f.progress, f.s.Endings.Set(f.rules), f.parts, f.pieces, f.difficulty, f.s.Seed()
	return tea.Batch(func() tea.Msg {
		l, err := play.NewEnding(ctx, set, parts, pieces, difficulty, seed, func(p endings.Progress) { progress.Store(&p) })
		return endingDrawnMsg{f, l, err}
	}, f.tick())
}

// tick looks again in a moment how far the tables are.
func (f *EndingForm) tick() tea.Cmd {
	return ui.After(200*time.Millisecond, endingTickMsg{f})
}

func (f *EndingForm) row(r endingRow) ui.FormRow {
	t := f.s.Text
	switch r {
	case endingPieces:
		about := t("White's pieces first; you play White. Type any others of up to four.")
		if err := f.whyNot(); err != nil {
			about = t(ui.ErrorText(err))
		}
		return ui.FormRow{Name: t("Pieces"), Value: f.pieces, About: about}
	case endingVariant:
		return ui.FormRow{Name: t("Variant"), Value: t(f.rules.Name), About: t(f.rules.Aim)}
	}
	about := [...]string{"The win is at most a third as long as the longest.", "The win is up to two thirds as long as the longest.", "The win is among the longest."}
	return ui.FormRow{Name: t("Difficulty"), Value: t(play.Difficulties[f.difficulty]), About: t(about[f.difficulty])}
}

func (f *EndingForm) View() string {
	form := ui.Form{Title: f.Title(), At: f.At, Typing: f.At == endingPieces && !f.Fresh, Enter: f.s.Text("practise")}
	for r := range endingRows {
		form.Rows = append(form.Rows, f.row(r))
	}
	if f.cancel != nil {
		form.Busy = f.s.Text("Generating a random position")
		if p := f.progress.Load(); p != nil {
			form.Busy = f.s.Text(fmt.Sprintf("Making the table of %s, %d of %d: %.0f %%", p.Material, p.Table, p.Tables, 100*p.Done))
		}
	}
	var view string
	view, f.Top = form.Render(f.s, f.Width, f.Height)
	return view
}
