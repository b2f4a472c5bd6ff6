package ai

import (
	"bytes"
	"embed"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
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
// same rules without them knows well enough, nor does stalemate matter to one who
// wants to lose all: there is hardly a piece left then. A game whose axes nobody trained a
// network for has none: what one axis is worth changes with the others.
func networkName(r chess.Rules) string {
	if r.Goal == chess.LoseAll {
		r.Stalemate = chess.StalemateDraws
	}
	return axisNames(r)
}

// axisNames tells of all axes that values may depend on.
func axisNames(r chess.Rules) string {
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

// kingless reports whether a side begins without a king.
func kingless(r chess.Rules) bool {
	armies := armyNames(r)
	return slices.Contains(armies, "kinglesswhite") || slices.Contains(armies, "kinglessblack")
}

// NetworkName names the network of a player's own for just these rules, and its file without
// the ending .net: it tells of what networkName passes over, too. Games with fog share that
// of their rules without it.
func NetworkName(r chess.Rules) string {
	name := axisNames(r)
	if r.Start != nil && r.Start.Count != 1 {
		name += "-drawn"
	}
	if r.NoCastling {
		name += "-nocastling"
	}
	if r.NoEnPassant {
		name += "-noenpassant"
	}
	if r.Disguise {
		name += "-disguise"
	}
	return name
}

// networks are those that are known: of the player, and embedded ones once they were asked
// for. They are read once and shared by all engines of the program.
var networks struct {
	mu       sync.Mutex
	own      map[string]*network.Network // by NetworkName
	embedded map[string]*network.Network // by networkName; nil where there is none
}

// UseNetworks lets engines made from now on use the networks in the files of a directory,
// before the embedded ones. It replaces those of an earlier call; a directory that is not there,
// or "", has none. The error tells of each file that cannot be used; the others are.
func UseNetworks(dir string) error {
	var names []string
	if dir != "" {
		names, _ = filepath.Glob(filepath.Join(dir, "*.net")) // an odd name of a directory has none
	}
	own := make(map[string]*network.Network)
	var faults []error
	for _, name := range names {
		n, err := ReadNetwork(name)
		if game := strings.TrimSuffix(filepath.Base(name), ".net"); err == nil && n.Game != game {
			err = fmt.Errorf("%s: the network is for %q, as its file should be called", name, n.Game)
		}
		if err != nil {
			faults = append(faults, err)
			continue
		}
		own[n.Game] = n
	}
	networks.mu.Lock()
	defer networks.mu.Unlock()
	networks.own = own
	return errors.Join(faults...)
}

// ReadNetwork reads the file of a network. The error names it.
func ReadNetwork(name string) (*network.Network, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	n, err := network.Read(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return n, nil
}

// NetworkOf is the network of a game, nil where there is none: the player's own for just these
// rules, then one for rules with the same values, then the embedded one.
func NetworkOf(r chess.Rules) *network.Network {
	if r.Board != nil {
		return nil
	}
	name := networkName(r)
	networks.mu.Lock()
	defer networks.mu.Unlock()
	for _, own := range [2]string{NetworkName(r), name} {
		if n := networks.own[own]; n != nil && n.Features.Fits(r) {
			return n
		}
	}
	if n, ok := networks.embedded[name]; ok {
		return n
	}
	var n *network.Network
	if data, err := networkFiles.ReadFile("networks/" + name + ".net"); err == nil {
		if n, err = network.Read(bytes.NewReader(data)); err != nil || !n.Features.Fits(r) || n.Game != name {
			panic(fmt.Errorf("networks/%s.net: %w", name, err)) // the files are ours
		}
	}
	if networks.embedded == nil {
		networks.embedded = make(map[string]*network.Network)
	}
	networks.embedded[name] = n
	return n
}
