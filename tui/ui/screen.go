package ui

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"unicode"

	"github.com/charmbracelet/bubbles/help"
	tea "github.com/charmbracelet/bubbletea"

	"rookery/pgn/safefile"
	"rookery/tui/draw"
	"rookery/tui/lang"
)

// Screen is one full page of the program. App keeps a stack of them and knows
// nothing of their insides.
//
// A screen draws exactly the cells given by SetSize; App adds the footer with
// the keys below it. Keys and the mouse reach the top screen only; every other
// message reaches all screens of the stack, which ignore what is not theirs.
// A screen may hand back another screen from Update to take its own place.
// Screens are pointers, so that they can be compared.
type Screen interface {
	Init() tea.Cmd
	Update(tea.Msg) (Screen, tea.Cmd)
	View() string
	SetSize(width, height int)
	help.KeyMap
}

// A screen may also be one of these.
type (
	// Titled screens name themselves for the window title.
	Titled interface{ Title() string }
	// Sized screens say what they need, in cells, without App's footer.
	// Others get leastWidth × leastHeight.
	Sized interface{ MinSize() (width, height int) }
	// Rowed screens give the rows of View, which are good until the next message.
	Rowed interface{ Rows() []string }
	// TextInput screens say when printable keys are text that the user writes,
	// so that App leaves "?" and "q" alone.
	TextInput interface{ Typing() bool }
	// Confirmer screens ask before they are left by Ctrl-C; the empty string
	// lets go. The question is put into the footer with [y/N].
	Confirmer interface{ LeaveQuestion() string }
	// Asker screens tell that a question waits for a key: a screen that opens by
	// itself waits until it is answered.
	Asker interface{ Asking() bool }
	// Paster screens tell that they take what is pasted themselves; elsewhere a position is
	// analysed and games are shown.
	Paster interface{ TakesPaste() bool }
	// Noticing screens have a row for notices, and tell where it is while it is free, else -1.
	// There App puts what it has to say, so that notices stand in one place.
	Noticing interface{ NoticeAt() int }
	// Closer screens free what they hold (a running search, a file) when they
	// leave the stack.
	Closer interface{ Close() }
)

// Messages to App. Those that change the stack name the screen they come from
// and are dropped when it is no longer on top. A nil from always holds. Screens
// send them by Session.Push and its like, so that no key comes between.
type (
	// PushMsg puts a screen on top.
	PushMsg struct{ From, Screen Screen }
	// PushSayingMsg puts a screen on top and says why; an empty text says nothing.
	PushSayingMsg struct {
		PushMsg
		Said string
	}
	// PopMsg takes the top screen away; the last one quits the program.
	PopMsg struct{ From Screen }
	// ReplaceMsg puts a screen in the place of the top one.
	ReplaceMsg struct{ From, Screen Screen }
	// ToastMsg shows one line in the footer for a few seconds. It is made safe
	// for the terminal by App.
	ToastMsg struct {
		Text string
		Bad  bool // an error rather than news
	}
	// CopyMsg puts text on the clipboard of the user's own terminal (OSC 52)
	// and says so in the footer.
	CopyMsg struct{ Text, Said string }
	// QuitMsg leaves the program after asking the confirmers.
	QuitMsg struct{}
)

// Messages from App to every screen.
type (
	// ThemeMsg tells that Session.Theme was replaced: drawn rows kept by a
	// screen are stale.
	ThemeMsg struct{}
	// RevealedMsg tells the screen that it is on top again after a pop.
	RevealedMsg struct{}
)

// Notice is the one row that talks to the player.
type Notice struct {
	Text  string
	Short string // what is said where Text does not fit; empty for Text cut
	Bad   bool
	Keep  bool // until the next key, whatever happens on the board
	// Typed tells that Text begins with what the player wrote, which stays as it is.
	Typed bool
}

// NoticeText is a notice as a row of width cells shows it. An error begins with a
// capital, but for a move, a square or what was typed.
func (s *Session) NoticeText(n Notice, width int) string {
	text := s.noticeWords(n, n.Text)
	if n.Short != "" && draw.WidthOf(text) > width {
		text = s.noticeWords(n, n.Short)
	}
	return draw.Cut(text, width)
}

// NoticeRows is a notice in at most two rows of width cells.
func (s *Session) NoticeRows(n Notice, width int) []string {
	rows := draw.Wrap(s.noticeWords(n, n.Text), width)
	if len(rows) > 2 && n.Short != "" {
		rows = draw.Wrap(s.noticeWords(n, n.Short), width)
	}
	if len(rows) > 2 {
		rows = []string{rows[0], draw.Cut(strings.Join(rows[1:], " "), width)}
	}
	return rows
}

func (s *Session) noticeWords(n Notice, english string) string {
	text := draw.Clean(s.Text(english))
	word, _, _ := strings.Cut(text, " ")
	if n.Bad && !n.Typed && (len(word) > 1 || word == "a") && !strings.ContainsFunc(word, func(r rune) bool { return !unicode.IsLetter(r) && r != ',' }) {
		text = lang.UpperFirst(text)
	}
	return text
}

// Toast shows a text.
//
//go:noinline
func Toast(text string) tea.Cmd {
	return func() tea.Msg { return ToastMsg{Text: text} }
}

// Fail shows an error.
//
//go:noinline
func Fail(err error) tea.Cmd {
	return func() tea.Msg { return FailMsg(err) }
}

// FailMsg shows an error.
func FailMsg(err error) ToastMsg { return ToastMsg{Text: ErrorText(err), Bad: true} }

// ErrorText says an error to a player. What the system has refused is said in words,
// with the name of the file but not its folders: a row has room for the reason then.
func ErrorText(err error) string {
	err = safefile.Explain(err)
	if e, ok := errors.AsType[*safefile.Error](err); ok && e == err {
		err = e.Named(filepath.Base(e.Path))
	}
	text := err.Error()
	for _, ended := range []struct {
		why  error
		said string
	}{
		{context.DeadlineExceeded, "the server did not answer in time: try again in a moment"},
		{context.Canceled, "this was stopped before it was done: try again"},
	} {
		if errors.Is(err, ended.why) && strings.Contains(text, ended.why.Error()) {
			return ended.said
		}
	}
	return text
}

// FaultOf is a notice of an error.
func FaultOf(err error) Notice { return Notice{Text: ErrorText(err), Bad: true} }

// CopyText puts text on the user's clipboard and says so.
func CopyText(text, said string) tea.Cmd {
	return func() tea.Msg { return CopyMsg{text, said} }
}

// MaxEarly is how many keys are kept while a game is being read.
const MaxEarly = 64
