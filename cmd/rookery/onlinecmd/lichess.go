// Package onlinecmd has the commands for lichess.org. It may import cmd/internal/cli, playcmd and the
// screens. Start reading with [New].
package onlinecmd

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"rookery/cmd/internal/cli"
	"rookery/cmd/rookery/playcmd"
	"rookery/tui/lichess"
	"rookery/tui/online"
	"rookery/tui/play"
	"rookery/tui/ui"
)

// New is the command lichess with those below it.
func New() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "lichess",
		Short: "Play and watch on lichess.org",
		Long: `Play and watch on lichess.org. Alone it opens the page of lichess, where you log in,
look for an opponent, challenge players and answer challenges.

A token is never given on the command line, where others can read it: log in with the
browser, or give a token by "login --token", by a file or by LICHESS_TOKEN.`,
		Args: cli.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return playcmd.OpenOnline(cmd) },
	}
	playcmd.AddServerFlag(cmd)
	playcmd.AddScreenFlags(cmd)
	cmd.AddCommand(newLogin(), newWhoAmI(), newLogout(), newGames(), newImport(), newDownload(), newPosition())
	return cmd
}

// account logs in by what is kept or given.
func account(cmd *cobra.Command) (*ui.Online, *lichess.Account, error) {
	o, err := playcmd.Online(cmd, nil)
	if err != nil {
		return nil, nil, err
	}
	a, err := o.LogIn(cmd.Context())
	if errors.Is(err, lichess.ErrNoLogin) {
		err = errors.New(`you are not logged in to lichess: run "rookery lichess login"`)
	}
	return o, a, err
}

// loggedIn makes a command of one that needs a login.
func loggedIn(run func(cmd *cobra.Command, args []string, o *ui.Online, a *lichess.Account) error) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, args []string) error {
		o, a, err := account(cmd)
		if err != nil {
			return err
		}
		defer a.Close()
		return run(cmd, args, o, a)
	}
}

func newLogin() *cobra.Command {
	var byToken bool
	var file string
	cmd := &cobra.Command{
		Use:   "login",
		Short: "Log in with the browser, or with a token",
		Long: `Log in with the browser: you agree on lichess's own page. Where that browser runs on
another machine, paste the address that it was sent to. With --token you are asked for a
personal token, which is not shown; --token-file reads it from a file.`,
		Args: cli.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			o, err := playcmd.Online(cmd, nil)
			if err != nil {
				return err
			}
			var token lichess.Token
			var scopes []string
			switch {
			case file != "":
				token, err = tokenIn(file)
			case byToken:
				token, err = askToken(cmd)
			case !o.Given.None():
				token = o.Given
			default:
				scopes = online.Scopes
				token, err = byBrowser(cmd, o, scopes)
			}
			if err != nil {
				return err
			}
			a, err := o.Keep(cmd.Context(), token, scopes)
			if err != nil {
				return err
			}
			defer a.Close()
			fmt.Fprintf(cmd.OutOrStdout(), cli.Locale(cmd).Text("Logged in as %s.")+"\n", play.Clean(a.User.Name))
			return nil
		},
	}
	cmd.Flags().BoolVar(&byToken, "token", false, "ask for a personal token")
	cmd.Flags().StringVar(&file, "token-file", "", "read a personal token from a file")
	return cmd
}

// tokenIn reads a token from a file.
func tokenIn(file string) (lichess.Token, error) {
	f, err := os.Open(file)
	if err != nil {
		return lichess.Token{}, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, 8<<10))
	if err != nil {
		return lichess.Token{}, err
	}
	return lichess.NewToken(string(text))
}

// askToken asks for a token, without showing it.
func askToken(cmd *cobra.Command) (lichess.Token, error) {
	text, err := cli.Secret(cmd, cli.Locale(cmd).Text("Token (not shown)"))
	if errors.Is(err, cli.ErrNoTerminal) { // a script gives it
		var all []byte
		all, err = io.ReadAll(io.LimitReader(cmd.InOrStdin(), 8<<10))
		text = string(all)
	}
	if err != nil {
		return lichess.Token{}, err
	}
	return lichess.NewToken(text)
}

// byBrowser waits for the browser, or for an address on standard input.
func byBrowser(cmd *cobra.Command, o *ui.Online, scopes []string) (lichess.Token, error) {
	l, err := lichess.NewLogin(o.Client, scopes)
	if err != nil {
		return lichess.Token{}, err
	}
	defer l.Close()
	text, errs := cli.Locale(cmd).Text, cmd.ErrOrStderr()
	if o.Browse == nil || o.Browse(l.URL()) != nil {
		fmt.Fprintln(errs, text("Open this address in a browser and agree there:"))
	} else {
		fmt.Fprintln(errs, text("Agree in your browser. If none has opened, open this address:"))
	}
	fmt.Fprintf(errs, "\n%s\n\n", l.URL())
	fmt.Fprintln(errs, text("If the last page does not load there, paste its address here:"))
	ctx, cancel := context.WithCancel(cmd.Context())
	defer cancel()
	go func() {
		for {
			var line string
			if _, err := fmt.Fscanln(cmd.InOrStdin(), &line); errors.Is(err, io.EOF) || err != nil && line == "" && !strings.Contains(err.Error(), "newline") {
				return
			}
			if line == "" {
				continue
			}
			if err := l.Paste(line); err != nil {
				fmt.Fprintln(errs, text(err.Error()))
			}
		}
	}()
	return l.Await(ctx)
}

func newWhoAmI() *cobra.Command {
	return &cobra.Command{
		Use:   "whoami",
		Short: "Tell who is logged in",
		Args:  cli.NoArgs,
		RunE: loggedIn(func(cmd *cobra.Command, _ []string, o *ui.Online, a *lichess.Account) error {
			fmt.Fprintf(cmd.OutOrStdout(), "%s %s\n", play.Clean(a.User.Name), o.Client.Server())
			return nil
		}),
	}
}

func newLogout() *cobra.Command {
	return &cobra.Command{
		Use:   "logout",
		Short: "Revoke the login and remove it from this machine",
		Args:  cli.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			o, err := playcmd.Online(cmd, nil)
			if err != nil {
				return err
			}
			token, _, err := o.Logins.Token(o.Client.Server())
			if err == nil && token.None() {
				token = o.Given
			}
			if err == nil && token.None() {
				return errors.New("you are not logged in to lichess")
			}
			if err := errors.Join(err, o.LogOut(cmd.Context(), o.Client.With(token))); err != nil {
				return err
			}
			fmt.Fprintln(cmd.OutOrStdout(), cli.Locale(cmd).Text("Logged out; the login is revoked."))
			return nil
		},
	}
}

func newGames() *cobra.Command {
	return &cobra.Command{
		Use:   "games",
		Short: "List your games that go on",
		Args:  cli.NoArgs,
		RunE: loggedIn(func(cmd *cobra.Command, _ []string, o *ui.Online, a *lichess.Account) error {
			games, err := a.Client().Ongoing(cmd.Context())
			if err != nil {
				return err
			}
			text := cli.Locale(cmd).Text
			for _, g := range games {
				turn := "opponent's move"
				if g.MyTurn {
					turn = "your move"
				}
				fmt.Fprintf(cmd.OutOrStdout(), "%s/%s  %s  %s  %s\n", o.Client.Server(), play.Clean(g.ID), play.Clean(g.Against()), play.Clean(g.Variant.Name), text(turn))
			}
			return nil
		}),
	}
}
