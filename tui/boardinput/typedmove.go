package boardinput

import (
	"errors"
	"strings"

	"github.com/charmbracelet/bubbles/key"
	"github.com/charmbracelet/bubbles/textinput"
	tea "github.com/charmbracelet/bubbletea"

	"rookery/chess"
	"rookery/tui/draw"
	"rookery/tui/lang"
	"rookery/tui/ui"
)

const (
	// LongestInput is more than any move or word takes.
	LongestInput = 40
	// longestHistory is how many lines can be called back.
	longestHistory = 50
	// mostOffered is how many completions are listed; a row has no room for more.
	mostOffered = 16
)

// inputLine is the line on which moves and words are written. It is always
// live: whatever is printable goes into it.
type inputLine struct {
	Field   ui.LineInput
	history []string
	at      int    // in history; len(history) for the line being written
	written string // what stood there before history was called up
	Refused bool   // the text was not understood and is selected: the next sign replaces it
	sought  string // what Ctrl-R looks for in history, while it does
	offers  []string
	offered int // the completion that Tab shows next
	words   []command
	lang    *lang.Language // whose words are understood beside the English ones
}

func newInputLine(s *ui.Session) inputLine {
	in := inputLine{Field: ui.NewLineInput(s, LongestInput)}
	in.Field.ShowSuggestions = true
	// The keys of a shell, but none that reads a clipboard.
	in.Field.KeyMap = textinput.KeyMap{
		CharacterForward:        key.NewBinding(key.WithKeys("right", "ctrl+f")),
		CharacterBackward:       key.NewBinding(key.WithKeys("left", "ctrl+b")),
		WordForward:             key.NewBinding(key.WithKeys("ctrl+right", "alt+right", "alt+f")),
		WordBackward:            key.NewBinding(key.WithKeys("ctrl+left", "alt+left", "alt+b")),
		DeleteWordBackward:      key.NewBinding(key.WithKeys("alt+backspace", "ctrl+w")),
		DeleteWordForward:       key.NewBinding(key.WithKeys("alt+delete", "alt+d")),
		DeleteBeforeCursor:      key.NewBinding(key.WithKeys("ctrl+u")),
		DeleteAfterCursor:       key.NewBinding(key.WithKeys("ctrl+k")),
		DeleteCharacterBackward: key.NewBinding(key.WithKeys("backspace", "ctrl+h")),
		DeleteCharacterForward:  key.NewBinding(key.WithKeys("delete", "ctrl+d")),
		LineStart:               key.NewBinding(key.WithKeys("home", "ctrl+a")),
		LineEnd:                 key.NewBinding(key.WithKeys("end", "ctrl+e")),
	}
	in.Field.Focus()
	in.dress(s)
	return in
}

func (in *inputLine) dress(s *ui.Session) {
	in.Field.Dress(s)
	in.lang = s.Lang
	in.Field.Prompt = s.Text(s.Glyphs().Prompt)
}

func (in *inputLine) Empty() bool { return in.Field.Value() == "" }

// Writing tells whether the next sign goes on with what is written. A text that
// was refused stands for correction only: what is no letter of a move means what
// it means on an empty line.
func (in *inputLine) Writing() bool { return !in.Empty() && !in.Refused }

func (in *inputLine) Text() string { return in.Field.Trimmed() }

func (in *inputLine) Clear() {
	in.Field.Reset()
	in.Refused, in.sought, in.offers, in.offered = false, "", nil, 0
	in.Field.SetSuggestions(nil)
	in.at = len(in.history)
}

// Sent puts the line into the history and empties it.
func (in *inputLine) Sent() {
	in.remember()
	in.Clear()
}

// refuse selects the line: what is typed next replaces it, and a key that moves in it
// goes on editing.
func (in *inputLine) refuse() {
	in.remember()
	in.Refused = true
	in.offers = nil
	in.Field.SetSuggestions(nil)
}

// remember adds the line to the history, once if it is sent twice.
func (in *inputLine) remember() {
	if t := in.Text(); t != "" && (len(in.history) == 0 || in.history[len(in.history)-1] != t) {
		in.history = append(in.history, t)
		if len(in.history) > longestHistory {
			in.history = in.history[1:]
		}
	}
	in.at = len(in.history)
}

// seekBack is the key that looks for earlier lines, as in a shell.
var seekBack = key.NewBinding(key.WithKeys("ctrl+r"))

// Edits tells whether a key means something to the text on the line, which it then does
// before it means anything to the screen.
func (in *inputLine) Edits(msg tea.KeyMsg) bool {
	return !in.Empty() && (in.moves(msg) || in.deletes(msg) || key.Matches(msg, seekBack))
}

func (in *inputLine) moves(msg tea.KeyMsg) bool {
	k := &in.Field.KeyMap
	return key.Matches(msg, k.CharacterForward, k.CharacterBackward, k.WordForward, k.WordBackward, k.LineStart, k.LineEnd)
}

func (in *inputLine) deletes(msg tea.KeyMsg) bool {
	k := &in.Field.KeyMap
	return key.Matches(msg, k.DeleteWordBackward, k.DeleteWordForward, k.DeleteBeforeCursor, k.DeleteAfterCursor,
		k.DeleteCharacterBackward, k.DeleteCharacterForward)
}

// seek calls up the line before the present one of the history that holds what was
// written when it was pressed first.
func (in *inputLine) seek() {
	want := in.sought
	if want == "" {
		want = in.Text()
	}
	for at := in.at - 1; at >= 0; at-- {
		if strings.Contains(in.history[at], want) && in.history[at] != in.Text() {
			in.recall(at - in.at)
			break
		}
	}
	in.sought = want
}

// Edit gives a key to the line. moves are what can be written now.
func (in *inputLine) Edit(msg tea.KeyMsg, moves []string) {
	if key.Matches(msg, seekBack) {
		in.seek()
		return
	}
	in.sought = ""
	if in.Refused && (msg.Type == tea.KeyRunes || msg.Type == tea.KeySpace || in.deletes(msg)) && !in.moves(msg) {
		in.Field.Reset()
	}
	in.Refused = false
	in.Field.Type(msg)
	in.at = len(in.history)
	in.Offer(moves)
}

// Offer finds what the text may become. Only the last possibility is shown
// inside the line, so that nobody takes it for what he wrote.
func (in *inputLine) Offer(moves []string) {
	in.offers, in.offered = nil, 0
	for _, text := range in.lang.Beginnings(in.Text()) {
		if in.offers = completions(text, moves, in.spellings()); len(in.offers) > 0 {
			break
		}
	}
	in.Field.SetSuggestions(nil)
	if len(in.offers) == 1 {
		in.Field.SetSuggestions([]string{in.lang.Move(in.offers[0])})
	}
}

// Complete writes the next completion; false when there is none.
func (in *inputLine) complete() bool {
	if len(in.offers) == 0 {
		return false
	}
	in.Field.SetValue(in.lang.Move(in.offers[in.offered]))
	in.Field.CursorEnd()
	in.Field.SetSuggestions(nil)
	in.offered = (in.offered + 1) % len(in.offers)
	return true
}

// recall walks through the history: -1 to earlier lines, 1 to later ones.
func (in *inputLine) recall(by int) {
	at := in.at + by
	if at < 0 || at > len(in.history) {
		return
	}
	if in.at == len(in.history) {
		in.written = in.Field.Value()
	}
	in.at = at
	text := in.written
	if at < len(in.history) {
		text = in.history[at]
	}
	in.Refused, in.sought, in.offers = false, "", nil
	in.Field.SetSuggestions(nil)
	in.Field.SetValue(text)
	in.Field.CursorEnd()
}

// View draws the line to at most width columns.
func (in *inputLine) View(th *draw.Theme, width int) string {
	in.Field.Width = max(width-len([]rune(in.Field.Prompt))-1, 4)
	if in.Refused {
		in.Field.TextStyle = th.Error.Lipgloss().Reverse(true)
		in.Field.Width = min(in.Field.Width, draw.WidthOf(in.Field.Value())) // the text alone
	} else {
		in.Field.TextStyle = th.Input.Lipgloss()
	}
	return in.Field.View()
}

// commandAliases are other words for the same.
var commandAliases = map[string]string{
	"takeback": "undo", "back": "undo", "card": "rules", "quit": "menu", "exit": "menu", "leave": "menu",
	"time": "clock", "analyze": "analyse", "analysis": "analyse", "thoughts": "think", "lines": "think", "eval": "meter", "again": "rematch", "turn": "flip", "claim": "draw", "autoflip": "turning", "best": "go", "?": "help",
}

// commandOf reads a word of the line, with or without a colon before it; nil for
// what is to be read as a move.
func (in *inputLine) commandOf(text string) func() tea.Cmd {
	text = in.English(strings.TrimSpace(strings.TrimPrefix(text, ":")))
	if w, ok := commandAliases[text]; ok {
		text = w
	}
	for _, w := range in.words {
		if w.Name == text {
			return w.do
		}
	}
	return nil
}

// English is a word in English and in small letters, where it is a word of the
// line in the player's language.
func (in *inputLine) English(word string) string {
	for _, w := range in.words {
		for _, own := range in.lang.Words(w.Name) {
			if lang.Fold(own) == lang.Fold(word) {
				return w.Name
			}
		}
	}
	return strings.ToLower(word)
}

// spellings are the words as they can be typed, those of the player's language first.
func (in *inputLine) spellings() []string {
	var own, english []string
	for _, w := range in.words {
		own = append(own, in.lang.Words(w.Name)...)
		english = append(english, w.Name)
	}
	return append(own, english...)
}

// completions are the moves, else the words, that begin like text. The case
// of letters counts only where something begins with exactly that.
func completions(text string, moves, words []string) []string {
	if text == "" {
		return nil
	}
	if rest, ok := strings.CutPrefix(text, ":"); ok {
		var found []string
		for _, w := range words {
			if strings.HasPrefix(w, strings.ToLower(rest)) {
				found = append(found, ":"+w)
			}
		}
		return found
	}
	var exact, loose []string
	consider := func(s string) {
		switch {
		case strings.HasPrefix(s, text):
			exact = append(exact, s)
		case len(s) >= len(text) && strings.EqualFold(s[:len(text)], text):
			loose = append(loose, s)
		}
	}
	for _, m := range moves {
		consider(m)
	}
	for _, m := range moves { // Nx begins Nbxd5 too
		if short := withoutOrigin(m); short != m && len(short) > len(text) && strings.EqualFold(short[:len(text)], text) {
			loose = append(loose, m)
		}
	}
	if len(exact)+len(loose) == 0 && len(text) > 1 {
		for _, w := range words {
			consider(w)
		}
	}
	return append(exact, loose...)
}

// withoutOrigin is a move of a piece in SAN without what tells it from another one.
func withoutOrigin(san string) string {
	body := strings.TrimRight(san, "+#")
	x := strings.IndexByte(body, 'x')
	if x < 0 && len(body) > 3 && body[1] != '@' {
		x = len(body) - 2
	}
	if x < 2 || body[0] < 'A' || body[0] > 'Z' || body[0] == 'O' {
		return san
	}
	return san[:1] + san[x:]
}

// Wrote gives a key to the line.
func (in *Input) Wrote(msg tea.KeyMsg) tea.Cmd {
	k := &in.Bindings
	switch {
	case key.Matches(msg, k.Send):
		return in.Send()
	case key.Matches(msg, k.Complete):
		switch {
		case in.Line.complete():
			if n := len(in.Line.offers); n > 1 {
				in.Say("Possible: " + strings.Join(in.Line.offers[:min(n, mostOffered)], " "))
			}
		case in.opponent != nil:
			in.Complain("no legal move starts like that")
		}
	case key.Matches(msg, k.Up):
		in.Line.recall(-1)
	case key.Matches(msg, k.Down):
		in.Line.recall(1)
	default:
		in.Line.Edit(msg, in.Writable())
		if in.Rules.Capture != chess.Take {
			in.Redraw() // what the typed move would do is marked
		}
		if in.Notice.Bad || in.opponent == nil {
			in.Notice = ui.Notice{}
		}
	}
	return nil
}

// Send reads the line: in a game a word, else a move.
func (in *Input) Send() tea.Cmd {
	text := in.Line.Text()
	if text == "" {
		in.Line.Clear()
		return nil
	}
	if do := in.Line.commandOf(text); do != nil {
		in.Line.Sent()
		return do()
	}
	if in.premoveNow() {
		in.typePremove(text)
		return nil
	}
	if !in.host.Ready() {
		in.Line.refuse()
		return nil
	}
	b := in.host.Present()
	m, err := in.S.ParseMove(b, text)
	if err == nil {
		err = in.mayPlay(b, m)
	}
	var ambiguous *chess.AmbiguousError
	if in.opponent != nil && errors.As(err, &ambiguous) && in.chooseOf(ambiguous.Choices) {
		in.Line.Sent()
		return nil
	}
	if err != nil {
		in.Notice = in.refusal(b, text, err)
		in.Line.refuse()
		return nil
	}
	in.Line.Sent()
	return in.host.Play(m)
}

// mayPlay tells why a move that can be read cannot be played: in a game nobody
// passes, and a piece that was touched must be moved.
func (in *Input) mayPlay(b chess.Board, m chess.Move) error {
	switch {
	case in.opponent != nil && m == chess.Pass:
		return errors.New("you cannot pass here")
	case in.opponent != nil:
		return in.touched(m)
	case m == chess.Pass && len(b.Checked()) > 0:
		return errors.New("you cannot pass while in check")
	}
	return nil
}

// chooseOf asks which of several texts is meant, each of them a move; false
// where they are none.
func (in *Input) chooseOf(texts []string) bool {
	moves := make([]chess.Move, len(texts))
	for i, text := range texts {
		var err error
		if moves[i], err = chess.ParseMove(in.host.Present(), text); err != nil {
			return false
		}
	}
	in.Notice = ui.Notice{}
	in.choose(moves, texts)
	return true
}

// refusal is the error of a move that cannot be played, in a game with what may
// have been meant. In fog nothing is guessed: a guess would tell.
func (in *Input) refusal(b chess.Board, text string, err error) ui.Notice {
	said := err.Error()
	n := ui.Notice{Text: said, Bad: true, Typed: strings.HasPrefix(said, text)}
	var ambiguous *chess.AmbiguousError
	if in.opponent == nil || in.inFog() || errors.As(err, &ambiguous) {
		return n
	}
	var close []string
	for _, s := range chess.Suggest(b, text, 2) {
		if !strings.Contains(said, s) {
			close = append(close, s)
		}
	}
	if len(close) > 0 {
		meant := "Did you mean " + strings.Join(close, " or ") + "?"
		n.Text, n.Short = said+". "+meant, text+"? "+meant
	}
	return n
}
