package chess

// Result is the score of a game.
type Result uint8

const (
	Ongoing Result = iota
	WhiteWins
	BlackWins
	Drawn
	WhiteStalemates // three quarters to White, one to Black
	BlackStalemates // three quarters to Black, one to White
)

// String is the score as written in a score sheet: 1-0, 0-1, 1/2-1/2,
// 3/4-1/4, 1/4-3/4, and * while the game goes on.
func (r Result) String() string {
	return [...]string{"*", "1-0", "0-1", "1/2-1/2", "3/4-1/4", "1/4-3/4"}[r]
}

// Wins is the result by which c wins.
func Wins(c Color) Result { return WhiteWins + Result(c) }

// Reason says why a game is over.
type Reason uint8

const (
	NoReason Reason = iota
	ByCheckmate
	ByStalemate
	ByInsufficient
	ByFifty
	BySeventyFive
	ByThreefold
	ByFivefold
	ByExplosion
	ByAllLost
	ByAllCaptured
	ByCount // no moves, and the pieces are counted
	ByConversion
	ByKingTaken
	ByRace
	ByRaceDraw
	ByHill
	ByThreeChecks
	ByNoKing
	ByExtinction
	ByBareKing
	ByAgreement
	ByResignation
	ByTime
	ByTimeDraw // time ran out, but the opponent could not win
	ByAbandonment
	ByResult  // a record says how it ended, not why
	ByPartner // the game on the other board is over
)

var reasonCodes = [...]string{
	"none", "checkmate", "stalemate", "insufficient", "fifty", "seventyfive", "threefold", "fivefold",
	"king-exploded", "all-lost", "all-captured", "nomoves-count", "king-converted", "king-captured",
	"race", "race-draw", "hill", "threecheck", "no-king", "extinct", "bare-king",
	"agreement", "resignation", "time", "time-insufficient", "abandoned", "result", "partner",
}

// String is the code of a reason, as tables and JSON write it.
func (r Reason) String() string { return reasonCodes[r] }

// Outcome is how a game stands: Ongoing with NoReason, or over.
type Outcome struct {
	Result Result
	Reason Reason
}

// Over reports whether the game has ended.
func (o Outcome) Over() bool { return o.Result != Ongoing }

// WhiteScore is what White scored, from 0 to 1; a quarter point counts as such. While
// the game goes on it is a half.
func (o Outcome) WhiteScore() float64 {
	switch o.Result {
	case WhiteWins:
		return 1
	case BlackWins:
		return 0
	case WhiteStalemates:
		return 0.75
	case BlackStalemates:
		return 0.25
	}
	return 0.5
}

// Winner of a decided game; ok is false for draws, for quarter points and while it goes on.
func (o Outcome) Winner() (c Color, ok bool) {
	switch o.Result {
	case WhiteWins:
		return White, true
	case BlackWins:
		return Black, true
	}
	return White, false
}
