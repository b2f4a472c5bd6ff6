package main

import (
	"context"
	"log/slog"
	"strings"
	"testing"
	"time"

	"rookery/chess"
	"rookery/tui/remote"
	"rookery/tui/serve"
)

// TestServeGames reads the archive of a club that is open.
func TestServeGames(t *testing.T) {
	dir := t.TempDir()
	if got := run(t, "", "games", "--data", dir); got.Status != 1 || !strings.Contains(got.Err, "no archive yet") {
		t.Errorf("without an archive: %+v", got)
	}
	cfg := serve.Config{Log: slog.New(slog.DiscardHandler)}
	closing, err := openClub(t.Context(), &storeFlags{dir: dir}, &cfg)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := closing(); err != nil {
			t.Error(err)
		}
	}()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	anna, ben := remote.Player{ID: "anna", Name: "Anna"}, remote.Player{ID: "ben", Name: "Ben"}
	for _, game := range []string{"chess", "atomic"} {
		terms := remote.Terms{Parts: []string{game}, Control: chess.Control{Base: time.Minute}, Rated: true}
		table, err := cfg.Lobby.Start(ctx, terms, anna, ben)
		if err != nil {
			t.Fatal(err)
		}
		r, err := table.Join(ctx, anna)
		if err != nil {
			t.Fatal(err)
		}
		if err := r.Resign(ctx); err != nil {
			t.Fatal(err)
		}
		if err := cfg.Archive.Await(ctx, table.ID()); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		args  string
		games int
		first string // Variant tag of the first game
	}{
		{"", 2, ""},
		{"--newest", 2, "Atomic"},
		{"--variant atomic", 1, "Atomic"},
		{"--player BEN --variant chess", 1, ""},
		{"anna 0-1", 2, ""},
		{"nobody", 0, ""},
	} {
		got := run(t, "", append([]string{"games", "--data", dir}, strings.Fields(c.args)...)...)
		if got.Status != 0 || strings.Count(got.Out, "[Event ") != c.games {
			t.Errorf("%q: %+v, want %d games", c.args, got, c.games)
		}
		head, _, _ := strings.Cut(got.Out, "\n\n")
		if c.games > 0 && strings.Contains(head, "[Variant ") != (c.first != "") || !strings.Contains(head, c.first) {
			t.Errorf("%q begins with\n%s\nwant the variant %q", c.args, head, c.first)
		}
	}
	for args, want := range map[string]string{
		"--player Zoe":      `no player called "Zoe"`,
		"--variant marbles": `unknown variant "marbles"`,
		"2500+":             "search games by player",
	} {
		got := run(t, "", append([]string{"games", "--data", dir}, strings.Fields(args)...)...)
		if got.Status != 1 || !strings.Contains(got.Err, want) {
			t.Errorf("%q: %+v, want %q", args, got, want)
		}
	}
}
