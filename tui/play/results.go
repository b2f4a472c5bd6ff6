package play

import "strings"

// Tally is how a player's games with computers ended.
type Tally struct {
	Won   int `json:"won"`
	Drawn int `json:"drawn"`
	Lost  int `json:"lost"`
}

// All is the number of the games.
func (t Tally) All() int { return t.Won + t.Drawn + t.Lost }

// Rival is whom a tally is of: computers of one level at one variant.
type Rival struct {
	Variant string // a name of it that its games share
	Level   string // its name
}

// key of the rival in the file.
func (r Rival) key() string { return r.Variant + "/" + r.Level }

const (
	// tallyFile keeps the tallies, beside the record of lessons.
	tallyFile = "results.json"
	// mostTallies is how many a player has at most: every variant at every level,
	// and some combinations.
	mostTallies = 500
)

func (st *Store) tallies() table[Tally] {
	return table[Tally]{st.lessons, tallyFile, "the record of games"}
}

// Tallies reads how all games with computers ended. A file that cannot be read
// counts as none.
func (st *Store) Tallies() map[Rival]Tally {
	records, err := st.tallies().read()
	if err != nil {
		return nil
	}
	all := make(map[Rival]Tally, len(records))
	for key, t := range records {
		at := strings.LastIndexByte(key, '/')
		if at < 0 {
			continue
		}
		all[Rival{key[:at], key[at+1:]}] = t
	}
	return all
}

// AddTallies adds games to those that were counted. A rival more than are kept is
// left out.
func (st *Store) AddTallies(more map[Rival]Tally) error {
	records := make(map[string]Tally, len(more))
	for r, t := range more {
		records[r.key()] = t
	}
	st.mu.Lock()
	defer st.mu.Unlock()
	return st.tallies().add(records, mostTallies, func(old, more Tally) Tally {
		return Tally{old.Won + more.Won, old.Drawn + more.Drawn, old.Lost + more.Lost}
	})
}

// ForgetTallies forgets all of them.
func (st *Store) ForgetTallies() error {
	st.mu.Lock()
	defer st.mu.Unlock()
	return st.tallies().forget()
}
