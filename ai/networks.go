package ai

import (
	"bytes"
	"embed"
	"fmt"
	"strings"
	"sync"

	"rookery/ai/network"
	"rookery/chess"
)

// networkFiles holds the networks, by the names of networkName.
//
//go:embed networks/*.net
var networkFiles embed.FS

// networkName names the network of a game by the axes that its values depend on;
// what castling, a drawn array or fog changes, a network for the
// same rules without them knows well enough. A game whose axes nobody trained a
// network for has none: what one axis is worth changes with the others.
func networkName(r chess.Rules) string {
	names := []string{captureNames[r.Capture], goalNames[r.Goal], royaltyNames[r.Royalty], stalemateNames[r.Stalemate]}
	if r.Forced {
		names = append(names, "forced")
	}
	if r.Pocket != chess.NoPocket {
		names = append(names, "drops")
	}
	if r.NoChecks {
		names = append(names, "nochecks")
	}
	if r.NoPromotion {
		names = append(names, "nopromotion")
	}
	names = append(names, armyNames(r)...)
	var set []string
	for _, n := range names {
		if n != "" {
			set = append(set, n)
		}
	}
	if len(set) == 0 {
		return "chess"
	}
	return strings.Join(set, "-")
}

var (
	captureNames   = [...]string{chess.Explode: "explode", chess.Convert: "convert"}
	goalNames      = [...]string{chess.Mate: "", chess.LoseAll: "loseall", chess.TakeAll: "takeall", chess.Race: "race", chess.Hill: "hill", chess.ThreeChecks: "checks", chess.Extinct: "extinct", chess.BareOrMated: "bare"}
	royaltyNames   = [...]string{chess.Exposed: "exposed", chess.Commoner: "commoner"}
	stalemateNames = [...]string{chess.StalemateWins: "stalematewins", chess.StalemateLoses: "stalemateloses", chess.StalemateFewerWins: "fewerwins", chess.StalemateMoreWins: "morewins"}
)

// armyNames tells of what the sides begin with, where one starting position is always played
// and its armies are not the usual ones.
func armyNames(r chess.Rules) []string {
	if r.Start == nil || r.Start.Count != 1 {
		return nil
	}
	board, _, _ := strings.Cut(r.Start.FEN(0), " ")
	var names []string
	for i, c := range [2]string{"KQP", "kqp"} {
		switch {
		case strings.Count(board, c[:1]) == 0:
			names = append(names, [2]string{"kinglesswhite", "kinglessblack"}[i])
		case strings.Count(board, c[1:2]) > 2:
			names = append(names, "queens")
		case strings.Count(board, c[2:]) > 8:
			names = append(names, "pawns")
		}
	}
	return names
}

// networkOf is the network of a game, nil where there is none. It is read once and
// shared.
var networkOf = func() func(r chess.Rules) *network.Network {
	var mu sync.Mutex
	known := make(map[string]*network.Network)
	return func(r chess.Rules) *network.Network {
		if r.Board != nil {
			return nil
		}
		name := networkName(r)
		mu.Lock()
		defer mu.Unlock()
		if n, ok := known[name]; ok {
			return n
		}
		var n *network.Network
		if data, err := networkFiles.ReadFile("networks/" + name + ".net"); err == nil {
			if n, err = network.Read(bytes.NewReader(data), network.FeaturesOf(r)); err != nil {
				panic(fmt.Errorf("networks/%s.net: %w", name, err)) // the files are ours
			}
		}
		known[name] = n
		return n
	}
}()
