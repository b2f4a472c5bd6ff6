package variants

import (
	"strings"

	"rookery/chess"
)

// Card is the rules in plain words: those of the register where it has the
// game, else sentences made from the axes, so that every combination that
// plays has a card.
func Card(r chess.Rules) string {
	if v, ok := Of(r); ok {
		return v.Card
	}
	var lines []string
	say := func(cond bool, text string) {
		if cond {
			lines = append(lines, text)
		}
	}
	say(r.Board != nil, "The board and its men are those of "+boardName(r)+".")
	say(r.Start != nil && r.Start.Count > 1, "The game starts from "+setupName(r)+".")
	say(r.Start != nil && r.Start.Count == 1, "The game starts from an array of its own: "+setupName(r)+".")
	say(r.Capture == chess.Explode, "Every capture explodes: captor, captive and every man but pawns round the square vanish.")
	say(r.Capture == chess.Convert, "Nothing is captured: a moved man turns every enemy man it attacks to your side.")
	say(r.Capture == chess.Explode && r.Royalty != chess.Commoner, "You win by blowing up the king, and may not blow up your own.")
	say(r.Capture == chess.Convert && r.Royalty != chess.Commoner, "You win by turning the enemy king. There is no check.")
	say(r.Forced, "If you can capture, you must.")
	say(r.Royalty == chess.Exposed && r.Capture != chess.Convert, "There is no check: the king may be left attacked, and taking it wins.")
	say(r.Royalty == chess.Commoner, "The king is a man like any other and may be taken.")
	say(r.NoChecks, "No move may give check.")
	lines = append(lines, goalLines[r.Goal])
	lines = append(lines, stalemateLines[r.Stalemate])
	say(r.Pocket == chess.Anywhere, "Captured men change sides; drop one on any empty square instead of moving.")
	say(r.Pocket == chess.Seen, "Captured men change sides; drop one on an empty square that your men see.")
	say(r.Pawns == chess.FromFirstToo, "Pawns may step two squares from their first rank, too.")
	say(r.Promotion.Has(chess.King), "Pawns may become kings as well.")
	say(r.NoPromotion, "Pawns do not promote.")
	say(r.NoCastling, "There is no castling.")
	say(r.NoEnPassant, "There is no capture en passant.")
	say(r.Disguise, "Men look otherwise than they move.")
	say(r.Fog, fogCard)
	var kept []string
	for _, line := range lines {
		if line != "" {
			kept = append(kept, line)
		}
	}
	return strings.Join(append(kept, "All else is as in chess."), "\n")
}

func boardName(r chess.Rules) string {
	if r.Board == nil {
		return ""
	}
	return r.Board.Name
}

func setupName(r chess.Rules) string {
	if r.Start == nil {
		return ""
	}
	return r.Start.Name
}

var goalLines = map[chess.Goal]string{
	chess.LoseAll:     "You win when your last man is gone, those in the pocket included.",
	chess.TakeAll:     "You win when the last enemy man is gone, those in the pocket included.",
	chess.Race:        "The first king on the eighth rank wins; Black may answer White's arrival and draw.",
	chess.Hill:        "A king on d4, e4, d5 or e5 wins.",
	chess.ThreeChecks: "The third check wins.",
	chess.Extinct:     "You lose when you have no man left of some kind.",
	chess.BareOrMated: "You win when only your king is left, or when you are mated.",
}

var stalemateLines = map[chess.Stalemate]string{
	chess.StalemateWins:      "A player who cannot move wins.",
	chess.StalemateLoses:     "A player who cannot move loses.",
	chess.StalemateFewerWins: "If a player cannot move, the side with fewer men wins.",
	chess.StalemateMoreWins:  "If a player cannot move, the side with more men wins.",
}
