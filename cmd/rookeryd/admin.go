package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/crypto/ssh"
	"golang.org/x/crypto/ssh/agent"
	"golang.org/x/crypto/ssh/knownhosts"

	"rookery/cmd/internal/cli"
)

// adminPatience is how long the server may take to answer.
const adminPatience = 30 * time.Second

// adminFlags say how an operator comes to the server.
type adminFlags struct {
	host, identity, known string
}

// newAdmin builds the command that tells a running server what to do.
func newAdmin(where *storeFlags) *cobra.Command {
	var flags adminFlags
	home, _ := os.UserHomeDir()
	cmd := &cobra.Command{
		Use:   "admin list|kick|ban|unban|annul|reports|report|close|tournaments|tournament|plan|begin|cancel|message|stop [WHO|GAME|ID|TEXT]",
		Short: "Manage a running server",
		Long: "Manage a running server over SSH as its user admin, with a key listed in the\n" +
			"server's operators file (DATA/admins).\n" +
			"\n" +
			"  list                 list sessions and bans\n" +
			"  kick WHO [REASON]    end sessions\n" +
			"  ban WHO [for TIME] [REASON]\n" +
			"                       end sessions and block further ones, or for 30m, 12h, 7d\n" +
			"  unban WHO            end a ban\n" +
			"  annul GAME           take a game out of the ratings, by the GameId of its PGN\n" +
			"  reports              list what players have reported of others\n" +
			"  report ID            show a report with its chat and game\n" +
			"  close ID             forget a report\n" +
			"  tournaments          list tournaments\n" +
			"  tournament ID [pgn]  show standings, or the finished games\n" +
			"  plan FORMAT LENGTH CLOCK VARIANT TIME [rated] [berserk] NAME\n" +
			"                       plan a tournament: arena MINUTES, swiss ROUNDS, roundrobin 1 or 2\n" +
			"                       times; in TIME: 10m, 2h, 7d\n" +
			"  begin ID             begin a tournament now\n" +
			"  cancel ID            call a tournament off\n" +
			"  message TEXT         show a message to everyone, signed with the operator's name\n" +
			"  stop                 notify everyone, save their games and shut down\n" +
			"\n" +
			"WHO is a session number, the name of a player, a key fingerprint (SHA256:...),\n" +
			"an address, or a network (192.0.2.0/24).",
		Args: cli.Between(1, -1, "a command: list, kick, ban, unban, annul, reports, report, close, tournaments, tournament, plan, begin, cancel, message or stop"),
		RunE: func(cmd *cobra.Command, args []string) error {
			ctx, cancel := context.WithTimeout(cmd.Context(), adminPatience)
			defer cancel()
			out, errs, err := flags.say(ctx, where.dir, strings.Join(args, " "))
			fmt.Fprint(cmd.OutOrStdout(), cli.Printable(out))
			fmt.Fprint(cmd.ErrOrStderr(), cli.Printable(errs))
			var exit *ssh.ExitError
			if errors.As(err, &exit) {
				return cli.ErrNo
			}
			return err
		},
	}
	f := cmd.Flags()
	f.StringVar(&flags.host, "host", "127.0.0.1:2222", "HOST:PORT of the server")
	f.StringVar(&flags.identity, "identity", "", "file of the operator's key (default: keys of the agent, and ~/.ssh/id_*)")
	f.StringVar(&flags.known, "known-hosts", filepath.Join(home, ".ssh", "known_hosts"), "known hosts file, for a server that does not use DATA")
	return cmd
}

// say has the server carry out one command.
func (a *adminFlags) say(ctx context.Context, dir, command string) (out, errs string, err error) {
	signers, done, err := a.signers()
	if err != nil {
		return "", "", err
	}
	defer done()
	var d net.Dialer
	conn, err := d.DialContext(ctx, "tcp", a.host)
	if err != nil {
		return "", "", err
	}
	defer conn.Close()
	defer context.AfterFunc(ctx, func() { conn.Close() })()
	c, channels, requests, err := ssh.NewClientConn(conn, a.host, &ssh.ClientConfig{
		User: "admin", Auth: []ssh.AuthMethod{ssh.PublicKeys(signers...)},
		HostKeyCallback: a.trust(dir), HostKeyAlgorithms: []string{ssh.KeyAlgoED25519},
	})
	if err != nil {
		return "", "", fmt.Errorf("%s: %w", a.host, err)
	}
	client := ssh.NewClient(c, channels, requests)
	defer client.Close()
	sess, err := client.NewSession()
	if err != nil {
		return "", "", err
	}
	var stdout, stderr bytes.Buffer
	sess.Stdout, sess.Stderr = &stdout, &stderr
	err = sess.Run(command)
	return stdout.String(), stderr.String(), err
}

// trust accepts the key of the server whose directory is at hand, else one that
// is a known host's.
func (a *adminFlags) trust(dir string) ssh.HostKeyCallback {
	return func(host string, remote net.Addr, key ssh.PublicKey) error {
		if text, err := os.ReadFile(filepath.Join(dir, "host_ed25519")); err == nil {
			if own, err := ssh.ParsePrivateKey(text); err == nil && bytes.Equal(own.PublicKey().Marshal(), key.Marshal()) {
				return nil
			}
		}
		check, err := knownhosts.New(a.known)
		if errors.Is(err, fs.ErrNotExist) {
			check, err = knownhosts.New()
		}
		if err != nil {
			return err
		}
		err = check(host, remote, key)
		var unknown *knownhosts.KeyError
		if errors.As(err, &unknown) && len(unknown.Want) == 0 {
			return fmt.Errorf("unknown host key %s: compare it with the one the server printed at startup, then add it to %s",
				ssh.FingerprintSHA256(key), a.known)
		}
		return err
	}
}

// signers are the operator's keys; done lets go of the agent.
func (a *adminFlags) signers() (keys []ssh.Signer, done func(), err error) {
	done = func() {}
	if path := os.Getenv("SSH_AUTH_SOCK"); path != "" {
		if conn, err := net.Dial("unix", path); err == nil {
			done = func() { conn.Close() }
			keys, _ = agent.NewClient(conn).Signers()
		}
	}
	if a.identity != "" {
		own, err := readSigner(a.identity, keys)
		if err != nil {
			done()
			return nil, nil, err
		}
		return []ssh.Signer{own}, done, nil
	}
	if home, err := os.UserHomeDir(); err == nil {
		for _, name := range []string{"id_ed25519", "id_ecdsa", "id_rsa"} {
			if own, err := readSigner(filepath.Join(home, ".ssh", name), keys); err == nil {
				keys = append(keys, own)
			}
		}
	}
	if len(keys) == 0 {
		done()
		return nil, nil, errors.New("no key found: give its file with --identity, or add it to an agent")
	}
	return keys, done, nil
}

// readSigner reads a key. One behind a passphrase is the agent's to use.
func readSigner(path string, held []ssh.Signer) (ssh.Signer, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	own, err := ssh.ParsePrivateKey(text)
	var locked *ssh.PassphraseMissingError
	if !errors.As(err, &locked) {
		return own, err
	}
	for _, k := range held {
		if locked.PublicKey != nil && bytes.Equal(k.PublicKey().Marshal(), locked.PublicKey.Marshal()) {
			return k, nil
		}
	}
	return nil, fmt.Errorf("%s has a passphrase: add it to an agent (ssh-add %s)", path, path)
}
