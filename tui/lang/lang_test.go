package lang

import (
	"strings"
	"testing"
	"unicode"
)

// named gives a language that the tests know words of.
func named(t *testing.T, tag string) *Language {
	t.Helper()
	l, err := Find(tag)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func TestText(t *testing.T) {
	for _, c := range []struct{ english, hu, ro string }{
		{"New game", "Új játszma", "Partidă nouă"},
		{"White to move", "Világos lép", "Albul la mutare"},
		{"White wins: checkmate", "Világos nyert: matt", "Albul câștigă: mat"},
		{"The game is over", "A játszmának vége", "Partida s-a încheiat"},
		{"Hint: Nf3", "Tipp: Hf3", "Indiciu: Cf3"},
		{"Nd7? Did you mean Nbd7 or Qd7+?", "Hd7? Erre gondoltál: Hbd7 vagy Vd7+?", "Cd7? Te-ai gândit la Cbd7 sau Dd7+?"},
		{"1 hour ago", "1 órája", "acum o oră"},
		{"3 hours ago", "3 órája", "acum 3 ore"},
		{"21 hours ago", "21 órája", "acum 21 de ore"},
		{"20 moves: e4", "20 lépés: e4", "20 de mutări: e4"},
		{"119 moves: e4", "119 lépés: e4", "119 mutări: e4"},
		{"Latest: Chess, You – Club, move 12, 5 minutes ago.", "A legutóbbi: Sakk, Te – Klubjátékos, 12. lépés, 5 perce.", "Ultima: Șah, Tu – Jucător de club, mutarea 12, acum 5 minute."},
		{"  step  ", "  lépkedés  ", "  pas  "},
		{"Anna", "Anna", "Anna"},
	} {
		for tag, want := range map[string]string{"hu": c.hu, "ro": c.ro} {
			if got := named(t, tag).Text(c.english); got != want {
				t.Errorf("%s: %q is %q, want %q", tag, c.english, got, want)
			}
		}
		if got := (*Language)(nil).Text(c.english); got != c.english {
			t.Errorf("English changes %q to %q", c.english, got)
		}
	}
}

func TestArticle(t *testing.T) {
	for text, want := range map[string]string{
		"a(z) e2": "az e2", "a(z) f3": "az f3", "a(z) g1": "a g1", "A(z) 5. sor": "Az 5. sor", "a(z) 12.": "a 12.",
		"a(z) 1.": "az 1.", "a(z) 10.": "a 10.", "a(z) 1000": "az 1000", "a(z) 515": "az 515", "a(z) állás": "az állás",
		"a(z) huszár a(z) l11": "a huszár az l11", "a(z) ": "a ", "sor(z) x": "sor(z) x", "nincs": "nincs",
	} {
		if got := article(text); got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
}

// TestFormats puts values into formats and counts.
func TestFormats(t *testing.T) {
	langs := []*Language{nil, named(t, "hu"), named(t, "ro")}
	for i, want := range [][]string{
		{"1 minute 5 games", "4 moves"}, {"1 perc 5 játszma", "4 lépés"}, {"un minut 5 partide", "4 mutări"},
	} {
		l := langs[i]
		got := l.Plural(1, "%d minute", "%d minutes") + " " + l.Plural(5, "%d game", "%d games")
		if got != want[0] {
			t.Errorf("%q, want %q", got, want[0])
		}
		if got := l.Plural(4, "%d move", "%d moves"); got != want[1] {
			t.Errorf("%q, want %q", got, want[1])
		}
	}
	ro := langs[2]
	for n, want := range map[int]string{1: "o mutare", 19: "19 mutări", 20: "20 de mutări", 101: "101 mutări"} {
		if got := ro.Plural(n, "%d move", "%d moves"); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	if got := langs[1].Sprintf("no such message %s", "Nf3"); got != "no such message Nf3" {
		t.Errorf("an unknown format gives %q", got)
	}
	if langs[1].Has("no such message %s") || !langs[1].Has("the game is over") {
		t.Error("Has is wrong")
	}
}

func TestMoves(t *testing.T) {
	hu, _ := Find("hu")
	ro, _ := Find("ro")
	for _, c := range []struct{ english, hu, ro string }{
		{"Nbd7", "Hbd7", "Cbd7"},
		{"Qxf7#", "Vxf7#", "Dxf7#"},
		{"Bb5+", "Fb5+", "Nb5+"},
		{"R1a3", "B1a3", "T1a3"},
		{"Ke2", "Ke2", "Re2"},
		{"exd8=Q+", "exd8=V+", "exd8=D+"},
		{"N@f3", "H@f3", "C@f3"},
		{"12...Nf6!", "12...Hf6!", "12...Cf6!"},
		{"O-O-O", "O-O-O", "O-O-O"},
		{"b4", "b4", "b4"},
		{"e2e4:3", "e2e4:3", "e2e4:3"},
		{"Ke11", "Ke11", "Re11"},
		{"Bob", "Bob", "Bob"},
		{"1-0", "1-0", "1-0"},
	} {
		if got := hu.Move(c.english); got != c.hu {
			t.Errorf("hu: %s is %s, want %s", c.english, got, c.hu)
		}
		if got := ro.Move(c.english); got != c.ro {
			t.Errorf("ro: %s is %s, want %s", c.english, got, c.ro)
		}
		if strings.Contains(c.english, ".") || strings.HasSuffix(c.english, "!") {
			continue
		}
		if got := hu.Typed(c.hu); got != c.english {
			t.Errorf("hu: %s is read as %s, want %s", c.hu, got, c.english)
		}
		if got := ro.Typed(c.ro); got != c.english {
			t.Errorf("ro: %s is read as %s, want %s", c.ro, got, c.english)
		}
	}
}

// TestCatalogues holds each translation to the verbs of its message.
func TestCatalogues(t *testing.T) {
	for _, locale := range locales {
		seen := map[string]bool{}
		for _, e := range poFile(t, locale.tag)[1:] {
			if seen[e.context+"|"+e.id] {
				t.Errorf("%s: %q stands twice", locale.tag, e.id)
			}
			seen[e.context+"|"+e.id] = true
			if e.said[0] == "" { // not translated yet
				continue
			}
			forms := 0
			for n := range 200 {
				forms = max(forms, locale.plural(n)+1)
			}
			if e.plural == "" && len(e.said) != 1 {
				t.Errorf("%s: %q has %d translations", locale.tag, e.id, len(e.said))
			}
			if e.plural != "" && len(e.said) != forms {
				t.Errorf("%s: %q has %d forms of the plural, want %d", locale.tag, e.id, len(e.said), forms)
			}
			for _, said := range e.said {
				if strings.TrimSpace(said) == "" {
					t.Errorf("%s: %q is not translated", locale.tag, e.id)
				}
				if a, b := verbs(e.id), verbs(said); a != b && !(b < a && (e.plural != "" || strings.Contains(said, "%["))) {
					t.Errorf("%s: %q has %d verbs, its translation %q has %d", locale.tag, e.id, a, said, b)
				}
				for _, r := range said {
					if r != '\n' && unicode.IsControl(r) || strings.ContainsRune("ŞşŢţ", r) { // Romanian has ș and ț, with a comma
						t.Errorf("%s: %q holds %q", locale.tag, said, r)
					}
				}
			}
		}
	}
}

// verbs counts what package fmt would fill in.
func verbs(format string) int {
	n := 0
	for _, p := range split(format) {
		if p.kind != 0 {
			n++
		}
	}
	return n
}

func TestFind(t *testing.T) {
	for name, tag := range map[string]string{"hu": "hu", "hu_HU.UTF-8": "hu", "RO": "ro", "ro_MD": "ro", "ro-RO": "ro", "magyar": "hu", "Deutsch": "de", "de_AT.UTF-8": "de", "en_GB.UTF-8": "", "english": ""} {
		l, err := Find(name)
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if l == nil && tag != "" || l != nil && l.Tag != tag {
			t.Errorf("%s is %v, want %q", name, l, tag)
		}
	}
	if _, err := Find("tlh"); err == nil || !strings.Contains(err.Error(), strings.Join(Tags(), ", ")) {
		t.Errorf("a language that is not here: %v", err)
	}
	for _, c := range []struct {
		all, messages, lang string
		want                string
	}{
		{"", "", "hu_HU.UTF-8", "hu"}, {"", "ro_RO.UTF-8", "hu_HU.UTF-8", "ro"}, {"C", "ro_RO", "hu_HU", ""},
		{"hu_HU", "ro_RO", "", "hu"}, {"", "", "", ""}, {"", "", "tlh_XX.UTF-8", ""},
	} {
		got := ""
		if l := OfLocale(func(name string) string {
			return map[string]string{"LC_ALL": c.all, "LC_MESSAGES": c.messages, "LANG": c.lang}[name]
		}); l != nil {
			got = l.Tag
		}
		if got != c.want {
			t.Errorf("%+v gives %q", c, got)
		}
	}
}

// TestCatalogueWithGaps makes a language of a catalogue that is begun: what it lacks
// is said in English.
func TestCatalogueWithGaps(t *testing.T) {
	entries, err := parse("msgid \"\"\nmsgstr \"Language: xx\"\n\nmsgid \"Menu\"\nmsgstr \"Mnu\"\n\nmsgid \"Quit\"\nmsgstr \"\"\n\n" +
		"msgid \"%d move\"\nmsgid_plural \"%d moves\"\nmsgstr[0] \"\"\nmsgstr[1] \"\"\n")
	if err != nil {
		t.Fatal(err)
	}
	l := locale{tag: "xx", name: "xx", letters: "KQRBN"}.language(translated(entries))
	for english, want := range map[string]string{"Menu": "Mnu", "menu": "mnu", "Quit": "Quit", "New game": "New game"} {
		if got := l.Text(english); got != want {
			t.Errorf("%q is %q, want %q", english, got, want)
		}
	}
	if got := l.Plural(2, "%d move", "%d moves") + l.Sprintf(" at %s", "e4"); got != "2 moves at e4" {
		t.Errorf("%q", got)
	}
	if l.Has("Quit") || !l.Has("Menu") {
		t.Error("Has takes a gap for a translation")
	}
}

func TestParseFaults(t *testing.T) {
	for _, text := range []string{"msgid x", "msgid \"a\"\nmsgwhat \"b\""} {
		if _, err := parse(text); err == nil || !strings.Contains(err.Error(), "line") {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func BenchmarkText(b *testing.B) {
	l, err := Find("hu")
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		l.Text("Latest: Chess, You – Club, move 12, 5 minutes ago.")
	}
}

// TestNames holds names to what they are, where the catalogue knows the word.
func TestNames(t *testing.T) {
	hu := named(t, "hu")
	word := "New game"
	if hu.Text(word) == word {
		t.Fatalf("the catalogue does not know %q", word)
	}
	for _, c := range []struct{ sentence, want string }{
		{Name(word), word},
		{Name(word) + " is watching", strings.Replace(hu.Text("Xy is watching"), "Xy", word, 1)},
		{Name("X, Y – Z is watching") + " is watching", strings.Replace(hu.Text("Xy is watching"), "Xy", "X, Y – Z is watching", 1)},
		{Name(word) + " qqq", word + " qqq"},
	} {
		if got := hu.Text(c.sentence); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
	if got := (*Language)(nil).Text(Name("Ann") + " is watching"); got != "Ann is watching" {
		t.Errorf("English gives %q", got)
	}
	if got := hu.Sprintf("qqq %s", Name("Ann")); got != "qqq Ann" {
		t.Errorf("a format gives %q", got)
	}
}

// TestPlaces reads texts that mean something else in their place.
func TestPlaces(t *testing.T) {
	hu := named(t, "hu")
	for _, name := range []string{"End", "Home", "Enter"} {
		if got := hu.Key(name); got != name {
			t.Errorf("the key %s is called %q", name, got)
		}
	}
	if got := hu.Key("Space") + hu.In("column", "watch") + hu.In("column", "Menu"); got != "szóköznéző"+hu.Text("Menu") {
		t.Errorf("%q", got)
	}
	if got := (*Language)(nil).Key("Space") + (*Language)(nil).In("column", "watch"); got != "Spacewatch" {
		t.Errorf("English gives %q", got)
	}
	if got := hu.Words("flip"); len(got) == 0 || Fold(got[0]) != "forditas" {
		t.Errorf("flip is typed as %q", got)
	}
}
