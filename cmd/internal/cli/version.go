package cli

import (
	"fmt"
	"io"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"
)

// build is what the Go command wrote into the program.
type build struct {
	version  string // of the module: a tag, a tag with a commit, or devel
	commit   string // empty where the program was built outside a checkout
	time     string // of the commit
	modified bool   // files differed from the commit
	compiler string
}

// thisBuild reads it.
func thisBuild() build {
	b := build{version: "devel", compiler: runtime.Version()}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return b
	}
	if v := info.Main.Version; v != "" && v != "(devel)" {
		b.version = v
	}
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			b.commit = s.Value
		case "vcs.time":
			b.time = s.Value
		case "vcs.modified":
			b.modified = s.Value == "true"
		}
	}
	return b
}

// line is the build in one line, behind a program's name.
func (b build) line() string {
	return fmt.Sprintf("%s (%s %s/%s)", b.version, b.compiler, runtime.GOOS, runtime.GOARCH)
}

// text is all that is known of the build.
func (b build) text(name string) string {
	var t strings.Builder
	fmt.Fprintf(&t, "%s %s\n", name, b.version)
	if b.commit != "" {
		fmt.Fprintf(&t, "commit %s", b.commit)
		if b.modified {
			t.WriteString(" (modified)")
		}
		fmt.Fprintf(&t, "\ndate   %s\n", b.time)
	}
	fmt.Fprintf(&t, "go     %s %s/%s\n", b.compiler, runtime.GOOS, runtime.GOARCH)
	return t.String()
}

// addVersion gives a root the flag --version, which says it in a line, and the
// command version, which says all.
func addVersion(root *cobra.Command) {
	root.Version = thisBuild().line()
	root.Flags().Bool("version", false, "print the version")
	root.AddCommand(&cobra.Command{
		Use:   "version",
		Short: "Print the version",
		Args:  NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			_, err := io.WriteString(cmd.OutOrStdout(), thisBuild().text(root.Name()))
			return err
		},
	})
}
