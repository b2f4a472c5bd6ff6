package pgn

import (
	"fmt"
	"strings"
	"testing"
)

// describe writes a game in a line: plies, result, the movetext as exported
// without numbers of lines, and the places of its warnings.
func describe(t *testing.T, g *Game) string {
	t.Helper()
	var b strings.Builder
	w := NewWriter(&b)
	w.Format = true
	if err := w.Write(g); err != nil {
		t.Fatal(err)
	}
	_, text, _ := strings.Cut(b.String(), "]\n\n")
	text = strings.Join(strings.Fields(text), " ")
	places := ""
	for _, p := range g.Warnings {
		places += fmt.Sprintf(" @%d:%d", p.Line, p.Column)
	}
	return fmt.Sprintf("%d: %s%s", g.Plies(), text, places)
}

// edgeCases is the table of edge cases of the reader, each with every game it
// must give. Warnings stand behind as @line:column.
var edgeCases = []struct {
	name, text string
	want       []string
}{
	{"a byte order mark in the middle and a no-break space are white space", "\ufeff[Event \"a\"]\n\n\ufeff1. e4\u00a0e5 \ufeff2. Nf3\ufeff *\n", []string{"3: 1. e4 e5 2. Nf3 *"}},
	{"CR CR LF is one line end", "[Event \"a\"]\r\r\n\r\r\n1. e4\r\r\ne5 xyzzy *\r\r\n", []string{"2: 1. e4 e5 * @4:4"}},
	{"line ends may be mixed", "[Event \"a\"]\r\n[Site \"b\"]\r\n\n1. e4\re5 1-0\n\r\n[Event \"c\"]\n\n1. d4 *", []string{"2: 1. e4 e5 1-0", "1: 1. d4 *"}},
	{"bytes that are no UTF-8 are Windows-1252", "1. e4 {\x93gut\x94 \x96 caf\xe9} *", []string{"1: 1. e4 { “gut” – café } *"}},
	{"Ctrl-Z, vertical tab and form feed are white space", "1. e4\ve5\f*\x1a", []string{"2: 1. e4 e5 *"}},
	{"an escaped line counts in column one only", "1. e4\n% 1... c5\ne5 {a\n% b} 2. Nf3 %\n*", []string{"3: 1. e4 e5 { a % b } 2. Nf3 * @4:13"}},
	{"a semicolon in braces and braces behind a semicolon mean nothing", "1. e4 ; a { b\ne5 {c ; d} *", []string{"2: 1. e4 { a ( b } 1... e5 { c ; d } *"}},
	{"comments stand before the first move, behind numbers, glyphs and the result", "[Event \"a\"]\n\n{intro} 1. {x} e4 $1 {y} 1... {z} e5 1-0 {end}\n", []string{"2: { intro } 1. { x } e4 $1 { y } 1... { z } e5 { end } 1-0"}},
	{"a comment behind a variation belongs to the move to come", "1. e4 (1. d4 {a}) {b} e5 *", []string{"2: 1. e4 (1. d4 { a }) { b } 1... e5 *"}},
	{"variations may stand on the first and the last move, beside and in each other", "1. e4 (1. d4 (1. c4 (1. b4)) d5) (1. Nf3) e5 (1... c5) *", []string{"2: 1. e4 (1. d4 d5) (1. c4) (1. b4) (1. Nf3) 1... e5 (1... c5) *"}},
	{"a result in a variation does not end the game", "1. e4 (1. d4 1-0) e5 0-1", []string{"2: 1. e4 (1. d4 { 1-0 }) 1... e5 0-1"}},
	{"suffixes and signs are glyphs, glued or not", "1. e4!? e5 ?! 2. Nf3± Nc6 +- 3. Bb5+− a6∞ 4. Ba4= Nf6 N 5. O-O $999 D Be7 +/= *", []string{"10: 1. e4 $5 e5 $6 2. Nf3 $16 Nc6 $18 3. Bb5 $18 a6 $13 4. Ba4 $10 Nf6 $146 5. O-O $220 Be7 $14 *"}},
	{"glyphs are kept once and in order", "1. e4 $14 $3 $14 *", []string{"1: 1. e4 $3 $14 *"}},
	{"several games may share a line", "1. e4 1-0 1. d4 0-1 1. c4 *", []string{"1: 1. e4 1-0", "1: 1. d4 0-1", "1: 1. c4 *"}},
	{"tags begin a game without result or blank line", "[Event \"a\"]\n1. e4 [Event \"b\"] 1. d4\n[Event \"c\"]\n1. c4", []string{"1: 1. e4 *", "1: 1. d4 *", "1: 1. c4 *"}},
	{"tags may share a line, run over lines and lack spaces", "[Event\"a\"][ Site \"b\" ] [Round\n\"3\"\n] 1. e4 *", []string{"1: 1. e4 *"}},
	{"a tag without its bracket or mark is taken as far as it goes", "[Event \"a]\n[Site \"b\"\n[Round]\n[White Me]\n\n1. e4 *", []string{"1: 1. e4 * @1:1 @2:1 @3:1 @4:1"}},
	{"a file may end in the middle of a tag", "[Event \"a\"]\n[Site \"b", []string{"0: * @2:1"}},
	{"a blank line in the movetext does not end the game", "[Event \"a\"]\n\n1. e4 e5\n\n2. Nf3 *", []string{"3: 1. e4 e5 2. Nf3 *"}},
	{"a blank line and move number one begin a game", "1. e4 e5\n\n1. d4 d5 1-0\n\n{note}\n1. c4", []string{"2: 1. e4 e5 *", "2: 1. d4 d5 1-0", "1: { note } 1. c4 *"}},
	{"wrong numbers do no harm", "7. e4 e5 9... Nf3 1. Nc6 *", []string{"4: 1. e4 e5 2. Nf3 Nc6 *"}},
	{"results are read in other spellings", "[Result \"?\"]\n\n1. e4 ½-½\n\n[Event \"b\"]\n\n1. d4 1–0\n\n[Event \"c\"]\n\n1. c4 1/2", []string{"1: 1. e4 1/2-1/2", "1: 1. d4 1-0", "1: 1. c4 1/2-1/2"}},
	{"castling is read with zeros, small letters and dashes", "1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. O–O o-o *", []string{"8: 1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. O-O O-O *"}},
	{"signs of check may be missing or too many", "1. e4 f5 2. exf5 g6 3. Qh5 gxh5++ *", []string{"6: 1. e4 f5 2. exf5 g6 3. Qh5 gxh5 *"}},
	{"more origin than needed is accepted", "1. e2e4 e7-e5 2. Ng1-f3 Nb8c6 3. Bf1xb5 *", []string{"5: 1. e4 e5 2. Nf3 Nc6 3. Bb5 *"}},
	{"small letters name men, b a pawn before a bishop", "1. e4 e5 2. nf3 nc6 3. bb5 a6 4. bxc6 bxc6 *", []string{"8: 1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 bxc6 *"}},
	{"a result stays text inside a comment", "1. e4 {1-0 [Event \"x\"]\n[Site \"y\"] 1. d4} e5 *", []string{"2: 1. e4 { 1-0 [Event \"x\"] [Site \"y\"] 1. d4 } 1... e5 *"}},
	{"a file of white space holds no game", " \n\t\r\n\n", nil},
	{"a comment alone is a game without moves", "{nothing else}", []string{"0: { nothing else } *"}},
	{"tags alone are a game without moves", "[Event \"a\"]\n[Result \"0-1\"]\n", []string{"0: 0-1"}},
	{"a game without result ends with the file", "[Event \"a\"]\n\n1. e4 e5", []string{"2: 1. e4 e5 *"}},
	{"a variant that is not known keeps tags and text", "[Variant \"Nonsense\"]\n[Result \"1-0\"]\n\n1. Zz9 (1. Qq1) {c} 1-0\n\n[Event \"b\"]\n\n1. e4 *", []string{"0: 1. Zz9 (1. Qq1) {c} 1-0 @1:1", "1: 1. e4 *"}},
	{"a FEN that cannot be read keeps tags and text", "[FEN \"rubbish\"]\n\n1. e4 *", []string{"0: 1. e4 * @1:1"}},
	{"a FEN of four fields in odd spaces is read", "[FEN \"  4k3/8/8/8/8/8/4P3/4K3   w  - - \"]\n\n1. e4 Kd7 *", []string{"2: 1. e4 Kd7 *"}},
	{"a game may begin with Black", "[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 7\"]\n\n7... Kd7 8. e4 *", []string{"2: 7... Kd7 8. e4 *"}},
	{"SetUp without FEN is the usual array", "[SetUp \"1\"]\n\n1. e4 *", []string{"1: 1. e4 * @1:1"}},
	{"castling rights outside the usual array mean a drawn one", "[FEN \"1rk4r/8/8/8/8/8/8/1RK4R w HBhb - 0 1\"]\n\n1. O-O O-O-O *", []string{"2: 1. O-O O-O-O *"}},
	{"an ambiguous move breaks the line off", "[FEN \"4k3/8/8/8/8/8/8/N1N1K3 w - - 0 1\"]\n\n1. Nb3 Kd7 2. Ke2 1-0", []string{"0: { unread: Nb3 Kd7 2. Ke2 } 1-0 @3:4"}},
	{"moves behind mate are not read", "1. f3 e5 2. g4 Qh4# 3. a3 {lost} 0-1", []string{"4: 1. f3 e5 2. g4 Qh4# { unread: a3 (lost) } 0-1 @1:24"}},
	{"castling that is not allowed breaks the line off", "1. e4 e5 2. O-O Nc6 *\n\n[Event \"b\"]\n\n1. d4 *", []string{"2: 1. e4 e5 { unread: O-O Nc6 } * @1:13", "1: 1. d4 *"}},
	{"an illegal move on the first ply leaves the game without moves", "1. e5 e4 *", []string{"0: { unread: e5 e4 } * @1:4"}},
	{"a variation whose first move is illegal hangs on the move it replaces", "1. e4 (1. e5 d5) 1... e5 *", []string{"2: 1. e4 { unread: e5 d5 } 1... e5 * @1:11"}},
	{"brackets in unread text are counted", "1. e4 e5 (1... c9 (2. x) c5) 2. Nf3 *", []string{"3: 1. e4 e5 { unread: c9 (2. x) c5 } 2. Nf3 * @1:16"}},
	{"a surplus bracket is passed over", "1. e4 ) e5 *", []string{"2: 1. e4 e5 * @1:7"}},
	{"an open variation ends with the file, and takes the result along", "1. e4 (1. d4 d5 1-0", []string{"1: 1. e4 (1. d4 d5) 1-0 @1:7"}},
	{"an open comment ends with the file", "1. e4 {never", []string{"1: 1. e4 { never } * @1:7"}},
	{"a variation before any move is kept beside the line", "[Event \"a\"]\n\n(1. d4) 1. e4 *", []string{"1: 1. e4 (1. d4) * @3:1"}},
	{"a null move passes the turn but not in check", "1. e4 -- 2. d4 e5 3. Bb5 -- 4. Bxd7 Z0 *", []string{"7: 1. e4 -- 2. d4 e5 3. Bb5 -- 4. Bxd7+ { unread: Z0 } * @1:37"}},
	{"stray words are skipped", "1. e4 hello world e5 *", []string{"2: 1. e4 e5 * @1:7"}},
	{"a promotion that names no man is a queen", "[FEN \"8/P6k/8/8/8/8/8/K7 w - - 0 1\"]\n\n1. a8 Kg7 *", []string{"2: 1. a8=Q Kg7 * @3:4"}},
	{"en passant may be said", "1. e4 a6 2. e5 d5 3. exd6 e.p. cxd6 4. a4 b5 5. a5 b4 6. c4 bxc3ep *", []string{"12: 1. e4 a6 2. e5 d5 3. exd6 cxd6 4. a4 b5 5. a5 b4 6. c4 bxc3 *"}},
	{"a repeated tag behind a blank line begins a game", "[Event \"a\"]\n\n[Event \"b\"]\n\n[Site \"c\"]\n", []string{"0: *", "0: *"}},
	{"noise behind the result is told of", "1. e4 1-0 rubbish\n\n[Event \"b\"]\n\n1. d4 *", []string{"1: 1. e4 1-0 @1:11", "1: 1. d4 *"}},
	{"prose between games is no game", "[Event \"a\"]\n\n1. e4 1-0\n\nRound two was played on e4.\n\n[Event \"b\"]\n\n1. d4 *", []string{"1: 1. e4 1-0", "1: 1. d4 *"}},
	{"results that differ are told of at the marker", "[Result \"1-0\"]\n\n1. e4 0-1", []string{"1: 1. e4 1-0 @3:7"}},
	{"an unfinished marker does not contradict the tag", "[Result \"1-0\"]\n\n1. e4 *", []string{"1: 1. e4 1-0"}},
}

func TestEdgeCases(t *testing.T) {
	for _, c := range edgeCases {
		t.Run(c.name, func(t *testing.T) {
			games, _ := readAll(t, strings.NewReader(c.text))
			var got []string
			for _, g := range games {
				got = append(got, describe(t, g))
			}
			if strings.Join(got, "\n") != strings.Join(c.want, "\n") {
				t.Errorf("read as\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(c.want, "\n"))
				for _, g := range games {
					t.Log(g.Warnings)
				}
			}
		})
	}
}

func TestFaultsAreToldOnce(t *testing.T) {
	games, _ := readAll(t, strings.NewReader("1. e4 Nf3 *\n\n1. e4 e5 hello *"))
	var got []string
	for _, g := range games {
		got = append(got, g.Warnings[0].Error())
	}
	want := []string{"1:7: Nf3: no knight can go to f3", "3:10: hello: text that is no move was skipped"}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("told\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}
