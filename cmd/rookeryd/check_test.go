package main

import (
	"bytes"
	"crypto/ed25519"
	"crypto/rand"
	"encoding/pem"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"rookery/chess"
	"rookery/tui/lobby"
	"rookery/tui/lobby/archive/sqlstore"
	"rookery/tui/lobby/journal/sqljournal"
	"rookery/tui/remote"
)

// filled makes the directory of a club with a finished game, one that runs and an account,
// and an archive. It names both games.
func filled(t *testing.T) (data, finished, running string) {
	t.Helper()
	ctx := t.Context()
	data = t.TempDir()
	where := &storeFlags{dir: data}
	j, err := where.open(ctx, nil)
	if err != nil {
		t.Fatal(err)
	}
	l, err := lobby.Open(ctx, j, time.Now, [32]byte{3})
	if err != nil {
		t.Fatal(err)
	}
	anna, err := l.Register(ctx, "SHA256:anna", "Anna")
	if err != nil {
		t.Fatal(err)
	}
	ben, err := l.Register(ctx, "SHA256:ben", "Ben")
	if err != nil {
		t.Fatal(err)
	}
	a, err := sqlstore.Open(ctx, sqlstore.Config{Path: where.archivePath(), Journal: j, Now: time.Now, Log: logTo(newCheck(where))})
	if err != nil {
		t.Fatal(err)
	}
	var ids []string
	for n := range 2 {
		table, err := l.Start(ctx, remote.Terms{Parts: []string{"chess"}, Control: chess.Control{Base: time.Hour}}, anna, ben)
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, table.ID())
		white, err := table.Join(ctx, anna)
		if err != nil {
			t.Fatal(err)
		}
		black, err := table.Join(ctx, ben)
		if err != nil {
			t.Fatal(err)
		}
		for i, m := range strings.Fields("e4 e5 Nf3 Nc6 Bb5 a6") {
			if err := []*lobby.Reader{white, black}[i%2].Move(ctx, m); err != nil {
				t.Fatal(err)
			}
		}
		if n == 0 {
			if err := white.Resign(ctx); err != nil {
				t.Fatal(err)
			}
			if err := a.Await(ctx, table.ID()); err != nil {
				t.Fatal(err)
			}
		}
		white.Leave()
		black.Leave()
	}
	l.Close()
	if err := a.Close(); err != nil {
		t.Fatal(err)
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	return data, ids[0], ids[1]
}

// spoil overwrites every place of a file where a text stands.
func spoil(t *testing.T, path, text string) {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil || !bytes.Contains(b, []byte(text)) {
		t.Fatalf("%s holds no %q: %v", path, text, err)
	}
	if err := os.WriteFile(path, bytes.ReplaceAll(b, []byte(text), bytes.Repeat([]byte("#"), len(text))), 0o600); err != nil {
		t.Fatal(err)
	}
}

// TestCheckAndRepair damages both copies of the fourth move of all games: the finished one
// is taken back from the archive, the other goes on from the third.
func TestCheckAndRepair(t *testing.T) {
	data, finished, running := filled(t)
	path := filepath.Join(data, "journal", "club.db")
	got := run(t, "", "check", "--data", data)
	if got.Status != 0 || got.Out != "The store is sound.\n" {
		t.Fatalf("a sound store: %+v", got)
	}
	spoil(t, path, "b8c6")
	before, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	got = run(t, "", "check", "--data", data)
	if got.Status != 1 || !strings.Contains(got.Out, path) || !strings.Contains(got.Out, "4 rows do not agree") {
		t.Errorf("a damaged store: %+v", got)
	}
	if after, err := os.ReadFile(path); err != nil || !bytes.Equal(before, after) {
		t.Errorf("check changed the file: %v", err)
	}
	got = run(t, "", "repair", "--data", data)
	for _, want := range []string{
		fmt.Sprintf("%s: game %s: event 5: behind half-move 3: lost", path, finished),
		fmt.Sprintf("%s: game %s: event 5: behind half-move 3: lost; the game is kept up to event 4", path, running),
		fmt.Sprintf("game %s: taken back from the archive, from event 5 to 8", finished),
		"damaged files are kept here",
	} {
		if got.Status != 0 || !strings.Contains(got.Out, want) {
			t.Errorf("repair does not say %q: %+v", want, got)
		}
	}
	if got := run(t, "", "check", "--data", data); got.Status != 0 {
		t.Errorf("after the repair: %+v", got)
	}
	s, err := sqljournal.Open(t.Context(), filepath.Join(data, "journal"), sqljournal.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for game, want := range map[string]int{finished: 8, running: 4} {
		if events, err := s.Read(t.Context(), game, 0); err != nil || len(events) != want {
			t.Errorf("%d events %v, want %d", len(events), err, want)
		}
	}
	l, err := lobby.Open(t.Context(), s, time.Now, [32]byte{4})
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	if _, err := l.Table(running); err != nil || l.Running() != 1 {
		t.Errorf("%d games run: %v", l.Running(), err)
	}
	if got := run(t, "", "check", "--data", data); got.Status != 0 || got.Out != "The store is sound.\n" {
		t.Errorf("a store in use: %+v", got)
	}
	if got := run(t, "", "repair", "--data", data); got.Status != 1 || !strings.Contains(got.Err, "another server") {
		t.Errorf("repair of a store in use: %+v", got)
	}
	if got := run(t, "", "check", "--data", t.TempDir()); got.Status != 1 || !strings.Contains(got.Err, "no store") {
		t.Errorf("an empty directory: %+v", got)
	}
}

// TestCheckBeside damages what lies beside the journal: check and repair name it, in words, and repair is not kept from
// the journal by it.
func TestCheckBeside(t *testing.T) {
	whole, finished, _ := filled(t)
	page := func(b []byte, at int) []byte { // one that no longer reads
		b = bytes.Clone(b)
		clear(b[at*4096 : (at+1)*4096])
		return b
	}
	for name, c := range map[string]struct {
		file   string
		damage func([]byte) []byte
	}{
		"archive emptied":  {"archive.db", func([]byte) []byte { return nil }},
		"archive cut":      {"archive.db", func(b []byte) []byte { return b[:len(b)/2] }},
		"archive's tables": {"archive.db", func(b []byte) []byte { return page(b, 0) }},
		"a page of it":     {"archive.db", func(b []byte) []byte { return page(b, 2) }},
		"a name in a game": {"archive.db", func(b []byte) []byte { return bytes.ReplaceAll(b, []byte(`[White "Anna"]`), []byte(`[White "Ange"]`)) }},
		"another file":     {"archive.db", func([]byte) []byte { return []byte(strings.Repeat("no database ", 1000)) }},
		"host key cut":     {"host_ed25519", func([]byte) []byte { return []byte("-----BEGIN OPENSSH") }},
	} {
		t.Run(name, func(t *testing.T) {
			data := t.TempDir()
			if err := os.CopyFS(data, os.DirFS(whole)); err != nil {
				t.Fatal(err)
			}
			path := filepath.Join(data, c.file)
			b, err := os.ReadFile(path)
			if err != nil && c.file == "archive.db" {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, c.damage(b), 0o600); err != nil {
				t.Fatal(err)
			}
			if got := run(t, "", "check", "--data", data); got.Status != 1 || !strings.Contains(got.Out, path) || !strings.Contains(got.Out, "damaged") {
				t.Errorf("check: %+v", got)
			}
			if got := run(t, "", "repair", "--data", data); got.Status != 0 || !strings.Contains(got.Out, path) || got.Err != "" {
				t.Errorf("repair: %+v", got)
			}
			s, err := sqljournal.Open(t.Context(), filepath.Join(data, "journal"), sqljournal.Options{})
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			if events, err := s.Read(t.Context(), finished, 0); err != nil || len(events) != 8 {
				t.Errorf("%d events, %v", len(events), err)
			}
			a, err := sqlstore.Open(t.Context(), sqlstore.Config{Path: filepath.Join(data, "archive.db"), Journal: s, Now: time.Now, Log: slog.New(slog.DiscardHandler)})
			if err != nil {
				t.Fatal(err)
			}
			if err := a.Await(t.Context(), finished); err != nil {
				t.Error(err)
			}
			if err := a.Close(); err != nil {
				t.Error(err)
			}
			if got := run(t, "", "check", "--data", data); c.file == "archive.db" && got.Status != 0 {
				t.Errorf("after the next start: %+v", got)
			}
		})
	}
}

// TestStoreRemoved starts behind a store that is gone: its finished games come back from
// the archive, and the rest is told to be lost.
func TestStoreRemoved(t *testing.T) {
	data, finished, _ := filled(t)
	if err := os.Remove(filepath.Join(data, "journal", "club.db")); err != nil {
		t.Fatal(err)
	}
	got := run(t, "", "repair", "--data", data)
	for _, want := range []string{"club.db: the file is missing", "is lost", "game " + finished + ": taken back from the archive, from event 1 to 8"} {
		if got.Status != 0 || !strings.Contains(got.Out, want) {
			t.Errorf("repair does not say %q: %+v", want, got)
		}
	}
	if got := run(t, "", "games", "--data", data); got.Status != 0 || !strings.Contains(got.Out, "Bb5") {
		t.Errorf("games: %+v", got)
	}
}

// TestBackupAndRestore backs a club up that is in use, and restores it elsewhere and over
// itself.
func TestBackupAndRestore(t *testing.T) {
	data, finished, running := filled(t)
	_, secret, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	key, err := gossh.MarshalPrivateKey(secret, "")
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"host_ed25519": string(pem.EncodeToMemory(key)), "players/ab/config/config.toml": "theme = 'x'\n"} {
		path := filepath.Join(data, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	s, err := sqljournal.Open(t.Context(), filepath.Join(data, "journal"), sqljournal.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Append(t.Context(), "late", 0, []byte("in the log alone")); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "club.backup")
	if got := run(t, "", "backup", "--data", data, file); got.Status != 0 {
		t.Fatalf("backup: %+v", got)
	}
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the file is %v, %v", info, err)
	}
	if got := run(t, "", "restore", "--data", data, "--replace", file); got.Status != 1 || !strings.Contains(got.Err, "another server") {
		t.Errorf("restore below a server: %+v", got)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	fresh := filepath.Join(t.TempDir(), "new")
	if got := run(t, "", "restore", "--data", fresh, file); got.Status != 0 {
		t.Fatalf("restore: %+v", got)
	}
	got := run(t, "", "restore", "--data", data, file)
	if got.Status != 1 || !strings.Contains(got.Err, "--replace") || !strings.Contains(got.Err, "journal/club.db") {
		t.Errorf("restore over a club: %+v", got)
	}
	if got := run(t, "", "restore", "--data", data, "--replace", file); got.Status != 0 {
		t.Fatalf("restore --replace: %+v", got)
	}
	for _, dir := range []string{data, fresh} {
		if got := run(t, "", "check", "--data", dir); got.Status != 0 {
			t.Errorf("%+v", got)
		}
		for _, name := range []string{"host_ed25519", "players/ab/config/config.toml", "archive.db"} {
			if _, err := os.Stat(filepath.Join(dir, name)); err != nil {
				t.Error(err)
			}
		}
		s, err := sqljournal.Open(t.Context(), filepath.Join(dir, "journal"), sqljournal.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for game, want := range map[string]int{finished: 8, running: 7, "late": 1} {
			if events, err := s.Read(t.Context(), game, 0); err != nil || len(events) != want {
				t.Errorf("%s: %d events %v, want %d", game, len(events), err, want)
			}
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
	whole, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for name, bad := range map[string][]byte{"cut": whole[:len(whole)/2], "flipped": append(append([]byte{}, whole[:len(whole)/2]...), append([]byte{whole[len(whole)/2] ^ 1}, whole[len(whole)/2+1:]...)...), "nothing": nil, "an export": []byte("hello")} {
		path, dir := filepath.Join(t.TempDir(), "bad"), filepath.Join(t.TempDir(), "new")
		if err := os.WriteFile(path, bad, 0o600); err != nil {
			t.Fatal(err)
		}
		if got := run(t, "", "restore", "--data", dir, path); got.Status != 1 {
			t.Errorf("%s: %+v", name, got)
		}
		if _, err := os.Stat(filepath.Join(dir, "journal", "club.db")); err == nil {
			t.Errorf("%s: something was restored", name)
		}
	}
}

// TestImportIntoAUsedStore says what it would do, and a bad file leaves an empty store.
func TestImportIntoAUsedStore(t *testing.T) {
	data, _, _ := filled(t)
	file := filepath.Join(t.TempDir(), "club.gz")
	if got := run(t, "", "export", "--data", data, file); got.Status != 0 {
		t.Fatalf("export: %+v", got)
	}
	got := run(t, "", "import", "--data", data, file)
	for _, want := range []string{"the store holds 2 games and", "2 of its games are in the store already", "Nothing was changed"} {
		if got.Status != 1 || !strings.Contains(got.Err, want) {
			t.Errorf("import does not say %q: %+v", want, got)
		}
	}
	whole, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, whole[:len(whole)-20], 0o600); err != nil {
		t.Fatal(err)
	}
	fresh := t.TempDir()
	if got := run(t, "", "import", "--data", fresh, file); got.Status != 1 {
		t.Errorf("a cut file: %+v", got)
	}
	if err := os.WriteFile(file, whole, 0o600); err != nil {
		t.Fatal(err)
	}
	if got := run(t, "", "import", "--data", fresh, file); got.Status != 0 {
		t.Errorf("after a cut file: %+v", got)
	}
}
