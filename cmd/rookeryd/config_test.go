package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// server is the command with some flags typed.
func server(t *testing.T, args ...string) *cobra.Command {
	t.Helper()
	cmd := newRoot()
	if err := cmd.ParseFlags(args); err != nil {
		t.Fatal(err)
	}
	return cmd
}

func settings(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "serve.toml")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestServeSettings tells which of command line, environment and file counts.
func TestServeSettings(t *testing.T) {
	path := settings(t, "\xef\xbb\xbf# ours\r\nidle = \"45m\"\r\nper-key = 7\r\nlogins = 70\r\nnats = [\"nats://a:1\", \"nats://b:2\"]\r\nmetrics = '127.0.0.1:0'\r\n")
	cmd := server(t, "--config", path, "--per-key", "5")
	env := []string{"ROOKERY_SERVE_PER_KEY=6", "ROOKERY_SERVE_LOGINS=60", "ROOKERY_SERVE_THINK=3s", "OTHER=1", "ROOKERY_SERVES=1"}
	if err := configure(cmd, env); err != nil {
		t.Fatal(err)
	}
	for flag, want := range map[string]string{
		"per-key": "5", "logins": "60", "think": "3s", "idle": "45m0s", "metrics": "127.0.0.1:0",
		"nats": "[nats://a:1,nats://b:2]", "longest": "12h0m0s",
	} {
		if got := cmd.Flags().Lookup(flag).Value.String(); got != want {
			t.Errorf("%s is %s, want %s", flag, got, want)
		}
	}
	// The file may be named by the environment, too.
	cmd = server(t)
	if err := configure(cmd, []string{"ROOKERY_SERVE_CONFIG=" + path}); err != nil || cmd.Flags().Lookup("per-key").Value.String() != "7" {
		t.Errorf("named by the environment: %v", err)
	}
	// A command below the server takes what it knows and leaves the rest.
	cmd = newRoot()
	below, _, err := cmd.Find([]string{"export"})
	if err != nil {
		t.Fatal(err)
	}
	if err := below.ParseFlags([]string{"--config", settings(t, "data = '/club'\nidle = '1h'\n")}); err != nil {
		t.Fatal(err)
	}
	if err := configure(below, []string{"ROOKERY_SERVE_PER_KEY=6"}); err != nil || below.Flags().Lookup("data").Value.String() != "/club" {
		t.Errorf("export: %v, data %s", err, below.Flags().Lookup("data").Value)
	}
}

func TestServeSettingsFaults(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"idle = '1h'\n\nidel = '2h'\n", "line 3: idel: no such setting"},
		{"idle = 30\n", "line 1: idle: "},
		{"per-key = 'many'\n", "line 1: per-key: "},
		{"a = 1\nb = 2\n", "line 2: b: no such setting"},
		{"idle = ['1h', '2h']\n", "line 1: idle: expected one value, not a list"},
		{"nats = [1]\n", "line 1: nats: lists may only contain strings"},
		{"[idle]\nx = 1\n", "line 1: idle: expected a string, number"},
		{"idle = \n", "line 1: "},
		{"idle = '1h'\nidle = '2h'\n", "line 2: "},
		{"idle = \"\x00\"\n", "line 1: "},
		{"config = 'x'\n", "line 1: config: no such setting"},
		{"help = true\n", "line 1: help: no such setting"},
		{strings.Repeat("# long\n", mostConfig/7+1), "bytes: not a settings file"},
	} {
		err := configure(server(t, "--config", settings(t, c.text)), nil)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%.30q: %v, want %q", c.text, err, c.want)
		}
	}
	for env, want := range map[string]string{
		"ROOKERY_SERVE_IDEL=1h": "ROOKERY_SERVE_IDEL: no such setting",
		"ROOKERY_SERVE_IDLE=x":  "ROOKERY_SERVE_IDLE: ",
	} {
		if err := configure(server(t), []string{env}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", env, err)
		}
	}
	if err := configure(server(t, "--config", filepath.Join(t.TempDir(), "none")), nil); err == nil {
		t.Error("a file that is not there was read")
	}
}

// TestServeSettingsAreTold finds every flag in the table of the manual.
func TestServeSettingsAreTold(t *testing.T) {
	text, err := os.ReadFile("../../docs/deploy.md")
	if err != nil {
		t.Fatal(err)
	}
	cmd := newRoot()
	cmd.InheritedFlags()
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if !slices.Contains(notSettings, f.Name) && !strings.Contains(string(text), "| `"+f.Name+"` |") {
			t.Errorf("docs/deploy.md does not tell of %s", f.Name)
		}
	})
}
