package chess

import (
	"math/rand/v2"
	"testing"
)

// What followPlain reads, the general way reads alike, down to every field of
// the position after it; and it leaves no ordinary legal move to that way.
func TestFollowPlainReadsLikeTheGeneralWay(t *testing.T) {
	var texts []string
	for sq := range Square(64) {
		name := sq.String()
		texts = append(texts, name)
		for file := byte('a'); file <= 'h'; file++ {
			texts = append(texts, string(file)+"x"+name)
		}
		for _, piece := range []string{"N", "B", "R", "Q", "K"} {
			texts = append(texts, piece+name, piece+"x"+name, piece+"x"+name+"+", piece+"bx"+name, piece+"3"+name, piece+"e1"+name)
		}
	}
	random := rand.New(rand.NewPCG(1, 2))
	read := 0
	for _, rules := range []Rules{{}, {NoCastling: true}, {Pawns: FromFirstToo}, {NoEnPassant: true}, {NoPromotion: true}} {
		for range 3 {
			p, err := ParsePosition(rules, "")
			if err != nil {
				t.Fatal(err)
			}
			if !p.rules.fastSAN {
				t.Fatalf("%+v does not read fast SAN", rules)
			}
			for range 100 {
				checked := p.InCheck()
				for _, text := range texts {
					var got, want Position
					m, check, done := p.followPlain([]byte(text), checked, &got)
					if !done {
						continue
					}
					read++
					other, ok := p.readSAN([]byte(text), checked)
					if !ok || other != m {
						t.Fatalf("%s %s: %v, in general %v %t", p.FEN(), text, m, other, ok)
					}
					if p.Apply(m, &want); want != got || check != want.InCheck() {
						t.Fatalf("%s %s: %s %t, want %s %t", p.FEN(), text, got.FEN(), check, want.FEN(), want.InCheck())
					}
				}
				list := p.AppendMoves(nil)
				if len(list) == 0 {
					break
				}
				for _, m := range list {
					var next Position
					k, ordinary := m.Kind(), m.Kind() <= Taking
					got, _, done := p.followPlain([]byte(p.SAN(m)), checked, &next)
					if done && got != m || ordinary && !done && !rules.NoPromotion && (rules.Pawns == 0 || k != DoubleStep) {
						t.Fatalf("%s: %s is read as %v, %t", p.FEN(), p.SAN(m), got, done)
					}
				}
				var next Position
				p.Apply(list[random.IntN(len(list))], &next)
				p = &next
			}
		}
	}
	if read < 10_000 {
		t.Errorf("only %d moves were read", read)
	}
}
