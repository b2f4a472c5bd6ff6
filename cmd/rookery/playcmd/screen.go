package playcmd

import (
	"errors"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"syscall"
	"time"

	"github.com/adrg/xdg"
	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/lipgloss"
	"github.com/charmbracelet/x/term"
	"github.com/muesli/termenv"
	"github.com/spf13/cobra"

	"rookery/cmd/internal/cli"
	"rookery/cmd/internal/pages"
	"rookery/tui"
	"rookery/tui/delta"
	"rookery/tui/draw"
	"rookery/tui/engineplay"
	"rookery/tui/lang"
	"rookery/tui/play"
	"rookery/tui/ui"
)

// AddScreenFlags gives cmd the flags of every command that opens the screen.
func AddScreenFlags(cmd *cobra.Command) {
	cmd.Flags().Bool("ascii", false, "use ASCII characters only")
	cmd.Flags().String("pieces", "", "symbols of pieces: solid, outlined, letters or ascii")
	cmd.Flags().String("art", "", "how pieces are drawn: auto, sextants, quadrants, halfblocks or glyphs")
	cli.AddBookFlag(cmd)
}

// OpenMenu runs the program with the menu on top.
func OpenMenu(cmd *cobra.Command) error {
	return show(cmd, func(*tui.App) error { return nil })
}

// alone opens a screen that is left to the shell.
func alone(open func(*tui.App) error) func(*tui.App) error {
	return func(app *tui.App) error {
		app.StandAlone()
		return open(app)
	}
}

// spare is how much garbage may gather, in parts of a hundred of what is in
// use, before it is collected. What is in use is mostly the index of a large
// collection, which holds no pointers and so costs nothing to collect around.
const spare = 40

// settled is how long after its start the program gives back the memory that only
// the start needed.
const settled = time.Second

// show runs the program on the terminal; open may put a screen on top of the menu.
func show(cmd *cobra.Command, open func(*tui.App) error) error {
	in, inOK := cmd.InOrStdin().(*os.File)
	out, outOK := cmd.OutOrStdout().(*os.File)
	if !inOK || !outOK || !term.IsTerminal(in.Fd()) || !term.IsTerminal(out.Fd()) {
		return errors.New("the screen needs a terminal for input and output; use \"rookery plain\" to play in plain text")
	}
	if os.Getenv("TERM") == "dumb" {
		return errors.New("the screen needs a terminal that can move its cursor, and this one is dumb; use \"rookery plain\" to play in plain text")
	}
	s, err := newSession(cmd, out)
	if err != nil {
		return err
	}
	debug.SetGCPercent(spare)
	app := tui.New(s)
	defer app.Close()
	if err := open(app); err != nil {
		return err
	}
	if width, height, err := term.GetSize(out.Fd()); err == nil {
		app.SetSize(width, height)
	}
	// One thread more than there are cores to think on: a key need not wait
	// until the scheduler of Go takes a searching thread's turn away, for the
	// system gives a thread that wakes its turn at once.
	runtime.GOMAXPROCS(runtime.GOMAXPROCS(0) + 1)
	// A terminal that hangs up ends the program, also where it was started with
	// that signal ignored, as nohup does: nobody could end it any more.
	ctx, stop := signal.NotifyContext(cmd.Context(), syscall.SIGHUP)
	defer stop()
	screen := delta.NewScreen(out)
	screen.Keys = in
	screen.Pictures = draw.Pictures{}
	defer screen.Close()
	keyboard := &delta.Keyboard{File: in}
	if delta.CanAsk {
		keyboard.Answers = &delta.Filter{File: in}
		screen.Answers, screen.Asks = keyboard.Answers, s.AsksForPictures(os.Getenv)
		defer screen.Answers.Drain()
	}
	program := delta.NewProgram(app, screen, tea.WithContext(ctx), tea.WithInput(keyboard), tea.WithOutput(out))
	keyboard.Send = program.Send
	if delta.CanAsk {
		screen.Answers.Tell = func(msg delta.GraphicsMsg) { program.Send(msg) }
	}
	defer delta.FollowSize(program, out)()
	defer time.AfterFunc(settled, func() {
		debug.FreeOSMemory()
		_ = pages.GiveBack() // where it cannot be done, the program is merely larger
	}).Stop()
	if _, err = program.Run(); ctx.Err() != nil && cmd.Context().Err() == nil {
		return nil
	}
	return err
}

// openStore keeps what belongs to the player at this machine.
func openStore() *ui.Store {
	data := filepath.Join(xdg.DataHome, "rookery")
	return tui.NewStore(ui.Dirs{
		State:   filepath.Join(xdg.StateHome, "rookery"),
		Config:  filepath.Join(xdg.ConfigHome, "rookery"),
		Games:   filepath.Join(data, "games"),
		History: filepath.Join(data, "history"),
	})
}

// openEndings are the exact tables of endings of this machine, where rookery endings keeps them, and the Syzygy tables that
// the settings name. The error tells of folders that cannot be read.
func openEndings(settings *ui.Settings) (*engineplay.Endings, error) {
	tables := engineplay.NewEndings(filepath.Join(xdg.DataHome, "rookery", "endings"))
	if settings.Syzygy == "" {
		return tables, nil
	}
	return tables, tables.ReadSyzygy(settings.Syzygy)
}

// newSession makes the session of a player at this machine.
func newSession(cmd *cobra.Command, out *os.File) (*ui.Session, error) {
	store := openStore()
	settings, faults := store.Settings()
	ascii, err := cmd.Flags().GetBool("ascii")
	if err != nil {
		return nil, err
	}
	chosen, err := cmd.Flags().GetString("pieces")
	if err != nil {
		return nil, err
	}
	ascii = ascii || legacyCharset()

	r := lipgloss.NewRenderer(out)
	profile := termenv.NewOutput(out).EnvColorProfile()
	r.SetColorProfile(profile)
	look, err := settings.Look()
	if err != nil {
		return nil, err
	}
	theme := draw.NewTheme(r, look.Scheme, look.Board)
	r.SetHasDarkBackground(theme.Dark) // never asked: see package silence

	if art, err := cmd.Flags().GetString("art"); err != nil {
		return nil, err
	} else if art != "" {
		if look.Art, err = draw.ParseArt(art); err != nil {
			return nil, err
		}
	}
	aids := settings.Aids
	for name, on := range map[string]*bool{"no-resign": &aids.NoResign, "ponder": &aids.Ponder} {
		if f := cmd.Flags().Lookup(name); f != nil && f.Changed {
			if *on, err = cmd.Flags().GetBool(name); err != nil {
				return nil, err
			}
		}
	}
	if chosen != "" {
		if look.Pieces, err = draw.ParsePieces(chosen); err != nil {
			return nil, err
		}
	}
	book, err := cli.Book(cmd, settings.Book)
	if err != nil {
		return nil, err
	}
	language, err := cli.LanguageOf(cmd, settings.Language)
	if err != nil {
		return nil, err
	}
	endings, err := openEndings(&settings)
	faults = errors.Join(faults, err)
	s := &ui.Session{
		Terminal:    ui.Terminal{Renderer: r, Suspends: canSuspend(), Voice: new(ui.Voice), Sounds: &ui.Sounds{Dir: filepath.Join(xdg.CacheHome, "rookery", "sounds")}},
		Look:        draw.Look{Theme: theme, Pieces: look.Pieces, ASCII: ascii, Art: look.Art, Pictures: look.Pictures, Labels: look.Labels, Blindfold: look.Blindfold},
		Locale:      ui.Locale{Lang: look.Letters.InLetters(language), Language: look.Language, System: lang.OfLocale(os.Getenv), Letters: look.Letters},
		Preferences: ui.Preferences{Aids: aids, Keys: settings.Keymap(), Habits: settings.Habits},
		Opponents:   ui.Opponents{Book: book, Endings: endings},
		Store:       store,
		Local:       true,
		Now:         time.Now,
		Seed:        cli.Seed,
	}
	if s.Online, err = Online(cmd, &settings); err != nil && (cmd.Name() == "lichess" || cmd.Flags().Changed("lichess")) {
		return nil, err
	} else if err != nil { // everything else goes without
		s.Online, faults = nil, errors.Join(faults, err)
	}
	live := new(play.LiveGames)
	if s.Online != nil {
		live = &s.Online.Live
	}
	if s.FICS, err = FICS(cmd, &settings, live); err != nil && (cmd.Name() == "fics" || cmd.Flags().Changed("fics")) {
		return nil, err
	} else if err != nil {
		s.FICS, faults = nil, errors.Join(faults, err)
	}
	s.FirstStart = store.FirstStart()
	if faults != nil {
		tellFaults(cmd, faults)
		s.Faults = strings.Split(faults.Error(), "\n")
	}
	s.Fit(os.Getenv, profile)
	return s, nil
}

// tellFaults writes what is wrong with the settings, which do not stop the program.
func tellFaults(cmd *cobra.Command, faults error) {
	fmt.Fprintf(cmd.ErrOrStderr(), "%s: %s\n", cmd.Root().Name(), cli.InLanguage(cli.Locale(cmd), faults))
}

// legacyCharset tells whether the locale names a character set that is not
// UTF-8, or is C, which has ASCII alone. Another locale that names none says nothing:
// over a network it is often lost.
func legacyCharset() bool {
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		value := os.Getenv(name)
		if value == "" {
			continue
		}
		if value == "C" || value == "POSIX" {
			return true
		}
		_, charset, named := strings.Cut(strings.ToLower(value), ".")
		charset, _, _ = strings.Cut(charset, "@")
		return named && charset != "utf-8" && charset != "utf8"
	}
	return false
}
