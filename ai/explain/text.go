package explain

import (
	"fmt"
	"strconv"
	"strings"

	"rookery/chess"
)

// String is the explanation as one English sentence.
func (x Explanation) String() string {
	text := ""
	for _, part := range x.Parts() {
		if text != "" && part[0] != ',' {
			text += " "
		}
		text += part
	}
	if text == "" {
		return ""
	}
	return strings.ToUpper(text[:1]) + text[1:] + "."
}

// Parts are the pieces of the sentence, each of which can be translated by
// itself. They follow each other with spaces between, but for one that begins
// with a comma.
func (x Explanation) Parts() []string {
	var parts []string
	for i, c := range x.Clauses {
		switch {
		case i == 0:
			parts = append(parts, c.String())
		case c.Cause == HoldsAlone:
			parts = append(parts, "and all other moves are worse")
		case c.Cause == LosesIn:
			parts = append(parts, ", but loses in "+movesText(c.N))
		default:
			parts = append(parts, "and", c.String())
		}
	}
	return parts
}

// String is the clause in English without its subject, the move: "wins a rook".
func (c Clause) String() string {
	switch c.Cause {
	case WinsNow:
		return endsBy(c.Reason, 1)
	case WinsIn:
		if c.N <= 1 { // by what the opponent must do
			if c.Reason == chess.ByAllLost {
				return "gives away the last piece and wins"
			}
			return "wins by force"
		}
		return endsBy(c.Reason, c.N)
	case LosesIn:
		return fmt.Sprintf("holds out longest, but loses in %s", movesText(c.N))
	case DrawsNow:
		return "draws" + byText(drawWords[c.Reason])
	case OnlyMove:
		return "is the only legal move"
	case OnlyEscape:
		return "is the only way out of check"
	case MustCapture:
		if c.N == 1 {
			return "is the only capture, and compulsory"
		}
		return "is a compulsory capture"
	case HoldsAlone:
		return "is the only move that holds"
	case AvoidsLoss:
		return "is the only move that avoids a forced loss"
	case Repeats:
		if c.N == 1 {
			return "draws by perpetual check"
		}
		return "draws by repetition"
	case WinsPieces:
		return verbPieces("wins", c)
	case WinsBack:
		return verbPieces("wins back", c)
	case WinsExchange:
		return "wins the exchange"
	case GivesAway:
		if n := len(c.Price); n > 0 && n <= 2 && len(c.Pieces) > 0 && len(c.Pieces) <= 3 {
			return "gives away " + piecesText(c.Pieces, "a") + " and takes " + piecesText(c.Price, "a")
		}
		return verbPieces("gives away", c)
	case Sacrifices:
		joint, gain := " for ", "a strong position"
		if len(c.Price) > 0 && len(c.Price) <= 2 && len(c.Pieces) > 0 && len(c.Pieces) <= 3 {
			joint = " and "
		}
		if c.N == 1 {
			gain = "counterplay"
		}
		return verbPieces("sacrifices", c) + joint + gain
	case LosesLeast:
		if len(c.Pieces) == 0 || len(c.Pieces) > 3 {
			return "loses less than other moves"
		}
		return verbPieces("loses only", c)
	case Trades:
		if len(c.Pieces) == 1 {
			return "exchanges " + c.Pieces[0].String() + "s"
		}
		return "exchanges pieces"
	case BlowsUp:
		return verbPieces("blows up", c)
	case TurnsPieces:
		if c.N <= 3 {
			return "converts " + piecesText(c.Pieces, "a")
		}
		return fmt.Sprintf("converts %s pieces, including %s", countText(c.N), piecesText(c.Pieces[:1], "a"))
	case ThreatensWin:
		return "threatens " + goalText(c.Reason) + inText(c.N, c.Reason)
	case ThreatensPieces:
		return "threatens to win " + piecesText(c.Pieces, "the")
	case PreventsWin:
		return "stops the opponent from " + doingText(c.Reason) + inText(c.N, c.Reason)
	case SavesPiece, SavesPieces:
		return "saves " + piecesText(c.Pieces, "the")
	case Forks:
		return "forks " + piecesText(c.Pieces, "the")
	case Pins:
		return "pins " + piecesText(c.Pieces, "the") + " to the king"
	case DoubleCheck:
		return "gives double check"
	case DiscoversCheck:
		return "gives discovered check"
	case GivesCheck:
		return "gives check"
	case DropsWithCheck:
		return "drops " + piecesText(c.Pieces, "a") + " with check"
	case LastChecks:
		switch c.N {
		case 1:
			return "gives check (one more to win)"
		case 2:
			return "gives check (two more to win)"
		}
		return fmt.Sprintf("gives check, %d more to win", c.N)
	case Promotes:
		return "promotes to " + piecesText(c.Pieces, "a")
	case PromotesSoon:
		return "will promote to " + piecesText(c.Pieces, "a")
	case LeavesCheck:
		return "gets out of check"
	case ForcesReply:
		if c.Text != "" {
			return "leaves the opponent only " + c.Text
		}
		return "forces the opponent to capture in one of " + countText(c.N) + " ways"
	case Approaches:
		if c.N == 1 {
			return "brings the king within one step of its goal"
		}
		return fmt.Sprintf("brings the king within %d steps of its goal", c.N)
	case Castles:
		return "castles"
	case TakesCentre:
		return "occupies the centre with " + piecesText(c.Pieces, "a")
	case DevelopsPiece:
		return "develops " + piecesText(c.Pieces, "a")
	case AdvancesPassed:
		return "advances a passed pawn to " + c.Text
	case TakesOpenFile:
		return "puts " + piecesText(c.Pieces, "the") + " on an open file"
	case AimsAtKing:
		return "aims " + piecesText(c.Pieces, "the") + " at the king"
	case ActivatesKing:
		return "activates the king"
	case GainsSpace:
		return "gives its pieces more space"
	case TakesSpace:
		return "restricts the opponent's pieces"
	case TakesPiece:
		return "captures " + piecesText(c.Pieces, "the")
	}
	return "improves the position"
}

// endsBy is a win of a kind now (n is 1) or in n moves.
func endsBy(why chess.Reason, n int) string {
	text := map[chess.Reason]string{
		chess.ByCheckmate: "checkmates", chess.ByExplosion: "blows up the king", chess.ByAllLost: "loses the last piece and wins",
		chess.ByAllCaptured: "captures the last piece", chess.ByConversion: "converts the king", chess.ByKingTaken: "captures the king",
		chess.ByRace: "brings the king to the goal", chess.ByHill: "brings the king to the centre", chess.ByThreeChecks: "gives the winning check",
		chess.ByExtinction: "captures the last piece of its kind", chess.ByStalemate: "wins by stalemate", chess.ByNoKing: "leaves no king",
		chess.ByCount: "wins by piece count", chess.ByBareKing: "bares the king and wins",
	}[why]
	switch {
	case n <= 1 && text != "":
		return text
	case n <= 1:
		return "wins the game"
	case why == chess.ByCheckmate:
		return "forces checkmate in " + movesText(n)
	case text != "":
		return text + " in " + movesText(n)
	}
	return "wins by force in " + movesText(n)
}

// goalText names a win as a thing that can be threatened.
func goalText(why chess.Reason) string {
	if text, ok := map[chess.Reason]string{
		chess.ByCheckmate: "mate", chess.ByExplosion: "to blow up the king", chess.ByConversion: "to convert the king",
		chess.ByKingTaken: "to capture the king", chess.ByRace: "to bring the king to the goal", chess.ByHill: "to reach the centre",
		chess.ByThreeChecks: "the winning check", chess.ByAllCaptured: "to capture the last piece", chess.ByExtinction: "to capture the last piece of its kind",
	}[why]; ok {
		return text
	}
	return "a win"
}

// doingText names a win as a thing that can be prevented.
func doingText(why chess.Reason) string {
	if text, ok := map[chess.Reason]string{
		chess.ByCheckmate: "mating", chess.ByExplosion: "blowing up the king", chess.ByConversion: "converting the king",
		chess.ByKingTaken: "capturing the king", chess.ByRace: "winning the race", chess.ByHill: "reaching the centre",
		chess.ByThreeChecks: "giving the winning check", chess.ByAllCaptured: "capturing the last piece", chess.ByExtinction: "capturing the last piece of its kind",
	}[why]; ok {
		return text
	}
	return "winning"
}

var drawWords = map[chess.Reason]string{
	chess.ByStalemate: "stalemate", chess.ByInsufficient: "insufficient material", chess.ByCount: "piece count", chess.ByRaceDraw: "both kings reaching the goal",
}

func byText(word string) string {
	if word == "" {
		return ""
	}
	return " by " + word
}

var numberWords = [...]string{"no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"}

func movesText(n int) string {
	if n == 1 {
		return "one move"
	}
	return countText(n) + " moves"
}

// countText is a number in words up to ten.
func countText(n int) string {
	if n >= 0 && n < len(numberWords) {
		return numberWords[n]
	}
	return strconv.Itoa(n)
}

// inText says how many moves a win takes: mate in two, a win in two moves.
func inText(n int, why chess.Reason) string {
	switch {
	case n <= 1:
		return ""
	case why == chess.ByCheckmate:
		return " in " + countText(n)
	}
	return " in " + movesText(n)
}

// verbPieces says a verb with the pieces it is about and what they cost.
func verbPieces(verb string, c Clause) string {
	if len(c.Pieces) == 0 || len(c.Pieces) > 3 {
		return verb + " material"
	}
	text := verb + " " + piecesText(c.Pieces, "a")
	if n := len(c.Price); n > 0 && n <= 2 {
		text += " for " + piecesText(c.Price, "a")
	}
	return text
}

// piecesText lists pieces with an article: "a queen and two pawns", "the king and
// the rook".
func piecesText(pieces []chess.Role, article string) string {
	var parts []string
	for i := 0; i < len(pieces); {
		j := i
		for j < len(pieces) && pieces[j] == pieces[i] {
			j++
		}
		name := "disc"
		if pieces[i] != chess.NoRole {
			name = pieces[i].String()
		}
		switch n := j - i; {
		case n == 1:
			parts = append(parts, article+" "+name)
		case article == "the" && n == 2 && pieces[i] != chess.NoRole:
			parts = append(parts, "both "+name+"s")
		default:
			parts = append(parts, countText(n)+" "+name+"s")
		}
		i = j
	}
	if len(parts) < 2 {
		return strings.Join(parts, "")
	}
	return strings.Join(parts[:len(parts)-1], ", ") + " and " + parts[len(parts)-1]
}
