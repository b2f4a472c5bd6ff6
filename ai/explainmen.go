package ai

import (
	"slices"

	"rookery/chess"
)

const (
	// lineHorizon is how many plies of a line count for what it wins.
	lineHorizon = 8
	// worthTelling is the least gain or loss that is told, in centipawns.
	worthTelling = 80
)

// material tells what the line wins or loses, counted when the captures are
// over, by the game's own goal.
func (x *explainer) material() {
	before := tallyOf(x.b)
	first := x.gist.worth(before, x.us)
	turned := x.turned()
	n := x.walk(lineHorizon)
	score, after := x.gist.settle(x.b)
	if x.b.Turn() != x.us {
		score = -score
	}
	for range n {
		x.b.Undo()
	}
	if turned != nil {
		x.add(Clause{Cause: TurnsMen, N: len(turned), Men: turned})
		return
	}
	if abs(score) >= decided {
		return
	}
	won, given := x.gist.balanceOf(before, after, x.us)
	role := x.promoted(before, after, x.us)
	gain, now := score-first, int(x.line.Score)
	if role != chess.NoRole {
		won, given = without(won, role), without(given, chess.Pawn)
		gain -= worthOf[role] - worthOf[chess.Pawn]
		switch {
		case x.m.IsPromotion():
			x.add(Clause{Cause: Promotes, Men: []chess.Role{role}})
		case gain < worthTelling && now > worthTelling:
			x.add(Clause{Cause: PromotesSoon, Men: []chess.Role{role}})
		}
	}
	if theirs := x.promoted(before, after, x.us.Other()); theirs != chess.NoRole {
		// What a pawn of theirs becomes was not ours to lose.
		won, given = without(won, chess.Pawn), without(given, theirs)
	}
	if x.gist.rules.Disguise { // what men do is not known to those who see them
		won, given = nil, nil
	}
	if gain >= worthTelling && !x.believed(first, gain, now) {
		gain = 0
	}
	switch {
	case x.gist.losing && gain >= worthTelling:
		x.add(Clause{Cause: GivesAway, Men: given, Price: won})
	case x.gist.losing || gain < worthTelling && role != chess.NoRole:
	case gain >= worthTelling && x.gist.rules.Capture == chess.Explode && x.m.IsCapture():
		x.add(Clause{Cause: BlowsUp, Men: won, Price: given})
	case gain >= worthTelling && exchanged(won, given):
		x.add(Clause{Cause: WinsExchange})
	case gain >= worthTelling && first <= -worthTelling && score < worthTelling:
		x.add(Clause{Cause: WinsBack, Men: won, Price: given})
	case gain >= worthTelling:
		x.add(Clause{Cause: WinsMen, Men: won, Price: given})
	case gain <= -worthTelling && now >= score+150 && now > -60:
		x.sacrifice(before, first, now)
	case gain <= -worthTelling && now < min(first, 0)-60:
		if len(x.legal) > 1 { // else there is nothing to compare with
			x.add(Clause{Cause: LosesLeast, Men: given, Price: won})
		}
	case x.m.IsCapture():
		if men := x.traded(before, after); len(men) > 0 {
			x.add(Clause{Cause: Trades, Men: men})
		}
	}
}

// sacrifice tells what the move and the answer give up, men being worth first
// before them and the line now. What the line gives up later is another move's.
func (x *explainer) sacrifice(before tally, first, now int) {
	n := x.walk(2)
	score, after := x.gist.settle(x.b)
	if x.b.Turn() != x.us {
		score = -score
	}
	for range n {
		x.b.Undo()
	}
	won, given := x.gist.balanceOf(before, after, x.us)
	if abs(score) >= decided || score-first > -worthTelling || len(given) == 0 {
		return
	}
	c := Clause{Cause: Sacrifices, Men: given, Price: won}
	if now < 50 {
		c.N = 1
	}
	x.add(c)
}

// believed tells whether the score of the line bears out that men are won: what
// was captured at its end may be lost again. A lead in men counts for a little
// less than its men are worth, since the scores of games are not on one scale.
func (x *explainer) believed(first, gain, now int) bool {
	if x.m.IsCapture() {
		return now > -worthTelling || now > first-3*worthTelling
	}
	if first > 0 {
		first = first * 6 / 10
	}
	return now >= first+gain/3
}

func (x *explainer) has(c Cause) bool {
	return slices.ContainsFunc(x.clauses, func(o Clause) bool { return o.Cause == c })
}

// exchanged tells whether a rook was won for a bishop or a knight.
func exchanged(won, given []chess.Role) bool {
	return len(won) == 1 && won[0] == chess.Rook && len(given) == 1 && (given[0] == chess.Bishop || given[0] == chess.Knight)
}

// promoted is what a pawn of side becomes in the line and stays; NoRole when
// none does, and in games where men come by other ways too.
func (x *explainer) promoted(before, after tally, side chess.Color) chess.Role {
	if x.gist.losing || x.gist.rules.Capture == chess.Convert || x.gist.rules.Pocket != chess.NoPocket && !(x.m.IsPromotion() && side == x.us) {
		return chess.NoRole
	}
	role := chess.NoRole
	for r := chess.Knight; r <= chess.King; r++ {
		if after[side][r] > before[side][r] && after[side][chess.Pawn] < before[side][chess.Pawn] {
			role = r
		}
	}
	return role
}

// without is men less one of a role.
func without(men []chess.Role, r chess.Role) []chess.Role {
	if i := slices.Index(men, r); i >= 0 {
		return slices.Delete(men, i, i+1)
	}
	return men
}

// traded lists the men of which both sides have lost the same.
func (x *explainer) traded(before, after tally) (men []chess.Role) {
	if x.gist.rules.Pocket != chess.NoPocket || x.gist.rules.Capture != chess.Take {
		return nil
	}
	for _, r := range [...]chess.Role{chess.Queen, chess.Rook, chess.Bishop, chess.Knight, chess.Pawn} {
		for range min(before[0][r]-after[0][r], before[1][r]-after[1][r]) {
			men = append(men, r)
		}
	}
	return men
}

// turned lists the men that the move turns, the best first; nil for none.
func (x *explainer) turned() []chess.Role {
	pb, ok := x.b.(chess.Positioned)
	if !ok {
		return nil
	}
	p := pb.Position()
	var men []chess.Role
	for set := p.Converted(x.m); set != 0; {
		men = append(men, p.RoleAt(set.Pop()))
	}
	sortMen(men)
	return men
}

// sortMen puts the most valuable first.
func sortMen(men []chess.Role) {
	slices.SortStableFunc(men, func(a, b chess.Role) int { return worthIn(b) - worthIn(a) })
}

// worthIn orders men for telling, the king before all.
func worthIn(r chess.Role) int {
	if r == chess.King {
		return 10_000
	}
	return worthOf[r]
}
