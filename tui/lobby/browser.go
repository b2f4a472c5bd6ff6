package lobby

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"time"

	"rookery/tui/lobby/journal"
	"rookery/tui/remote"
)

// A browser is a key of a player like any other, made from a secret that nobody but the browser has.
// It becomes one by a code, in one of two ways: a session shows the code and the browser gives it
// back (AddBrowser), or the browser shows it and a session of the player does (AskForBrowser,
// GrantBrowser). Forget signs it out.

// browserPrefix begins the fingerprints of browsers; those of SSH keys are hexadecimal.
const browserPrefix = "browser-"

// BrowserKey is the fingerprint of the browser that has a secret.
func BrowserKey(secret string) string { return browserPrefix + keyOf("browser "+secret) }

// IsBrowser tells whether a fingerprint is that of a browser.
func IsBrowser(fingerprint string) bool { return strings.HasPrefix(fingerprint, browserPrefix) }

// asking is what the bucket of browsers has under the hash of a code that a browser shows.
type asking struct {
	Fingerprint string    `json:"key"`
	Note        string    `json:"note,omitempty"`
	Until       time.Time `json:"until"`
}

// mostAsking is how many browsers may show a code at a time.
const mostAsking = 1000

var errManyAsk = errors.New("too many browsers are signing in: try again in a few minutes")

// AddBrowser makes a browser one of the player whose code it is. note says which it is.
func (l *Lobby) AddBrowser(ctx context.Context, fingerprint, note, word string) (remote.Player, error) {
	p, err := l.redeem(ctx, keyOf(cleanCode(word)))
	if err != nil {
		return remote.Player{}, err
	}
	return p, l.joinBrowser(ctx, p, fingerprint, note)
}

// AskForBrowser gives a code that a browser shows, good once and for CodeLife, at any front end.
func (l *Lobby) AskForBrowser(ctx context.Context, fingerprint, note string) (word string, err error) {
	words, err := l.browsers.Keys(ctx)
	if err != nil {
		return "", err
	}
	left := 0
	for _, w := range words {
		if a, err := l.asking(ctx, w); err != nil {
			return "", err
		} else if l.time().Before(a.Until) {
			left++
			continue
		}
		if err := l.browsers.Delete(ctx, w); err != nil && !errors.Is(err, journal.ErrNotFound) {
			return "", err
		}
	}
	if left >= mostAsking {
		return "", errManyAsk
	}
	word = l.id(10)
	data, err := json.Marshal(asking{fingerprint, remote.CleanLine(note, MaxNameLength*2), l.time().Add(CodeLife)})
	if err == nil {
		_, err = l.browsers.Create(ctx, keyOf(word), data)
	}
	return word, err
}

// asking is what is known of a code; nothing where there is none.
func (l *Lobby) asking(ctx context.Context, key string) (a asking, err error) {
	v, err := l.browsers.Get(ctx, key)
	if errors.Is(err, journal.ErrNotFound) {
		return a, nil
	}
	if err == nil {
		err = json.Unmarshal(v.Data, &a)
	}
	return a, err
}

// GrantBrowser makes the browser that shows a code one of a player, and says which it is.
func (l *Lobby) GrantBrowser(ctx context.Context, p remote.Player, word string) (note string, err error) {
	if p.Guest || p.ID == "" {
		return "", errors.New("guests have no account: connect with a key")
	}
	key := keyOf(cleanCode(word))
	a, err := l.asking(ctx, key)
	if err != nil {
		return "", err
	}
	if a.Fingerprint == "" || l.time().After(a.Until) {
		return "", errCode
	}
	// The code goes first, so that it is good once.
	if err := l.browsers.Delete(ctx, key); err != nil {
		return "", err
	}
	return a.Note, l.joinBrowser(ctx, p, a.Fingerprint, a.Note)
}

// joinBrowser gives a browser that is nobody's to a player.
func (l *Lobby) joinBrowser(ctx context.Context, p remote.Player, fingerprint, note string) error {
	if _, err := l.Account(ctx, fingerprint); !errors.Is(err, ErrNoAccount) {
		return errors.Join(err, errHasPlayer)
	}
	if err := l.addKeyNoted(ctx, p, Key{Fingerprint: fingerprint, Added: l.time(), Note: remote.CleanLine(note, MaxNameLength*2)}); err != nil {
		return err
	}
	_, err := l.keys.Create(ctx, keyOf(fingerprint), []byte(p.ID))
	if errors.Is(err, journal.ErrExists) {
		err = errHasPlayer
	}
	return err
}

// cleanCode is a code as it is typed: blanks, hyphens and capitals do not matter.
func cleanCode(word string) string {
	return strings.ToLower(strings.NewReplacer(" ", "", "-", "").Replace(word))
}
