package variants

import (
	"fmt"
	"strings"

	"rookery/chess"
)

// FromPGN finds the rules of a game from its Variant and FEN tags, both empty
// where they are absent. Names are those of the register and those that other
// programs and servers write; several joined by + are combined. A FEN whose
// castling rights do not fit the usual starting position means that the starting position was random,
// whatever the tag says.
func FromPGN(tag, fen string) (chess.Rules, error) {
	r, err := named(tag)
	if err != nil {
		return chess.Rules{}, err
	}
	if r.Board == nil && r.Start == nil && !UsualCastling(fen) {
		drawn := r
		drawn.Start = Chess960.Start
		if v, ok := Of(drawn); ok {
			return v.Rules, nil
		}
		if both, err := chess.Combine(r, Chess960); err == nil {
			return both, nil
		}
	}
	return r, nil
}

// named finds the rules that a Variant tag names.
func named(tag string) (chess.Rules, error) {
	plain := strings.ToLower(strings.TrimSpace(tag))
	switch {
	case plain == "", plain == "?", plain == "standard", plain == "normal", plain == "classical", plain == "chess",
		strings.ReplaceAll(plain, " ", "") == "fromposition":
		return Chess, nil
	case plain == "wild/fr":
		return Chess960, nil
	case freechessWild(plain):
		return Chess, nil
	}
	if v, ok := ByName(tag); ok {
		return v.Rules, nil
	}
	if v, ok := ByName(pgnNames[foldName(plain)]); ok {
		return v.Rules, nil
	}
	if parts := strings.Split(tag, "+"); len(parts) > 1 {
		for i := range parts {
			parts[i] = strings.TrimSpace(parts[i])
		}
		v, err := Custom(parts...)
		return v.Rules, err
	}
	return chess.Rules{}, fmt.Errorf("unknown rules of variant %q", tag)
}

// freechessWild reports whether a name is one of wild/0 to wild/8a of
// freechess.org, which are chess from another position.
func freechessWild(name string) bool {
	n, ok := strings.CutPrefix(name, "wild/")
	return ok && (len(n) == 1 || n == "8a") && n[0] >= '0' && n[0] <= '8'
}

// pgnNames are names that files use besides those of the register.
var pgnNames = map[string]string{
	"fischerandom": "chess960", "fischerrandom": "chess960", "frc": "chess960",
	"house": "crazyhouse", "zh": "crazyhouse", "atom": "atomic", "atomicchess": "atomic",
	"antichess": "suicide", "anti": "suicide", "giveaway": "suicide", "losingchess": "suicide",
	"race": "racingkings",
}

// foldName takes the signs out of a name that names are compared without.
func foldName(name string) string { return nameSigns.Replace(strings.ToLower(name)) }

var nameSigns = strings.NewReplacer(" ", "", "-", "", "/", "", "_", "")

// ToPGN is the Variant tag that FromPGN reads as these rules; empty for chess.
func ToPGN(r chess.Rules) string {
	if v, ok := Of(r); ok {
		switch {
		case v.PGN != "":
			return v.PGN
		case sameAxes(v.Rules, Chess):
			return ""
		}
		return v.ID
	}
	if same, err := named(r.Name); err == nil && sameAxes(same, r) {
		return r.Name
	}
	return compose(r)
}

// compose finds up to three named variants whose rules combined are r.
func compose(r chess.Rules) string {
	all := All()
	for i := range all {
		for j := i + 1; j < len(all); j++ {
			if v, err := Custom(all[i].ID, all[j].ID); err == nil && sameAxes(v.Rules, r) {
				return all[i].ID + " + " + all[j].ID
			}
		}
	}
	for i := range all {
		for j := i + 1; j < len(all); j++ {
			if _, err := Custom(all[i].ID, all[j].ID); err != nil {
				continue
			}
			for k := j + 1; k < len(all); k++ {
				if v, err := Custom(all[i].ID, all[j].ID, all[k].ID); err == nil && sameAxes(v.Rules, r) {
					return all[i].ID + " + " + all[j].ID + " + " + all[k].ID
				}
			}
		}
	}
	return r.Name
}

// sameAxes reports whether two sets of rules differ in their words alone.
func sameAxes(a, b chess.Rules) bool {
	a.Name, a.Aim, b.Name, b.Aim = "", "", "", ""
	return a == b
}

// UsualCastling reports whether the castling rights of a FEN fit kings on the
// e-files and rooks in the corners; a FEN without rights does. What FromPGN
// finds depends on the FEN in this alone.
func UsualCastling(fen string) bool {
	if fen == "" {
		return true // asked for each game of a collection, and few have a FEN
	}
	s, _ := chess.ParseSetup(fen) // what cannot be read has no rights
	for _, letter := range []byte(s.Castling) {
		rook := s.CastlingRook(letter)
		if rook == chess.NoSquare {
			continue // a right without king or rook is dropped
		}
		king := chess.PieceOf(chess.White, chess.King)
		if letter >= 'a' {
			king = chess.PieceOf(chess.Black, chess.King)
		}
		if s.Cells[chess.At(4, rook.Rank())].Piece != king || rook.File() != 0 && rook.File() != 7 {
			return false
		}
	}
	return true
}
