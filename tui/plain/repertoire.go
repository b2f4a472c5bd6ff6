package plain

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strconv"
	"strings"

	"rookery/chess"
	"rookery/pgn/repertoire"
	"rookery/tui/play"
)

// openingRun is a repertoire that is trained.
type openingRun struct {
	*play.RepertoireRun
	record play.RepertoireRecord
}

// trainOpenings lists the player's repertoires, trains one, takes a file in or drops one.
func (p *program) trainOpenings(arg string) {
	record, err := p.o.Store.RepertoireRecord()
	if err != nil {
		p.fail(err)
		return
	}
	verb, rest, _ := strings.Cut(arg, " ")
	switch p.english(verb) {
	case "":
		p.tellRepertoires(&record)
	case "add":
		p.addRepertoire(strings.TrimSpace(rest))
	case "remove":
		if n, ok := p.repertoireNumber(rest, &record); ok {
			path := record.Files[n].Path
			if _, err := p.o.Store.DropRepertoire(path); err != nil {
				p.fail(err)
				return
			}
			p.say("%s is removed from the list; what you learned stays.", filepath.Base(path))
		}
	default:
		if n, ok := p.repertoireNumber(arg, &record); ok {
			p.startOpenings(record.Files[n], record)
		}
	}
}

// repertoireNumber reads the number of a file and says what is wrong with it.
func (p *program) repertoireNumber(text string, record *play.RepertoireRecord) (at int, ok bool) {
	n, err := strconv.Atoi(strings.TrimSpace(text))
	switch {
	case len(record.Files) == 0:
		p.say("You have no repertoire yet. Type repertoire add and the path of a PGN file.")
	case err != nil || n < 1 || n > len(record.Files):
		p.say("Type repertoire and a number, or repertoire add and the path of a PGN file.")
	default:
		return n - 1, true
	}
	return 0, false
}

// tellRepertoires lists the files with what is due in each.
func (p *program) tellRepertoires(record *play.RepertoireRecord) {
	now := p.o.Now()
	for i, f := range record.Files {
		state := ""
		rep, err := p.o.Store.Repertoire(f)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			state = p.t("the file is gone")
		case err != nil:
			state = p.t(err.Error())
		default:
			state = p.t(record.State(rep, now))
		}
		p.line(fmt.Sprintf("%d: %s, %s, %s.", i+1, f.Name(), p.side(f.Side()), state))
	}
	p.repertoireNumber("", record) // says what can be typed
}

// addRepertoire takes a PGN file in.
func (p *program) addRepertoire(path string) {
	if path == "" {
		p.say("Type repertoire add and the path of a PGN file.")
		return
	}
	path, err := filepath.Abs(path)
	if err != nil {
		p.fail(err)
		return
	}
	side, err := repertoire.GuessSide(path)
	if err != nil {
		p.fail(err)
		return
	}
	if _, err := p.o.Store.ChangeRepertoire(func(r *play.RepertoireRecord) error {
		r.Add(play.RepertoireFile{Path: path, Black: side == chess.Black})
		return nil
	}); err != nil {
		p.fail(err)
		return
	}
	p.say("%s is added, for %s.", filepath.Base(path), p.side(side))
}

// startOpenings asks what is due in a file.
func (p *program) startOpenings(f play.RepertoireFile, record play.RepertoireRecord) {
	rep, err := p.o.Store.Repertoire(f)
	if err != nil {
		p.fail(err)
		return
	}
	run, err := play.NewRepertoireRun(rep, &record, false, p.o.Now())
	if errors.Is(err, play.ErrNothingDue) {
		if next := record.Next(rep, p.o.Now()); !next.IsZero() {
			err = errors.New("all known for now: " + play.DueIn(next.Sub(p.o.Now())))
		}
	}
	if err != nil {
		p.fail(err)
		return
	}
	p.clearTable()
	p.openings = &openingRun{run, record}
	p.flip = rep.Side == chess.Black
	p.askOpening()
}

// askOpening says the moves up to the position that is asked.
func (p *program) askOpening() {
	r := p.openings
	if r.Card == nil {
		p.openings, p.flip = nil, false
		p.say("All asked: %d right, %d wrong.", r.Right, r.Wrong)
		if next := r.record.Next(r.Repertoire, p.o.Now()); !next.IsZero() {
			p.line(p.o.Lang.Sentence([]string{play.DueIn(next.Sub(p.o.Now()))}))
		}
		return
	}
	if r.From == 0 && r.Game.Ply() > 0 {
		p.say("A line from the start.")
	}
	for ply := r.From; ply < r.Game.Ply(); ply++ {
		before := r.Game.BoardAt(ply)
		for _, line := range p.moveWords(before, r.Game.Moves()[ply], nil, chess.Everyone) {
			p.line(line)
		}
	}
	p.line(p.t("What do you play here?") + " " + p.counted(r.Left(), "%d left", "%d left") + ".")
}

// openingMove tries what was written as the answer.
func (p *program) openingMove(text string) {
	r := p.openings
	before := r.Game.Board().Clone()
	m, ok := p.answer(before, text)
	if !ok {
		return
	}
	card := r.Card
	right, err := r.Try(m)
	switch {
	case err != nil:
		p.fail(err)
		return
	case !right:
		p.say("%s is not in your repertoire here. Try again, or type solution.", p.san(before, m))
		return
	}
	failed := r.Failed
	if r.Count() {
		now := p.o.Now()
		record, err := p.o.Store.ChangeRepertoire(func(rec *play.RepertoireRecord) error { return rec.Remember(card, !failed, now) })
		if err != nil {
			p.fail(err)
		} else {
			r.record = record
		}
	}
	p.say("Right.")
	if card.Words != "" {
		p.line(card.Words)
	}
	if err := r.Next(); err != nil {
		p.fail(err)
		return
	}
	p.askOpening()
}

// openingAnswer says the answers, which then count as missed.
func (p *program) openingAnswer() {
	r := p.openings
	r.Failed = true
	var texts []string
	for _, m := range r.Card.Answers {
		texts = append(texts, p.san(r.Game.Board(), m))
	}
	p.say("Your repertoire has %s.", strings.Join(texts, ", "))
}
