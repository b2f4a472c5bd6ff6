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
	say(r.Board != nil, "Board and pieces are those of "+boardName(r)+".")
	say(r.Start != nil && r.Start.Count > 1, "The game starts from "+setupName(r)+".")
	say(r.Start != nil && r.Start.Count == 1, "The game has its own starting position: "+setupName(r)+".")
	say(r.Capture == chess.Explode, "Every capture explodes: the capturing piece, the captured piece and all surrounding pieces except pawns are removed.")
	say(r.Capture == chess.Convert, "Nothing is captured: a moved piece converts every enemy piece it attacks.")
	say(r.Capture == chess.Explode && r.Royalty != chess.Commoner, "You win by blowing up the opponent's king, and may not blow up your own.")
	say(r.Capture == chess.Convert && r.Royalty != chess.Commoner, "You win by converting the opponent's king. There is no check.")
	say(r.Forced, "If you can capture, you must.")
	say(r.Royalty == chess.Exposed && r.Capture != chess.Convert, "There is no check: a king may be left attacked, and capturing it wins.")
	say(r.Royalty == chess.Commoner, "The king is an ordinary piece and can be captured.")
	say(r.NoChecks, "No move may give check.")
	lines = append(lines, goalLines[r.Goal])
	lines = append(lines, stalemateLines[r.Stalemate])
	say(r.Pocket == chess.Anywhere, "Captured pieces change colour; instead of moving, you may drop one on any empty square.")
	say(r.Pocket == chess.Seen, "Captured pieces change colour; you may drop one on an empty square that your pieces see.")
	say(r.Pocket == chess.ToPartner, "Two boards and two teams: what you capture goes to your partner on the other board, who may drop it on any empty square. The first board that is decided decides for both.")
	say(r.Pawns == chess.FromFirstToo, "Pawns may also advance two squares from the first rank.")
	say(r.Promotion.Has(chess.King), "Pawns may also promote to king.")
	say(r.NoPromotion, "Pawns do not promote.")
	say(r.NoCastling, "There is no castling.")
	say(r.NoEnPassant, "There is no en passant.")
	say(r.Disguise, "Pieces do not move as they look.")
	say(r.Fog, fogCard)
	var kept []string
	for _, line := range lines {
		if line != "" {
			kept = append(kept, line)
		}
	}
	return strings.Join(append(kept, "Otherwise as in chess."), "\n")
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
	chess.LoseAll:     "You win when your last piece is gone, including those in your pocket.",
	chess.TakeAll:     "You win when the last enemy piece is gone, including those in the pocket.",
	chess.Race:        "The first king to reach the eighth rank wins; Black may follow at once and draw.",
	chess.Hill:        "A king on d4, e4, d5 or e5 wins.",
	chess.ThreeChecks: "The third check wins.",
	chess.Extinct:     "You lose when you have no pieces left of some kind.",
	chess.BareOrMated: "You win when only your king is left, or when you are checkmated.",
}

var stalemateLines = map[chess.Stalemate]string{
	chess.StalemateWins:      "A player with no legal moves wins.",
	chess.StalemateLoses:     "A player with no legal moves loses.",
	chess.StalemateFewerWins: "If a player has no legal moves, the side with fewer pieces wins.",
	chess.StalemateMoreWins:  "If a player has no legal moves, the side with more pieces wins.",
}
