package plain

import (
	"cmp"
	"errors"
	"slices"
	"strconv"
	"strings"

	"rookery/ai"
	"rookery/chess"
	"rookery/chess/sorted"
	"rookery/pgn"
	"rookery/tui/play"
	"rookery/variants"
)

// played opens the games that were played and lists the latest, or those that hold
// the words.
func (p *program) played(arg string) {
	paths, err := p.o.Store.History()
	switch {
	case err != nil:
		p.fail(err)
		return
	case len(paths) == 0:
		p.say("No games yet. Every game you finish is kept here.")
		return
	}
	b, err := p.readFiles(paths)
	if err != nil {
		p.fail(err)
		return
	}
	if b.len() == 0 {
		b.close()
		p.say("No games yet. Every game you finish is kept here.")
		return
	}
	b.played = true
	p.closeFiles()
	p.files = b
	p.say("%s.", p.counted(b.len(), "%d game", "%d games"))
	p.readGame(b.len() - 1)
	p.games(arg)
}

// results says how the player's games ended.
func (p *program) results(string) {
	paths, err := p.o.Store.History()
	if err != nil {
		p.fail(err)
		return
	}
	b, err := p.readFiles(paths)
	if err != nil {
		p.fail(err)
		return
	}
	defer b.close()
	var st play.HistoryStats
	for i := range b.len() {
		f, n := b.find(i)
		g, err := f.Game(n)
		if err != nil {
			p.fail(err)
			return
		}
		st.Add(g)
	}
	puzzles := p.o.Store.PuzzleRecord()
	for _, id := range puzzles.Rated() {
		game, rating := id, puzzles.Ratings[id]
		if v, ok := variants.ByName(id); ok {
			game = v.Rules.Name
		}
		p.say("Your rating at puzzles, %s: %s. Solved %d of %d.", p.t(game), rating.Text(), rating.Solved, rating.Tries())
	}
	if st.All.All()+st.Open+st.Others+len(st.Lessons) == 0 {
		p.say("No games yet. Every game you finish is kept here.")
		return
	}
	line := func(what string, r play.Results) {
		if r.All() > 0 {
			p.say("%s: %s, %d won, %d drawn, %d lost.", what, p.counted(r.All(), "%d game", "%d games"), r.Won, r.Drawn, r.Lost)
		}
	}
	line(p.t("All"), st.All)
	line(p.t("With White"), st.Colors[chess.White])
	line(p.t("With Black"), st.Colors[chess.Black])
	for _, l := range ai.Levels() {
		line(p.t(l.Name()), st.Levels[l.Name()])
	}
	for _, phase := range play.Phases {
		if a := st.Accuracy[phase]; a.Moves > 0 {
			p.say("Accuracy in the phase %s: %.0f percent of %d moves.", p.t(phase), a.Percent(), a.Moves)
		}
	}
	if n := len(st.Ratings); n > 0 {
		p.say("Your rating against the computer: %d.", st.Ratings[n-1].Rating)
	}
	for _, of := range []map[string]play.Results{st.Opponents, st.Openings, st.Variants, st.Lessons} {
		for _, key := range sorted.Keys(of, func(a, b string) int {
			return cmp.Or(of[b].All()-of[a].All(), cmp.Compare(a, b))
		}) {
			line(p.t(key), of[key])
		}
	}
	if st.Open > 0 {
		p.say("%s abandoned.", p.counted(st.Open, "%d game", "%d games"))
	}
	if st.Others > 0 {
		p.say("%s between two people or two computers.", p.counted(st.Others, "%d game", "%d games"))
	}
}

// deleteGames deletes games after one question: those of the history where it is open,
// else unfinished ones, which go there.
func (p *program) deleteGames(arg string) {
	if p.files != nil {
		if !p.files.played {
			p.say("Not available here: close the file or the position first.")
			return
		}
		numbers, err := p.numbers(arg, p.files.len())
		if err != nil {
			p.say("Type delete and numbers from 1 to %d, such as 2 or 3-5, or all.", p.files.len())
			return
		}
		p.ask(p.deleteQuestion("Delete %s? This cannot be undone.", numbers), func() { p.forget(numbers) }, nil)
		return
	}
	games := p.unfinished()
	if len(games) == 0 {
		p.say("No unfinished games.")
		return
	}
	numbers, err := p.numbers(arg, len(games))
	if err != nil {
		p.say("Type delete and numbers from 1 to %d, such as 2 or 3-5, or all.", len(games))
		return
	}
	question := "Delete %s? This cannot be undone."
	if p.o.Store.KeepsHistory() {
		question = "Abandon %s? They stay among the games you have played."
	}
	p.ask(p.deleteQuestion(question, numbers), func() {
		for _, n := range numbers {
			if err := p.o.Store.Abandon(games[n-1].ID); err != nil {
				p.fail(err)
				return
			}
		}
		p.say("%s left.", p.counted(len(games)-len(numbers), "%d unfinished game", "%d unfinished games"))
	}, nil)
}

func (p *program) deleteQuestion(format string, numbers []int) string {
	return p.o.Lang.Sprintf(format, p.counted(len(numbers), "%d game", "%d games"))
}

// forget deletes games of the history and opens it again.
func (p *program) forget(numbers []int) {
	paths, err := p.o.Store.History()
	if err != nil {
		p.fail(err)
		return
	}
	byFile := make(map[string][]pgn.Piece)
	for _, n := range numbers {
		f, i := p.files.find(n - 1)
		raw, err := f.Raw(i)
		if err != nil {
			p.fail(err)
			return
		}
		path := paths[slices.Index(p.files.files, f)]
		byFile[path] = append(byFile[path], pgn.Piece{At: f.Entry(i).Offset, Text: string(raw)})
	}
	for path, pieces := range byFile {
		if err := p.o.Store.Forget(path, pieces); err != nil {
			p.fail(err)
			return
		}
	}
	p.closeFiles()
	p.played("")
}

var errNumbers = errors.New("no numbers")

// numbers reads which of so many are meant: "2", "3-5 8", "all". They come in order,
// each once.
func (p *program) numbers(arg string, most int) ([]int, error) {
	on := make([]bool, most+1)
	for _, word := range strings.FieldsFunc(arg, func(r rune) bool { return r == ' ' || r == ',' }) {
		first, last, isRange := strings.Cut(word, "-")
		if !isRange {
			last = first
		}
		from, err1 := strconv.Atoi(first)
		to, err2 := strconv.Atoi(last)
		if p.english(word) == "all" {
			from, to, err1, err2 = 1, most, nil, nil
		}
		if err1 != nil || err2 != nil || from < 1 || to > most || from > to {
			return nil, errNumbers
		}
		for n := from; n <= to; n++ {
			on[n] = true
		}
	}
	var out []int
	for n, yes := range on {
		if yes {
			out = append(out, n)
		}
	}
	if out == nil {
		return nil, errNumbers
	}
	return out, nil
}
