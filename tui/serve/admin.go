package serve

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/charmbracelet/ssh"
	gossh "golang.org/x/crypto/ssh"

	"rookery/tui/lobby"
)

// adminName is the user whose sessions are commands of the operator.
const adminName = "admin"

// adminUsage is what the operator may say.
const adminUsage = `list                 who is here, and who is banned
kick WHO [REASON]    end sessions
ban WHO [REASON]     end sessions and let nobody in again
unban WHO
message TEXT         show a line to all
stop                 tell everyone, keep their games, and end

WHO is the number of a session, the name of somebody who is here, the
fingerprint of a key (SHA256:...), or an address.
`

// adminTime is how long a command may take.
const adminTime = 20 * time.Second

// adminsFile is where the keys of operators are.
func (s *Server) adminsFile() string {
	if s.cfg.Admins != "" {
		return s.cfg.Admins
	}
	return filepath.Join(s.cfg.Dir, "admins")
}

// admins reads the keys of operators, in the form of authorized_keys. A file
// that others than its owner may write or read is refused; none is no fault.
func (s *Server) admins() ([]gossh.PublicKey, error) {
	path := s.adminsFile()
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) && s.cfg.Admins == "" {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if mode := info.Mode().Perm(); runtime.GOOS != "windows" && mode&0o077 != 0 {
		return nil, fmt.Errorf("%s may be read by others (mode %04o): make it chmod 600", path, mode)
	}
	var keys []gossh.PublicKey
	for i, line := range strings.Split(string(text), "\n") {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		key, _, options, _, err := gossh.ParseAuthorizedKey([]byte(line))
		switch {
		case err != nil:
			return nil, fmt.Errorf("%s line %d: it is no key", path, i+1)
		case len(options) > 0:
			return nil, fmt.Errorf("%s line %d: options are not understood here", path, i+1)
		}
		keys = append(keys, key)
	}
	return keys, nil
}

// operator tells whether a key is one of an operator's.
func (s *Server) operator(k ssh.PublicKey) bool {
	if k == nil {
		return false
	}
	keys, err := s.admins()
	if err != nil {
		s.cfg.Log.Error("the keys of operators cannot be read", "err", truncate(err.Error()))
		return false
	}
	for _, a := range keys {
		if bytes.Equal(a.Marshal(), k.Marshal()) {
			return true
		}
	}
	return false
}

// admin carries out the one command of an operator's session and gives its
// status: 0, 1 when it cannot be done, 2 when it is not understood.
func (s *Server) admin(sess ssh.Session, out io.Writer) (status int) {
	if !s.operator(sess.PublicKey()) { // the key that signed
		fmt.Fprintf(out, "%v.\r\n", errTaken)
		return 1
	}
	ctx, cancel := context.WithTimeout(sess.Context(), adminTime)
	defer cancel()
	verb, rest, _ := strings.Cut(strings.TrimSpace(sess.RawCommand()), " ")
	rest = strings.TrimSpace(rest)
	s.cfg.Log.Info("operator", "key", gossh.FingerprintSHA256(sess.PublicKey()), "verb", truncate(verb))
	who, reason, _ := strings.Cut(rest, " ")
	reason = lobby.CleanLine(reason, lobby.MaxChat)
	var text string
	var err error
	switch {
	case verb == "list" && rest == "":
		text = s.listed(ctx)
	case verb == "kick" && who != "":
		text, err = s.kick(ctx, who, reason)
	case verb == "ban" && who != "":
		text, err = s.ban(ctx, who, reason)
	case verb == "unban" && who != "":
		text, err = s.unban(ctx, who)
	case verb == "message" && rest != "":
		text = s.message(lobby.CleanLine(rest, lobby.MaxChat))
	case verb == "stop" && rest == "":
		sess.Context().SetValue(haltKey{}, true) // once it is answered
		text = "The server is being stopped.\n"
	default:
		fmt.Fprint(sess.Stderr(), adminUsage)
		return 2
	}
	if err != nil {
		fmt.Fprintf(sess.Stderr(), "%v\n", err)
		return 1
	}
	fmt.Fprint(out, text)
	return 0
}

// listed is who is here and who is banned.
func (s *Server) listed(ctx context.Context) string {
	var b strings.Builder
	all := s.present()
	fmt.Fprintf(&b, "%d here\n", len(all))
	for _, g := range all {
		p := s.playerOf(ctx, g)
		name, key := p.Name, g.key
		if name == "" {
			name = "(no name)"
		}
		if key == "" {
			key = "(no key)"
		}
		fmt.Fprintf(&b, "%d\t%s\t%s\t%s\t%s\n", g.id, name, key, g.from, s.cfg.Now().Sub(g.began).Round(time.Second))
	}
	out := s.bans.sorted()
	fmt.Fprintf(&b, "%d banned\n", len(out))
	for _, one := range out {
		fmt.Fprintf(&b, "%s\t%s\t%s\n", one.What, one.At.UTC().Format(time.RFC3339), one.Reason)
	}
	return b.String()
}

// kick ends sessions.
func (s *Server) kick(ctx context.Context, who, reason string) (string, error) {
	t, err := s.find(ctx, who)
	if err != nil {
		return "", err
	}
	cause := errors.New("you were sent away by who runs this server")
	if reason != "" {
		cause = fmt.Errorf("%w: %s", cause, reason)
	}
	for _, g := range t.sessions {
		g.cancel(cause)
	}
	return countOf(len(t.sessions), "1 session ended.", "%d sessions ended."), nil
}

// ban lets nobody in again who is meant, and ends his sessions.
func (s *Server) ban(ctx context.Context, who, reason string) (string, error) {
	t, err := s.find(ctx, who)
	if err != nil {
		return "", err
	}
	at := s.cfg.Now()
	for key, what := range t.bans {
		if err := s.bans.put(ctx, key, ban{What: what, Reason: reason, At: at}); err != nil {
			return "", err
		}
	}
	var b strings.Builder
	for _, what := range slices.Sorted(maps.Values(t.bans)) {
		fmt.Fprintf(&b, "Banned: %s\n", what)
	}
	for _, g := range t.sessions {
		g.cancel(ban{Reason: reason})
	}
	return b.String(), nil
}

// unban ends what ban began.
func (s *Server) unban(ctx context.Context, who string) (string, error) {
	if p, ok := prefixOf(who); ok {
		who = p.String()
	}
	n, err := s.bans.drop(ctx, who)
	if err == nil && n == 0 {
		err = fmt.Errorf("nothing is banned as %q: look at the list", truncate(who))
	}
	return countOf(n, "1 ban ended.", "%d bans ended."), err
}

// countOf is a line with a number in it.
func countOf(n int, one, many string) string {
	if n == 1 {
		return one + "\n"
	}
	return fmt.Sprintf(many+"\n", n)
}

// expel ends the sessions of those who have been banned at another front end.
func (s *Server) expel() {
	for _, g := range s.present() {
		keys := []string{g.player, netKey(g.from)}
		if id := s.accountOf(g); id != "" {
			keys = append(keys, accountKey(id))
		}
		if b, banned := s.bans.of(keys...); banned {
			g.cancel(b)
		}
	}
}

// accountOf is the ID of the account that a session plays as, empty for none.
func (s *Server) accountOf(g *client) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return g.account
}

// message shows a line to all. A session that has not shown the lines before is
// passed over.
func (s *Server) message(text string) string {
	shown := 0
	for _, g := range s.present() {
		select {
		case g.said <- text:
			shown++
		default:
		}
	}
	return fmt.Sprintf("Shown to %d.\n", shown)
}
