package uci

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"rookery/ai"
)

func TestParseSpec(t *testing.T) {
	for _, c := range []struct {
		spec string
		want Options
	}{
		{"uci:stockfish", Options{Path: "stockfish"}},
		{"UCI:/a b/engine", Options{Path: "/a b/engine"}},
		{"uci:/x?UCI_Elo=1900&Skill%20Level=3&Clear Hash=", Options{Path: "/x", Set: map[string]string{"UCI_Elo": "1900", "Skill Level": "3", "Clear Hash": ""}}},
		{"xboard:/y?depth=6&args=-b -o&args=x%3Dy&dir=/tmp&name=Old%1b%20One", Options{Protocol: XBoard, Path: "/y", Args: []string{"-b", "-o", "x=y"}, Dir: "/tmp", Name: "Old One", Limit: ai.Limit{Depth: 6}}},
		{"uci:/what?/x?nodes=5000&movetime=1.5s&timeout=30000", Options{Path: "/what?/x", Limit: ai.Limit{Nodes: 5000, MoveTime: 1500 * time.Millisecond}, Silence: 30 * time.Second, MoveGrace: 30 * time.Second}},
	} {
		got, ok, err := ParseSpec(c.spec)
		if err != nil || !ok || !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: %+v, %t, %v", c.spec, got, ok, err)
		}
		if again, _, err := ParseSpec(got.Spec()); err != nil || !reflect.DeepEqual(again, got) {
			t.Errorf("%s is written %s and read %+v, %v", c.spec, got.Spec(), again, err)
		}
	}
	for _, spec := range []string{"human", "ai:3", "", "ucix:/a"} {
		if _, ok, err := ParseSpec(spec); ok || err != nil {
			t.Errorf("%q: %t, %v", spec, ok, err)
		}
	}
	for spec, says := range map[string]string{
		"uci:": "does not name a program", "xboard:?depth=3": "does not name a program", "uci:/x?depth=0": "plies", "uci:/x?depth=deep": "plies",
		"uci:/x?nodes=-1": "positions", "uci:/x?movetime=0": "time", "uci:/x?timeout=soon": "30s", "uci:/x?Hash": "Hash=value",
		"uci:/x?=5": "name=value", "uci:/x?a=%zz": "%zz", "uci:/x?a=b%0Aquit": "name=value",
	} {
		if _, ok, err := ParseSpec(spec); !ok || err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%q: %t, %v, want %q", spec, ok, err, says)
		}
	}
}

func TestLimitsAreCombined(t *testing.T) {
	o := Options{Limit: ai.Limit{Depth: 6, MoveTime: time.Second}}
	got := o.combine(ai.Limit{Depth: 9, Nodes: 7, MoveTime: time.Millisecond, Infinite: true})
	if want := (ai.Limit{Depth: 6, Nodes: 7, MoveTime: time.Millisecond}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
}

func FuzzLines(f *testing.F) {
	for _, line := range []string{
		"depth 3 score cp 5 pv e2e4", "score mate -2 nodes 99999999999999999999", "name Skill Level type spin default 1 min 0 max 20",
		"depth score cp", "pv", "string x", "score cp", `myname="x`, `a=1 b="c d" done=1`, "4. 100003 80 777 b8c6", "-1 -1 -1 -1", "time 99999999999999999",
	} {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, line string) {
		if info, _, ok := parseInfo(line); ok && (info.Elapsed < -time.Hour*24*365 || info.Score > 1<<40) {
			t.Errorf("%+v", info)
		}
		parseThinking(line)
		if o, ok := parseOption(line); ok && o.Name == "" {
			t.Error("an option without a name")
		}
		x := oldFeatures()
		x.parse(line)
		if got := sanitize(line); strings.ContainsAny(got, "\x00\x1b\r\n\u202e") {
			t.Errorf("%q", got)
		}
	})
}
