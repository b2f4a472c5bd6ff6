package playcmd

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"

	"github.com/adrg/xdg"
	"github.com/spf13/cobra"

	"rookery/tui"
	"rookery/tui/fics"
	"rookery/tui/lichess"
	"rookery/tui/play"
	"rookery/tui/ui"
)

// tokenVariable holds a token; it is taken out of the environment, so that no engine finds it.
const tokenVariable = "LICHESS_TOKEN"

// AddServerFlag gives cmd the flag that names another server than lichess.org.
func AddServerFlag(cmd *cobra.Command) {
	cmd.PersistentFlags().String("lichess", "", "address of a server like lichess.org, such as http://localhost:8080")
}

// AddFICSFlag gives cmd the flag that names another server than freechess.org.
func AddFICSFlag(cmd *cobra.Command) {
	cmd.PersistentFlags().String("fics", "", "address of a server like freechess.org, such as localhost:5000")
}

// Online is lichess as the flags, the environment and the settings say. The settings are read where
// they are not given.
func Online(cmd *cobra.Command, settings *ui.Settings) (*ui.Online, error) {
	server := ""
	if f := cmd.Flags().Lookup("lichess"); f != nil {
		server = f.Value.String()
	}
	if settings == nil {
		read, _ := openStore().Settings()
		settings = &read
	}
	if server == "" {
		server = settings.Lichess
	}
	data, cache := filepath.Join(xdg.DataHome, "rookery"), filepath.Join(xdg.CacheHome, "rookery", "lichess")
	o := &ui.Online{Browse: browse, Access: lichess.Access{Logins: lichess.Logins{Files: play.Dir(data)}, Cache: cache}}
	o.Known.Dir, o.Live.Files = filepath.Join(cache, "positions"), play.Dir(filepath.Join(data, "playing"))
	if text := os.Getenv(tokenVariable); text != "" {
		_ = os.Unsetenv(tokenVariable)
		var err error
		if o.Given, err = lichess.NewToken(text); err != nil {
			return nil, fmt.Errorf("%s: %w", tokenVariable, err)
		}
	}
	var err error
	o.Client, err = lichess.New(server, lichess.Token{}, "1")
	return o, err
}

// FICS is freechess.org, or what the flags and the settings name in its place; live are the games that other programs know of.
func FICS(cmd *cobra.Command, settings *ui.Settings, live *play.LiveGames) (*ui.FICS, error) {
	f := &ui.FICS{Server: settings.FICS, Live: live}
	if flag := cmd.Flags().Lookup("fics"); flag != nil && flag.Value.String() != "" {
		f.Server = flag.Value.String()
	}
	_, err := fics.ParseServer(f.Server)
	return f, err
}

// OpenFICS runs the program with the page of FICS on top.
func OpenFICS(cmd *cobra.Command) error {
	return show(cmd, alone(func(app *tui.App) error {
		app.OpenFICS()
		return nil
	}))
}

// browse opens an address in the browser of this machine. Over SSH there is none that the player
// sees.
func browse(address string) error {
	if os.Getenv("SSH_CONNECTION") != "" {
		return errors.New("no browser here")
	}
	var open *exec.Cmd
	switch runtime.GOOS {
	case "darwin":
		open = exec.Command("open", address)
	case "windows":
		open = exec.Command("rundll32", "url.dll,FileProtocolHandler", address)
	default:
		if os.Getenv("DISPLAY") == "" && os.Getenv("WAYLAND_DISPLAY") == "" {
			return errors.New("no browser here")
		}
		open = exec.Command("xdg-open", address)
	}
	if err := open.Start(); err != nil {
		return err
	}
	go func() { _ = open.Wait() }()
	return nil
}

// OpenOnline runs the program with the page of lichess on top.
func OpenOnline(cmd *cobra.Command) error {
	return show(cmd, alone(func(app *tui.App) error {
		app.OpenOnline()
		return nil
	}))
}
