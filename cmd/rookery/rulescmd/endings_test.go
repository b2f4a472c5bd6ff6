package rulescmd

import (
	"strings"
	"testing"
)

func TestEndings(t *testing.T) {
	dir := t.TempDir()
	endings := func(args ...string) (status int, out, errs string) {
		a := run(t, "", append([]string{"endings", "--data", dir}, args...)...)
		return a.Status, a.Out, a.Err
	}
	const rook = `KRvK, Chess
White to move: won 175168 (100.0 %), drawn 0, lost 0
  longest win: 16 moves, 8/8/8/8/8/2k5/1R6/K7 w - - 0 1
`
	if status, out, errs := endings("KRvK"); status != 0 || !strings.HasPrefix(out, rook) ||
		!strings.Contains(out, "16. ") || !strings.HasSuffix(out, "Black to move: won 0 (0.0 %), drawn 22244, lost 201700\n") {
		t.Errorf("status %d, output\n%s%s\nwant\n%s…", status, out, errs, rook)
	}
	if status, out, _ := endings("KPvK", "KvKP", "--json"); status != 0 ||
		!strings.Contains(out, `"material":"KPvK","rules":"`) || !strings.Contains(out, `"black":{"won":124960,"drawn":38368,"lost":0,"longest":{"moves":28,"plies":55,`) {
		t.Errorf("status %d, output\n%s", status, out)
	}
	if status, out, _ := endings("--all", "3", "--variant", "atomic"); status != 0 || strings.Count(out, "\n") != 6 || !strings.Contains(out, "KQvK ") {
		t.Errorf("status %d, output\n%s", status, out)
	}
	if status, out, _ := endings("--fen", "8/8/8/1k6/8/1K6/1P6/8 w - - 0 1"); status != 0 || !strings.HasPrefix(out, "White to move: drawn\n") {
		t.Errorf("status %d, output\n%s", status, out)
	}
	if status, out, _ := endings("--fen", "8/8/8/1k6/8/1K6/1P6/8 b - - 0 1"); status != 0 ||
		!strings.HasPrefix(out, "Black to move: lost in ") {
		t.Errorf("status %d, output\n%s", status, out)
	}
	for _, bad := range []struct {
		args string
		want string
		code int
	}{
		{"KRvKN --variant crazyhouse", "come back from the pocket", 1},
		{"KQRvKR", "at most 4", 1},
		{"KRKN", "enter the pieces of both sides like KRvKN", 2},
		{"--all 5", "--all is 2 to 4, not 5", 2},
		{"--fen 8/8/8/8/8/8/8/R3K2k_w_Q_-_0_1", "castle", 1},
		{"", "PIECES", 2},
	} {
		args := strings.Fields(bad.args)
		for i := range args {
			args[i] = strings.ReplaceAll(args[i], "_", " ")
		}
		if status, _, errs := endings(args...); status != bad.code || !strings.Contains(errs, bad.want) {
			t.Errorf("%s: status %d, %q, want %d and %q", bad.args, status, errs, bad.code, bad.want)
		}
	}
}
