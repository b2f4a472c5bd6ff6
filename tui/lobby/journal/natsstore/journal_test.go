package natsstore

import (
	"testing"

	"go.uber.org/goleak"

	"rookery/tui/lobby/journal"
	"rookery/tui/lobby/journal/journaltest"
	"rookery/tui/lobby/journal/natsstore/clustertest"
)

func TestMain(m *testing.M) {
	clustertest.Child()
	goleak.VerifyTestMain(m)
}

// opened is an empty journal on a server in this process.
func opened(t *testing.T) *Store {
	t.Helper()
	return dial(t, clustertest.Start(t, 1), 0, 1)
}

func TestJournal(t *testing.T) {
	journaltest.Run(t, func(t *testing.T) journal.Journal { return opened(t) })
}
