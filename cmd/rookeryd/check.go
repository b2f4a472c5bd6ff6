package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"rookery/cmd/internal/cli"
	"rookery/tui/lobby"
	"rookery/tui/lobby/archive/sqlstore"
	"rookery/tui/lobby/journal"
	"rookery/tui/lobby/journal/sqljournal"
	"rookery/tui/lobby/sqlfile"
	"rookery/tui/serve"
)

// newCheck builds the command that looks for damage.
func newCheck(where *storeFlags) *cobra.Command {
	return &cobra.Command{
		Use:   "check",
		Short: "Check the server's store for damage",
		Long: "Read the whole store and name what is damaged, by file, game and half-move. Nothing\n" +
			"is changed, and the server may be running. The exit status is 1 if there is damage.",
		Args: cli.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			var faults []error
			var err error
			if len(where.urls) == 0 {
				faults, err = sqljournal.Check(cmd.Context(), where.journalDir(), isMove)
			} else {
				faults, err = where.checkCluster(cmd)
			}
			if err != nil {
				return err
			}
			other, err := where.checkBeside(cmd.Context())
			if err != nil {
				return err
			}
			faults = append(faults, other...)
			for _, f := range faults {
				fmt.Fprintln(cmd.OutOrStdout(), f)
			}
			l := cli.Locale(cmd)
			if len(faults) > 0 {
				fmt.Fprintln(cmd.OutOrStdout(), l.Text("The store is damaged. rookeryd repair, with the server stopped, saves what can be read; so does the next start."))
				return cli.ErrNo
			}
			fmt.Fprintln(cmd.OutOrStdout(), l.Text("The store is sound."))
			return nil
		},
	}
}

// isMove tells whether an event is a half-move.
func isMove(data []byte) bool {
	move, _ := lobby.Counted(data)
	return move
}

// checkCluster reads every game of a cluster.
func (s *storeFlags) checkCluster(cmd *cobra.Command) (faults []error, err error) {
	j, err := s.open(cmd.Context(), logTo(cmd))
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, j.Close()) }()
	games, err := j.Games(cmd.Context())
	for i := 0; err == nil && i < len(games); i++ {
		_, err = j.Read(cmd.Context(), games[i], 0)
		if d := (*journal.DamageError)(nil); errors.As(err, &d) {
			faults, err = append(faults, d), nil
		}
	}
	return faults, err
}

// checkBeside looks at what lies beside the journal: the archive and the host key.
func (s *storeFlags) checkBeside(ctx context.Context) ([]error, error) {
	faults, err := sqlstore.Check(ctx, s.archivePath())
	if key := serve.CheckHostKey(s.dir); key != nil {
		faults = append(faults, key)
	}
	return faults, err
}

// newRepair builds the command that saves what can be read.
func newRepair(where *storeFlags) *cobra.Command {
	return &cobra.Command{
		Use:   "repair",
		Short: "Repair the server's store",
		Long: "Save all that can be read of a damaged store, take games back from the archive of\n" +
			"finished games, and name what is lost. The damaged files are kept beside the new\n" +
			"ones. The server must not be running on the directory.",
		Args: cli.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) (err error) {
			j, err := where.open(cmd.Context(), nil)
			if err != nil {
				return err
			}
			defer func() { err = errors.Join(err, j.Close()) }()
			faults := damageOf(j)
			for _, f := range faults {
				fmt.Fprintln(cmd.OutOrStdout(), f)
			}
			returned, err := takeBack(cmd.Context(), where, j)
			if sqlfile.Damaged(err) {
				err = nil // it is among what follows
			}
			other, besideErr := where.checkBeside(cmd.Context())
			err = errors.Join(err, besideErr)
			for _, f := range other {
				fmt.Fprintln(cmd.OutOrStdout(), f)
			}
			for _, r := range returned {
				fmt.Fprintln(cmd.OutOrStdout(), cli.Locale(cmd).Sprintf("game %s: taken back from the archive, from event %d to %d", r.Game, r.From, r.Events))
			}
			if err == nil && len(faults)+len(other)+len(returned) == 0 {
				fmt.Fprintln(cmd.OutOrStdout(), cli.Locale(cmd).Text("The store is sound."))
			}
			return err
		},
	}
}

// damageOf is what a store found damaged when it was opened.
func damageOf(j journal.Journal) []error {
	if d, ok := j.(interface{ Damage() []error }); ok {
		return d.Damage()
	}
	return nil
}

// takeBack gives a journal the finished games that it has lost and the archive has.
func takeBack(ctx context.Context, where *storeFlags, j journal.Journal) ([]sqlstore.Returned, error) {
	if _, err := os.Stat(where.archivePath()); err != nil {
		return nil, nil
	}
	return sqlstore.GiveBack(ctx, where.archivePath(), j)
}
