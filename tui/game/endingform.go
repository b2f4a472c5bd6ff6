package game

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"time"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"rookery/ai/endings"
	"rookery/chess"
	"rookery/tui/play"
	"rookery/tui/ui"
)

// EndingForm asks for an ending to practise: pieces, variant and how hard, and draws a position of it from
// exact tables, which it has made where they are missing.
type EndingForm struct {
	s     *ui.Session
	keys  ui.FormKeys
	at    endingRow
	fresh bool // the pieces are replaced by what is typed

	pieces     string
	parts      []string
	rules      chess.Rules
	difficulty play.Difficulty

	cancel   context.CancelFunc // while a position is drawn
	progress *atomic.Pointer[endings.Progress]

	width, height int
	top           int // where the rows were drawn
}

type endingRow int

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
	f := &EndingForm{s: s, keys: ui.Bound(s, ui.NewFormKeys()), pieces: knownEndings[0], parts: []string{"chess"}, difficulty: play.MediumEnding}
	f.rules, _ = play.RulesOf(f.parts)
	f.keys.Random.SetEnabled(false)
	f.step(0)
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

func (f *EndingForm) Init() tea.Cmd             { return nil }
func (f *EndingForm) SetSize(width, height int) { f.width, f.height = width, height }
func (f *EndingForm) MinSize() (int, int)       { return 44, 12 }
func (f *EndingForm) Title() string             { return f.s.Text("Any ending") }

// Typing leaves letters to the pieces.
func (f *EndingForm) Typing() bool { return f.at == endingPieces }

// Close stops the making of tables.
func (f *EndingForm) Close() {
	if f.cancel != nil {
		f.cancel()
	}
}

func (f *EndingForm) step(by int) {
	f.at = (f.at + endingRow(by) + endingRows) % endingRows
	f.keys.Open.SetEnabled(f.at == endingVariant)
	f.fresh = true
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
		if at := endingRow(msg.Y - f.top); at >= 0 && at < endingRows && msg.Action == tea.MouseActionPress && f.cancel == nil {
			f.at = at
			f.step(0)
			switch msg.Button {
			case tea.MouseButtonLeft, tea.MouseButtonWheelDown:
				f.cycle(1)
			case tea.MouseButtonRight, tea.MouseButtonWheelUp:
				f.cycle(-1)
			}
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
	if f.at == endingPieces && f.write(msg) {
		return nil
	}
	switch k := f.keys; {
	case key.Matches(msg, k.Start):
		return f.start()
	case key.Matches(msg, k.Back):
		return f.s.Pop(f)
	case key.Matches(msg, k.Up):
		f.step(-1)
	case key.Matches(msg, k.Down):
		f.step(1)
	case key.Matches(msg, k.Prev):
		f.cycle(-1)
	case key.Matches(msg, k.Open):
		return f.s.Push(f, ui.NewVariantList(f.s, f, f.parts))
	case key.Matches(msg, k.Next), msg.Type == tea.KeySpace:
		f.cycle(1)
	case key.Matches(msg, k.Card):
		return f.s.Open(f, ui.ShowRules{Rules: f.rules})
	}
	return nil
}

// write edits the pieces and tells whether the key was meant for them.
func (f *EndingForm) write(msg tea.KeyMsg) bool {
	switch {
	case msg.Type == tea.KeyBackspace:
		f.pieces, f.fresh = f.pieces[:max(len(f.pieces)-1, 0)], false
		return true
	case msg.Type == tea.KeySpace && !f.fresh:
		msg.Runes = []rune{' '}
	case msg.Type != tea.KeyRunes || len(msg.Runes) != 1 || !strings.ContainsRune("KQRBNPVkqrbnpv+123", msg.Runes[0]):
		return false
	}
	if f.fresh {
		f.pieces, f.fresh = "", false
	}
	if len(f.pieces) < longestPieces {
		f.pieces += strings.Replace(strings.ToUpper(string(msg.Runes)), "V", "v", 1)
	}
	return true
}

func (f *EndingForm) setVariant(parts []string) {
	if rules, err := play.RulesOf(parts); err == nil {
		f.parts, f.rules = parts, rules
	}
}

func (f *EndingForm) cycle(by int) {
	switch f.at {
	case endingPieces:
		f.pieces, f.fresh = ui.NextWord(f.pieces, by, knownEndings...), true
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

// start has a position drawn.
func (f *EndingForm) start() tea.Cmd {
	if err := f.whyNot(); err != nil {
		f.at = endingPieces
		f.step(0)
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
	return tea.Tick(200*time.Millisecond, func(time.Time) tea.Msg { return endingTickMsg{f} })
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
	form := ui.Form{Title: f.Title(), At: int(f.at), Typing: f.at == endingPieces && !f.fresh, Enter: f.s.Text("practise")}
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
	view, f.top = form.Render(f.s, f.width, f.height)
	return view
}

func (f *EndingForm) ShortHelp() []key.Binding {
	k := f.keys
	return []key.Binding{k.Start, ui.PairOf("select", k.Up, k.Down), ui.PairOf("change", k.Prev, k.Next), k.Open, k.Card, k.Back}
}

func (f *EndingForm) FullHelp() [][]key.Binding {
	k := f.keys
	return [][]key.Binding{{k.Start, k.Back, k.Card}, {k.Up, k.Down, k.Prev, k.Next}, {k.Open}}
}
