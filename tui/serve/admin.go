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
	"strconv"
	"strings"
	"time"

	"github.com/charmbracelet/ssh"
	gossh "golang.org/x/crypto/ssh"

	"rookery/tui/lobby"
	"rookery/tui/remote"
)

// adminName is the user whose sessions are commands of the operator.
const adminName = "admin"

// adminUsage is what the operator may say.
const adminUsage = `list                            who is here, and who is banned
kick WHO [REASON]               end sessions
ban WHO [for TIME] [REASON]     end sessions and let nobody in again, or not for a time: 30m, 12h, 7d
unban WHO
annul GAME                      take a game out of the ratings, by the GameId of its PGN
reports                         what players have told of others
report ID                       one of these, with what was said and played
close ID                        forget a report
` + tournamentUsage + `message TEXT                    show a line to all, signed with the name beside your key
stop                            tell everyone, keep their games, and end

WHO is the number of a session, a name, the fingerprint of a key (SHA256:...),
an address, or a network (192.0.2.0/24).
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

// adminKey is the key of an operator and the name that stands beside it, which is clean and
// may be empty.
type adminKey struct {
	gossh.PublicKey
	name string
}

// admins reads the keys of operators, in the form of authorized_keys. A file
// that others than its owner may write or read is refused; none is no fault.
func (s *Server) admins() ([]adminKey, error) {
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
		return nil, fmt.Errorf("%s can be read by others (mode %04o): run chmod 600 on it", path, mode)
	}
	var keys []adminKey
	for i, line := range strings.Split(string(text), "\n") {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		key, comment, options, _, err := gossh.ParseAuthorizedKey([]byte(line))
		switch {
		case err != nil:
			return nil, fmt.Errorf("%s line %d: not a public key", path, i+1)
		case len(options) > 0:
			return nil, fmt.Errorf("%s line %d: options before the key are not supported", path, i+1)
		}
		keys = append(keys, adminKey{key, remote.CleanLine(comment, lobby.MaxNameLength)})
	}
	return keys, nil
}

// operator finds an operator by his key; ok is false for the key of anybody else.
func (s *Server) operator(k ssh.PublicKey) (who adminKey, ok bool) {
	if k == nil {
		return who, false
	}
	keys, err := s.admins()
	if err != nil {
		s.cfg.Log.Error("the keys of operators cannot be read", "err", truncate(err.Error()))
		return who, false
	}
	for _, a := range keys {
		if bytes.Equal(a.Marshal(), k.Marshal()) {
			return a, true
		}
	}
	return who, false
}

// admin carries out the one command of an operator's session and gives its
// status: 0, 1 when it cannot be done, 2 when it is not understood.
func (s *Server) admin(sess ssh.Session, out io.Writer) (status int) {
	boss, ok := s.operator(sess.PublicKey()) // the key that signed
	if !ok {
		fmt.Fprintf(out, "%s.\r\n", languageOf(sess.Environ()).Text(errTaken.Error()))
		return 1
	}
	ctx, cancel := context.WithTimeout(sess.Context(), adminTime)
	defer cancel()
	verb, rest, _ := strings.Cut(strings.TrimSpace(sess.RawCommand()), " ")
	rest = strings.TrimSpace(rest)
	who, reason, _ := strings.Cut(rest, " ")
	log := s.cfg.Log.With("key", gossh.FingerprintSHA256(boss), "name", boss.name, "verb", truncate(verb))
	var text string
	var err error
	switch {
	case verb == "list" && rest == "":
		text, err = s.listed(ctx)
	case verb == "kick" && who != "":
		text, err = s.kick(ctx, who, remote.CleanLine(rest[len(who):], remote.MaxChat))
		log = log.With("who", truncate(who))
	case verb == "ban" && who != "":
		var until time.Time
		until, reason, err = s.banTime(reason)
		log = log.With("who", truncate(who), "reason", reason)
		if !until.IsZero() {
			log = log.With("until", until)
		}
		if err == nil {
			text, err = s.ban(ctx, who, reason, until)
		}
	case verb == "unban" && who != "":
		text, err = s.unban(ctx, who)
		log = log.With("who", truncate(who))
	case verb == "annul" && rest != "":
		text, err = s.annul(ctx, rest)
		log = log.With("game", truncate(rest))
	case verb == "reports" && rest == "":
		text, err = s.reports(ctx)
	case verb == "report" && rest != "":
		text, err = s.report(ctx, rest)
	case verb == "close" && rest != "":
		text, err = s.closeReport(ctx, rest)
		log = log.With("report", truncate(rest))
	case slices.Contains(tournamentVerbs, verb) && (rest != "" || verb == "tournaments"):
		text, err = s.adminTournament(ctx, verb, rest)
		log = log.With("tournament", truncate(rest))
	case verb == "message" && rest != "":
		text = s.message(boss, remote.CleanLine(rest, remote.MaxChat))
	case verb == "stop" && rest == "":
		sess.Context().SetValue(haltKey{}, true) // once it is answered
		text = "The server is shutting down.\n"
	default:
		log.Info("operator", "did", "nothing: not understood")
		fmt.Fprint(sess.Stderr(), adminUsage)
		return 2
	}
	if err != nil {
		log.Info("operator", "did", "nothing: "+truncate(err.Error()))
		fmt.Fprintln(sess.Stderr(), languageOf(sess.Environ()).Text(err.Error()))
		return 1
	}
	did := ""
	if verb != "list" && !strings.HasPrefix(verb, "report") && !strings.HasPrefix(verb, "tournament") {
		did = strings.ReplaceAll(strings.TrimSpace(text), "\n", "; ")
	}
	log.Info("operator", "did", did)
	fmt.Fprint(out, text)
	return 0
}

// banTime takes the time from the beginning of a reason: "for 7d too loud"; a reason
// without one is for ever. The reason is clean.
func (s *Server) banTime(text string) (until time.Time, reason string, err error) {
	text = strings.TrimSpace(text)
	rest, timed := strings.CutPrefix(text, "for ")
	if !timed {
		return until, remote.CleanLine(text, remote.MaxChat), nil
	}
	span, rest, _ := strings.Cut(strings.TrimSpace(rest), " ")
	days, isDays := strings.CutSuffix(span, "d")
	d, err := time.ParseDuration(span)
	if isDays {
		var n int
		n, err = strconv.Atoi(days)
		d = time.Duration(n) * 24 * time.Hour
	}
	if err != nil || d <= 0 || d > longestBan {
		return until, "", fmt.Errorf("%q is not a time: write for 30m, for 12h or for 7d, at most for %dd", remote.CleanLine(span, 20), longestBan/(24*time.Hour))
	}
	return s.cfg.Now().Add(d), remote.CleanLine(rest, remote.MaxChat), nil
}

// longestBan is the longest time that a timed ban may have.
const longestBan = 3650 * 24 * time.Hour

// listed is who is here and who is banned. What is over goes.
func (s *Server) listed(ctx context.Context) (string, error) {
	if err := s.bans.clear(ctx); err != nil {
		return "", err
	}
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
		until := "-"
		if !one.Until.IsZero() {
			until = one.Until.UTC().Format(time.RFC3339)
		}
		fmt.Fprintf(&b, "%s\t%s\t%s\t%s\n", one.What, one.At.UTC().Format(time.RFC3339), until, one.Reason)
	}
	return b.String(), nil
}

// kick ends sessions.
func (s *Server) kick(ctx context.Context, who, reason string) (string, error) {
	t, err := s.find(ctx, who)
	if err != nil {
		return "", err
	}
	cause := errors.New("you were disconnected by the operator of this server")
	if reason != "" {
		cause = fmt.Errorf("%w: %s", cause, reason)
	}
	for _, g := range t.sessions {
		g.cancel(cause)
	}
	return countOf(len(t.sessions), "1 session ended.", "%d sessions ended."), nil
}

// ban lets nobody in again who is meant, until a time or, if that is zero, at all, and ends
// his sessions.
func (s *Server) ban(ctx context.Context, who, reason string, until time.Time) (string, error) {
	t, err := s.find(ctx, who)
	if err != nil {
		return "", err
	}
	at := s.cfg.Now()
	for key, what := range t.bans {
		if err := s.bans.put(ctx, key, ban{What: what, Reason: reason, At: at, Until: until}); err != nil {
			return "", err
		}
	}
	var b strings.Builder
	for _, what := range slices.Sorted(maps.Values(t.bans)) {
		fmt.Fprintf(&b, "Banned: %s\n", what)
	}
	for _, g := range t.sessions {
		g.cancel(ban{Reason: reason, Until: until})
	}
	return b.String(), nil
}

// unban ends what ban began.
func (s *Server) unban(ctx context.Context, who string) (string, error) {
	what := who
	if p, ok, err := networkNamed(who); err != nil {
		return "", err
	} else if ok {
		what = netKey(p)
	}
	n, err := s.bans.drop(ctx, what)
	if err == nil && n == 0 {
		err = fmt.Errorf("there is no ban on %q: see the list", truncate(who))
	}
	return countOf(n, "1 ban ended.", "%d bans ended."), err
}

// annul takes a game out of the ratings.
func (s *Server) annul(ctx context.Context, game string) (string, error) {
	if s.cfg.Archive == nil {
		return "", errors.New("this server keeps no archive")
	}
	if err := s.cfg.Archive.Annul(ctx, game); err != nil {
		return "", err
	}
	return "Annulled: the ratings are counted without it.\n", nil
}

var errNoLobby = errors.New("this server has no lobby")

// reports lists what waits for an operator, a line each.
func (s *Server) reports(ctx context.Context) (string, error) {
	if s.cfg.Lobby == nil {
		return "", errNoLobby
	}
	all, err := s.cfg.Lobby.Reports(ctx)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	b.WriteString(countOf(len(all), "1 report", "%d reports"))
	for _, r := range all {
		where := r.Table
		if where == "" {
			where = "lobby"
		}
		fmt.Fprintf(&b, "%s\t%s\t%s\tby %s\t%s\t%s\n", r.ID, r.At.Format(time.RFC3339), r.Of.Name, r.By.Name, where, r.Why)
	}
	return b.String(), nil
}

// report is one report with all that was kept with it.
func (s *Server) report(ctx context.Context, id string) (string, error) {
	if s.cfg.Lobby == nil {
		return "", errNoLobby
	}
	all, err := s.cfg.Lobby.Reports(ctx)
	if err != nil {
		return "", err
	}
	i := slices.IndexFunc(all, func(r lobby.Report) bool { return r.ID == id })
	if i < 0 {
		return "", fmt.Errorf("there is no report %q: see reports", remote.CleanLine(id, lobby.MaxNameLength))
	}
	r := all[i]
	var b strings.Builder
	fmt.Fprintf(&b, "%s, %s\n%s (account %s)\nby %s (account %s): %s\n", r.ID, r.At.Format(time.RFC3339), r.Of.Name, r.Of.ID, r.By.Name, r.By.ID, r.Why)
	if r.Table != "" {
		fmt.Fprintf(&b, "game %s, %s - %s\n%s\n", r.Table, r.Players[0].Name, r.Players[1].Name, strings.Join(r.Moves, " "))
	}
	for _, line := range r.Chat {
		fmt.Fprintf(&b, "%s %s: %s\n", line.At.UTC().Format("15:04:05"), line.From.Name, line.Text)
	}
	return b.String(), nil
}

// closeReport forgets a report.
func (s *Server) closeReport(ctx context.Context, id string) (string, error) {
	if s.cfg.Lobby == nil {
		return "", errNoLobby
	}
	if err := s.cfg.Lobby.CloseReport(ctx, id); err != nil {
		return "", err
	}
	return "Closed.\n", nil
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
		keys := append(netKeys(g.from), g.player)
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

// message shows a line of an operator to all. A session that has not shown the lines before
// is passed over.
func (s *Server) message(boss adminKey, text string) string {
	line := fmt.Sprintf("The operator says: %s", text)
	if boss.name != "" {
		line = fmt.Sprintf("Operator %s says: %s", boss.name, text)
	}
	shown := 0
	for _, g := range s.present() {
		select {
		case g.said <- line:
			shown++
		default:
		}
	}
	return fmt.Sprintf("Shown to %d.\n", shown)
}
