package variants

import "strings"

// ficsKinds are the kinds of games of freechess.org that have rules of their own, with our IDs. Wild games begin from other
// positions and are chess.
var ficsKinds = []struct{ kind, id string }{
	{"", "chess"}, {"suicide", "suicide"}, {"losers", "losers"}, {"atomic", "atomic"}, {"crazyhouse", "crazyhouse"}, {"wild/fr", "chess960"},
}

// ByFICSKind finds the variant of a kind of game; ok is false for games of four players.
func ByFICSKind(kind string) (v Variant, ok bool) {
	if kind == "bughouse" {
		return v, false
	}
	for _, k := range ficsKinds[1:] {
		if k.kind == kind {
			return ByName(k.id)
		}
	}
	return ByName("chess")
}

// FICSGames are what may be sought there: how the server calls it, our ID of its rules, and what it is called for players.
var FICSGames = []struct{ Kind, ID, Name string }{
	{"", "chess", "Chess"}, {"suicide", "suicide", "Suicide"}, {"losers", "losers", "Losers"}, {"atomic", "atomic", "Atomic"},
	{"crazyhouse", "crazyhouse", "Crazyhouse"}, {"wild fr", "chess960", "Chess960"},
	{"wild 0", "chess", "Wild 0"}, {"wild 1", "chess", "Wild 1"}, {"wild 2", "chess", "Wild 2"}, {"wild 3", "chess", "Wild 3"},
	{"wild 4", "chess", "Wild 4"}, {"wild 5", "chess", "Wild 5"}, {"wild 8", "chess", "Wild 8"}, {"wild 8a", "chess", "Wild 8a"},
}

// ficsLetters are the kinds of games by the letters of the server's list of games; bughouse is left out.
var ficsLetters = map[string]string{
	"b": "Blitz", "l": "Lightning", "s": "Standard", "u": "Untimed", "w": "Wild", "n": "Nonstandard",
	"z": "Crazyhouse", "S": "Suicide", "x": "Atomic", "L": "Losers",
}

// FICSLetter is what a letter of the server's list of games means for players.
func FICSLetter(letter string) (name string, ok bool) {
	name, ok = ficsLetters[letter]
	return name, ok
}

// FICSName is what a kind of game is called for players.
func FICSName(kind string) string {
	kind = strings.Replace(kind, "/", " ", 1)
	for _, g := range FICSGames {
		if g.Kind == kind {
			return g.Name
		}
	}
	return FICSGames[0].Name
}
