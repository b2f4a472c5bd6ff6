package lobby

import (
	"errors"
	"testing"
	"time"
)

// TestBrowsers signs browsers in by codes of both kinds, each good once and for ten minutes, and
// out again. The last key of SSH stays, however many browsers there are.
func TestBrowsers(t *testing.T) {
	c := open(t)
	l, ctx := c.Lobby, t.Context()
	anna, err := l.Register(ctx, "aa", "Anna")
	if err != nil {
		t.Fatal(err)
	}
	word, err := l.Code(anna)
	if err != nil {
		t.Fatal(err)
	}
	first := BrowserKey("secret")
	if p, err := l.AddBrowser(ctx, first, "Firefox on Linux\x1b", " "+word[:5]+"-"+word[5:]); err != nil || p.ID != anna.ID {
		t.Fatal(p, err)
	}
	if _, err := l.AddBrowser(ctx, BrowserKey("other"), "", word); !errors.Is(err, errCode) {
		t.Errorf("a code is good twice: %v", err)
	}
	second := BrowserKey("second")
	shown, err := l.AskForBrowser(ctx, second, "Safari on iOS")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := l.GrantBrowser(ctx, l.Guest(), shown); err == nil {
		t.Error("a guest grants")
	}
	if note, err := l.GrantBrowser(ctx, anna, shown); err != nil || note != "Safari on iOS" {
		t.Fatal(note, err)
	}
	if _, err := l.GrantBrowser(ctx, anna, shown); !errors.Is(err, errCode) {
		t.Errorf("a code is granted twice: %v", err)
	}
	if p, err := l.Account(ctx, second); err != nil || p.ID != anna.ID {
		t.Error(p, err)
	}
	late, err := l.AskForBrowser(ctx, BrowserKey("late"), "")
	if err != nil {
		t.Fatal(err)
	}
	c.wait(CodeLife + time.Second)
	if _, err := l.GrantBrowser(ctx, anna, late); !errors.Is(err, errCode) {
		t.Errorf("an old code is granted: %v", err)
	}
	keys, err := l.Keys(ctx, anna)
	if err != nil || len(keys) != 3 || keys[1].Note != "Firefox on Linux" {
		t.Fatal(keys, err)
	}
	if err := l.Forget(ctx, anna, "aa"); !errors.Is(err, ErrLastKey) {
		t.Errorf("the last key of SSH is forgotten: %v", err)
	}
	for _, k := range []string{first, second} {
		if err := l.Forget(ctx, anna, k); err != nil {
			t.Error(err)
		}
		if _, err := l.Account(ctx, k); !errors.Is(err, ErrNoAccount) {
			t.Errorf("a browser that was signed out is somebody: %v", err)
		}
	}
}
