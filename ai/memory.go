package ai

import "rookery/ai/network"

// Memory is what searches work in: a transposition table and what their threads have
// learned, some 3 MB beside the table. An engine makes its own and keeps it from one search to
// the next, unless it is lent one: then many engines need no more memory than searches run at a
// time. A Memory is lent to one engine at a time.
type Memory struct {
	table    *table
	searches []*search
	last     *Engine // that used it last
	values   valuedBy
}

// valuedBy is what the values in a table depend on. Engines that value alike share what the
// table knows.
type valuedBy struct {
	traits  traits
	style   Style
	network *network.Network
}

// NewMemory makes a memory whose table has at most so many bytes.
func NewMemory(bytes int) *Memory { return &Memory{table: newTable(max(1<<16, bytes))} }

// Borrow has the engine work in m until it gives it back.
func (e *Engine) Borrow(m *Memory) { e.lent, e.table, e.searches = m, m.table, m.searches }

// GiveBack ends what Borrow began; the engine then holds no memory.
func (e *Engine) GiveBack() {
	e.lent.searches, e.lent.last = e.searches, e
	e.lent, e.table, e.searches = nil, nil, nil
}

// prepare has nothing in the memory that would mislead an engine.
func (m *Memory) prepare(e *Engine, t traits) {
	by := valuedBy{t, e.style, e.networkFor(t.rules)}
	switch {
	case m.values != by:
		m.table.clear()
		m.values, e.searches = by, nil
	case m.last != e:
		for _, s := range e.searches {
			*s.hist = histories{}
		}
	}
}
