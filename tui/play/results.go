package play

import "strings"

// Results is how a player's games with computers ended.
type Results struct {
	Won   int `json:"won"`
	Drawn int `json:"drawn"`
	Lost  int `json:"lost"`
}

// All is the number of the games.
func (t Results) All() int { return t.Won + t.Drawn + t.Lost }

// Plus is both together.
func (t Results) Plus(more Results) Results {
	return Results{t.Won + more.Won, t.Drawn + more.Drawn, t.Lost + more.Lost}
}

// Score is the part of the points that was won, from 0 to 1.
func (t Results) Score() float64 {
	return (float64(t.Won) + float64(t.Drawn)/2) / float64(max(t.All(), 1))
}

// Opponent is whom results are against: computers of one level at one variant.
type Opponent struct {
	Variant string // a name of it that its games share
	Level   string // its name
}

// key of the opponent in the file.
func (r Opponent) key() string { return r.Variant + "/" + r.Level }

const (
	// resultsFile keeps the results, beside the record of lessons.
	resultsFile = "results.json"
	// mostResults is how many a player has at most: every variant at every level,
	// and some combinations.
	mostResults = 500
)

func resultTable(st *Store) recordFile[Results] {
	return recordFile[Results]{st.lessons, resultsFile, "game records"}
}

// Results reads how all games with computers ended. A file that cannot be read
// counts as none.
func (st *Store) Results() map[Opponent]Results {
	records, err := resultTable(st).read()
	if err != nil {
		return nil
	}
	all := make(map[Opponent]Results, len(records))
	for key, t := range records {
		at := strings.LastIndexByte(key, '/')
		if at < 0 {
			continue
		}
		all[Opponent{key[:at], key[at+1:]}] = t
	}
	return all
}

// AddResults adds games to those that were counted. An opponent more than are kept is
// left out.
func (st *Store) AddResults(more map[Opponent]Results) error {
	records := make(map[string]Results, len(more))
	for r, t := range more {
		records[r.key()] = t
	}
	st.mu.Lock()
	defer st.mu.Unlock()
	return resultTable(st).add(records, mostResults, Results.Plus)
}

// ForgetResults forgets all of them.
func (st *Store) ForgetResults() error {
	st.mu.Lock()
	defer st.mu.Unlock()
	return resultTable(st).forget()
}
