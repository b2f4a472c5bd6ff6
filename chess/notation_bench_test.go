package chess

import "testing"

// A long game as a file holds it, read move by move.
func BenchmarkReadSAN(b *testing.B) {
	texts := []string{"e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Ba4", "Nf6", "O-O", "Be7", "Re1", "b5", "Bb3", "d6", "c3", "O-O", "h3", "Nb8", "d4", "Nbd7", "c4", "c6", "cxb5", "axb5", "Nc3", "Bb7", "Bg5", "b4", "Nb1", "h6", "Bh4", "c5", "dxe5", "Nxe4", "Bxe7", "Qxe7", "exd6", "Qf6", "Nbd2", "Nxd6", "Nc4", "Nxc4", "Bxc4", "Nb6", "Ne5", "Rae8", "Bxf7+", "Rxf7", "Nxf7", "Rxe1+", "Qxe1", "Kxf7", "Qe3", "Qg5", "Qxg5", "hxg5", "b3", "Ke6", "a3", "Kd6", "axb4", "cxb4", "Ra5", "Nd5", "f3", "Bc8", "Kf2", "Bf5", "Ra7", "g6", "Ra6+", "Kc5", "Ke1", "Nf4", "g3", "Nxh3", "Kd2", "Kb5", "Rd6", "Kc5", "Ra6", "Nf2", "g4", "Bd3", "Re6"}
	p, err := ParsePosition(Rules{}, "")
	if err != nil {
		b.Fatal(err)
	}
	positions := make([]Position, len(texts)+1)
	positions[0] = *p
	b.ReportAllocs()
	for b.Loop() {
		checked := false
		for i, text := range texts {
			_, check, ok := positions[i].Follow([]byte(text), checked, &positions[i+1])
			if !ok {
				b.Fatalf("%s is not read", text)
			}
			checked = check
		}
	}
	b.ReportMetric(float64(b.N*len(texts))/b.Elapsed().Seconds(), "plies/s")
}

func BenchmarkWriteSAN(b *testing.B) {
	p, err := ParsePosition(Rules{}, "r1bq1rk1/2p1bppp/p1np1n2/1p2p3/4P3/1BP2N1P/PP1P1PP1/RNBQR1K1 b - - 0 9")
	if err != nil {
		b.Fatal(err)
	}
	list := p.AppendMoves(nil)
	b.ReportAllocs()
	for b.Loop() {
		for _, m := range list {
			p.SAN(m)
		}
	}
	b.ReportMetric(float64(b.N*len(list))/b.Elapsed().Seconds(), "moves/s")
}
