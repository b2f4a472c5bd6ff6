package cli

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/adrg/xdg"
	"github.com/charmbracelet/x/ansi"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"rookery/tui"
	"rookery/tui/lang"
	"rookery/tui/ui"
)

// langFlag is the name of the flag that chooses the language.
const langFlag = "lang"

// addLanguageFlag gives cmd and those below it the flag that chooses the language.
func addLanguageFlag(cmd *cobra.Command) {
	cmd.PersistentFlags().String(langFlag, "", "language: "+strings.Join(lang.Tags(), ", ")+" (default: the setting, then the locale)")
	cmd.RegisterFlagCompletionFunc(langFlag, cobra.FixedCompletions(lang.Tags(), cobra.ShellCompDirectiveNoFileComp))
}

// LanguageOf is the language of a session: what the flag says, else the
// setting, else the locale.
func LanguageOf(cmd *cobra.Command, setting string) (*lang.Language, error) {
	chosen, err := cmd.Flags().GetString(langFlag)
	if err != nil {
		return nil, err
	}
	if chosen == "" {
		chosen = setting
	}
	if chosen != "" {
		return lang.Find(chosen)
	}
	return lang.OfLocale(os.Getenv), nil
}

// languageFor is the language of a command line, before it is understood. What
// is wrong with the flag or the settings is left to who needs them.
func languageFor(args []string) *lang.Language {
	chosen := ""
	for i, arg := range args {
		if arg == "--" {
			break
		}
		if value, ok := strings.CutPrefix(arg, "--"+langFlag+"="); ok {
			chosen = value
		} else if arg == "--"+langFlag && i+1 < len(args) {
			chosen = args[i+1]
		}
	}
	if chosen == "" {
		// What is wrong in the file is told by who reads the rest of it.
		settings, _ := tui.NewStore(ui.Dirs{Config: filepath.Join(xdg.ConfigHome, "rookery")}).Settings()
		chosen = settings.Language
	}
	if chosen != "" {
		if l, err := lang.Find(chosen); err == nil {
			return l
		}
	}
	return lang.OfLocale(os.Getenv)
}

// localeKey is the key of the language in the context of a command.
type localeKey struct{}

// withLocale gives commands the language to speak.
func withLocale(ctx context.Context, l *lang.Language) context.Context {
	return context.WithValue(ctx, localeKey{}, l)
}

// Locale is the language that a command speaks to people. What programs read,
// and the reports of measurements, stay as they are.
func Locale(cmd *cobra.Command) *lang.Language {
	l, _ := cmd.Context().Value(localeKey{}).(*lang.Language)
	return l
}

// Translate puts the help of root and of all commands below it into a language.
func translate(root *cobra.Command, l *lang.Language) {
	if l == nil {
		return
	}
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd()
	// A usage template would link text/template, and with it every exported method
	// of the program: the linker can no longer tell which are called.
	usage := root.UsageFunc()
	root.SetUsageFunc(func(cmd *cobra.Command) error {
		return rewritten(cmd, func() error { return usage(cmd) }, func(text string) string { return usageWords(text, cmd, l) })
	})
	each(root, func(cmd *cobra.Command) {
		cmd.Short, cmd.Long = l.Text(cmd.Short), l.Text(cmd.Long)
		cmd.InitDefaultHelpFlag()
		if !cmd.DisableFlagsInUseLine && !strings.Contains(cmd.Use, "[flags]") {
			cmd.Use += " [flags]" // as cobra would
		}
		cmd.Use, cmd.DisableFlagsInUseLine = strings.Replace(cmd.Use, "[flags]", "["+l.In("usage", "flags")+"]", 1), true
		cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
			if f.Name == "help" {
				f.Usage = l.Sprintf("help for %s", cmd.Name())
			} else {
				f.Usage = l.Text(f.Usage)
			}
		})
	})
	help := root.HelpFunc()
	root.SetHelpFunc(func(cmd *cobra.Command, args []string) {
		rewritten(cmd, func() error { help(cmd, args); return nil }, func(text string) string {
			return valueNames(strings.ReplaceAll(text, "(default ", "("+l.Text("default")+" "), l)
		})
	})
}

// rewritten writes what write prints to a command's output, changed.
func rewritten(cmd *cobra.Command, write func() error, change func(string) string) error {
	out := cmd.OutOrStdout()
	var b bytes.Buffer
	cmd.SetOut(&b)
	err := write()
	cmd.SetOut(out)
	if err != nil {
		return err
	}
	_, err = io.WriteString(out, change(b.String()))
	return err
}

// flagLine is the line of a flag that takes a value, as pflag writes it: the flag, the
// name of its value, what it does.
var flagLine = regexp.MustCompile(`^( +(?:-\S, )?--\S+ )(string|strings|int|uint|float|duration)( {2,})(.*)$`)

// valueNames translates the names of the values of flags and keeps what flags do in
// one column.
func valueNames(text string, l *lang.Language) string {
	lines := strings.Split(text, "\n")
	for from := 0; from < len(lines); from++ {
		to := from // the flags of one list
		for to < len(lines) && strings.HasPrefix(strings.TrimLeft(lines[to], " "), "-") {
			to++
		}
		wider := 0 // than before
		for i := from; i < to; i++ {
			if m := flagLine.FindStringSubmatch(lines[i]); m != nil {
				wider = max(wider, ansi.StringWidth(l.In("usage", m[2]))-len(m[2])-len(m[3])+3)
			}
		}
		for i := from; i < to; i++ {
			if m := flagLine.FindStringSubmatch(lines[i]); m != nil {
				name := l.In("usage", m[2])
				lines[i] = m[1] + name + strings.Repeat(" ", len(m[2])+len(m[3])+wider-ansi.StringWidth(name)) + m[4]
			} else if at := strings.Index(strings.TrimLeft(lines[i], " "), "   "); at > 0 {
				at += len(lines[i]) - len(strings.TrimLeft(lines[i], " "))
				lines[i] = lines[i][:at] + strings.Repeat(" ", wider) + lines[i][at:]
			}
		}
		from = max(from, to)
	}
	return strings.Join(lines, "\n")
}

// each visits a command and those below it.
func each(cmd *cobra.Command, visit func(*cobra.Command)) {
	visit(cmd)
	for _, below := range cmd.Commands() {
		each(below, visit)
	}
}

// headings are what stands over the parts of help.
var headings = []string{"Usage:", "Aliases:", "Examples:", "Available Commands:", "Additional Commands:", "Flags:", "Global Flags:", "Additional help topics:"}

// moreHelp is what ends the help of a command that has others below it.
const moreHelp = `Use "%s [command] --help" for more information about a command.`

// usageWords translates the words of cobra in how a command is used.
func usageWords(text string, cmd *cobra.Command, l *lang.Language) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		switch {
		case slices.Contains(headings, line):
			lines[i] = l.Text(line)
		case line == fmt.Sprintf(moreHelp, cmd.CommandPath()):
			lines[i] = l.Sprintf(moreHelp, cmd.CommandPath())
		}
	}
	return strings.ReplaceAll(strings.Join(lines, "\n"), "[command]", "["+l.In("usage", "command")+"]")
}

// valueWords are what stands for arguments and values in the help of a command.
var valueWords = []string{"flags", "command", "string", "strings", "int", "uint", "float", "duration"}

// HelpTexts are the texts of the help of a command tree, but those of the scripts for
// shells, which are cobra's own.
func HelpTexts(root *cobra.Command) (all []string) {
	add := func(text string) {
		if text = strings.TrimSpace(text); text != "" {
			all = append(all, text)
		}
	}
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd()
	each(root, func(cmd *cobra.Command) {
		if cmd.HasParent() && cmd.Parent().Name() == "completion" {
			return
		}
		add(cmd.Short)
		add(cmd.Long)
		cmd.LocalFlags().VisitAll(func(f *pflag.Flag) { add(f.Usage) })
	})
	for _, h := range headings {
		add(h)
	}
	for _, w := range valueWords {
		add(lang.Within("usage", w))
	}
	add(moreHelp)
	add("help for %s")
	return all
}
