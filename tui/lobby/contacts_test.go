package lobby

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"rookery/tui/remote"
)

// account registers somebody.
func (c *club) account(name string) remote.Player {
	c.t.Helper()
	p, err := c.Register(c.t.Context(), "key of "+name, name)
	if err != nil {
		c.t.Fatal(err)
	}
	return p
}

func TestContacts(t *testing.T) {
	c := open(t)
	a, b := c.account("Anna"), c.account("Bea")
	ctx := t.Context()
	if err := c.Follow(ctx, a, b, false); err != nil {
		t.Fatal(err)
	}
	if err := c.Follow(ctx, a, a, false); err == nil {
		t.Error("somebody follows himself")
	}
	if err := c.Follow(ctx, a, c.Guest(), false); err == nil {
		t.Error("a guest is followed")
	}
	if err := c.Follow(ctx, c.Guest(), a, false); err == nil {
		t.Error("a guest follows")
	}
	c.restart()
	if k, err := c.Contacts(ctx, a); err != nil || !k.Following(b.ID) || k.Blocked(b.ID) {
		t.Fatalf("%+v, %v", k, err)
	}
	va, vb := c.Enter(a), c.Enter(b)
	terms := remote.Terms{Parts: []string{"chess"}}
	seek, err := vb.Seek(ctx, terms, remote.AnyColour, "", 0)
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Block(ctx, a, b, false); err != nil {
		t.Fatal(err)
	}
	if k, err := c.Contacts(ctx, a); err != nil || k.Following(b.ID) || !k.Blocked(b.ID) || !c.Muted(a, b) {
		t.Errorf("%+v, %v, muted %v", k, err, c.Muted(a, b))
	}
	if err := c.Follow(ctx, a, b, false); err == nil {
		t.Error("who is blocked is followed")
	}
	if _, err := vb.Seek(ctx, terms, remote.AnyColour, a.ID, 0); !errors.Is(err, ErrBlocked) {
		t.Errorf("a challenge of who is blocked: %v", err)
	}
	if _, err := va.Seek(ctx, terms, remote.AnyColour, b.ID, 0); !errors.Is(err, ErrBlocked) {
		t.Errorf("a challenge to who is blocked: %v", err)
	}
	if _, err := va.Accept(ctx, seek.ID); !errors.Is(err, errTaken) {
		t.Errorf("a seek of who is blocked: %v", err)
	}
	if err := c.Send(ctx, b, a, "hello"); !errors.Is(err, ErrBlocked) {
		t.Errorf("a message of who is blocked: %v", err)
	}
	if err := c.Block(ctx, a, b, true); err != nil {
		t.Fatal(err)
	}
	if _, err := va.Accept(ctx, seek.ID); err != nil || c.Muted(a, b) {
		t.Errorf("after the block: %v, muted %v", err, c.Muted(a, b))
	}
}

func TestMessages(t *testing.T) {
	c := open(t)
	a, b := c.account("Anna"), c.account("Bea")
	ctx := t.Context()
	vb := c.Enter(b)
	before := vb.View().Mail
	if err := c.Send(ctx, a, b, " a game\x1b[31m tonight? "); err != nil {
		t.Fatal(err)
	}
	if vb.View().Mail == before {
		t.Error("she is not told")
	}
	c.restart()
	n, from, err := c.Unread(ctx, b)
	if err != nil || n != 1 || from != a {
		t.Errorf("%d of %v, %v", n, from, err)
	}
	if n, _, err := c.Unread(ctx, a); err != nil || n != 0 {
		t.Errorf("one's own: %d, %v", n, err)
	}
	for _, p := range []remote.Player{a, b} {
		all, err := c.Messages(ctx, p)
		if err != nil || len(all) != 1 || all[0].Text != "a game[31m tonight?" || all[0].From != a || all[0].To != b {
			t.Errorf("%s has %+v, %v", p.Name, all, err)
		}
	}
	if err := c.ReadMessages(ctx, b, a); err != nil {
		t.Fatal(err)
	}
	if n, _, _ := c.Unread(ctx, b); n != 0 {
		t.Errorf("%d after reading", n)
	}
	if err := c.DropMessages(ctx, b, a); err != nil {
		t.Fatal(err)
	}
	if all, err := c.Messages(ctx, b); err != nil || len(all) != 0 {
		t.Errorf("after deleting %+v, %v", all, err)
	}
	if all, _ := c.Messages(ctx, a); len(all) != 1 {
		t.Errorf("the other has %d", len(all))
	}
	if err := c.Send(ctx, a, remote.Player{ID: "nobodyhere22", Name: "Nobody"}, "hello"); err == nil {
		t.Error("a message to nobody")
	}
}

// TestMessagesAreBounded writes more than fits: what is unread stays longest, and who gets no answers
// is stopped.
func TestMessagesAreBounded(t *testing.T) {
	c := open(t)
	a, b := c.account("Anna"), c.account("Bea")
	ctx := t.Context()
	if err := c.Send(ctx, b, a, "write to me"); err != nil {
		t.Fatal(err)
	}
	long := strings.Repeat("ő", MaxMessage)
	for i := range 100 {
		if err := c.Send(ctx, a, b, fmt.Sprint(i, " ", long)); err != nil {
			t.Fatal(err)
		}
		c.wait(while)
		if i < 3 {
			if err := c.ReadMessages(ctx, b, a); err != nil {
				t.Fatal(err)
			}
		}
	}
	all, err := c.Messages(ctx, b)
	if err != nil || len(all) < 40 || !strings.HasPrefix(all[len(all)-1].Text, "99 ") {
		t.Errorf("%d are left, %v", len(all), err)
	}
	refused := 0
	for i := range strangers + 5 {
		if err := c.Send(ctx, a, c.account(fmt.Sprintf("Stranger%d", i)), "buy my book"); err != nil {
			refused++
		}
		c.wait(while)
	}
	if refused != 5 {
		t.Errorf("%d messages to strangers were refused, want 5", refused)
	}
	c.wait(25 * time.Hour)
	if err := c.Send(ctx, a, c.account("Another"), "hello"); err != nil {
		t.Errorf("a day later: %v", err)
	}
}
