package cli

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// addMan gives a root the hidden command man, which writes its page for man(1).
func addMan(root *cobra.Command) {
	root.AddCommand(&cobra.Command{
		Use:    "man",
		Short:  "Write the manual page",
		Args:   NoArgs,
		Hidden: true,
		RunE: func(cmd *cobra.Command, _ []string) error {
			_, err := io.WriteString(cmd.OutOrStdout(), manual(root))
			return err
		},
	})
}

// manual is the page of a program and all its commands, in the macros of man(7).
func manual(root *cobra.Command) string {
	var b strings.Builder
	fmt.Fprintf(&b, ".TH %s 1 \"\" \"%s\"\n", strings.ToUpper(root.Name()), roff(root.Name()+" "+thisBuild().version))
	fmt.Fprintf(&b, ".SH NAME\n%s \\- %s\n", roff(root.Name()), roff(root.Short))
	b.WriteString(".SH SYNOPSIS\n")
	manSynopsis(&b, root)
	if root.HasSubCommands() {
		fmt.Fprintf(&b, ".br\n.B %s\n.I COMMAND\n[\\fIFLAGS\\fR] [\\fIARGUMENTS\\fR]\n", roff(root.Name()))
	}
	fmt.Fprintf(&b, ".SH DESCRIPTION\n%s", roffText(root.Long))
	manFlags(&b, root)
	b.WriteString(".SH COMMANDS\n")
	each(root, func(cmd *cobra.Command) {
		if cmd == root || !cmd.IsAvailableCommand() || cmd.Parent().Name() == "completion" {
			return
		}
		fmt.Fprintf(&b, ".SS %s\n", roff(strings.TrimPrefix(cmd.CommandPath(), root.Name()+" ")))
		manSynopsis(&b, cmd)
		text := cmd.Long
		if text == "" {
			text = cmd.Short + "."
		}
		fmt.Fprintf(&b, ".PP\n%s", roffText(text))
		manFlags(&b, cmd)
	})
	b.WriteString(".SH EXIT STATUS\n.TP\n0\nAll is well.\n.TP\n1\nThe answer is no, or the input is bad; the reason is on standard error.\n" +
		".TP\n2\nThe command line cannot be understood.\n")
	return b.String()
}

// manSynopsis writes how a command is called.
func manSynopsis(b *strings.Builder, cmd *cobra.Command) {
	line := cmd.UseLine()
	fmt.Fprintf(b, ".B %s\n", roff(cmd.CommandPath()))
	if rest := strings.TrimSpace(strings.TrimPrefix(line, cmd.CommandPath())); rest != "" {
		fmt.Fprintf(b, "%s\n", roff(rest))
	}
}

// manFlags writes the flags that a command has of its own.
func manFlags(b *strings.Builder, cmd *cobra.Command) {
	cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
		if f.Hidden || f.Name == "help" {
			return
		}
		name, usage := pflag.UnquoteUsage(f)
		b.WriteString(".TP\n")
		if f.Shorthand != "" {
			fmt.Fprintf(b, "\\fB\\-%s\\fR, ", roff(f.Shorthand))
		}
		fmt.Fprintf(b, "\\fB\\-\\-%s\\fR", roff(f.Name))
		if name != "" {
			fmt.Fprintf(b, " \\fI%s\\fR", roff(name))
		}
		fmt.Fprintf(b, "\n%s", roffText(usage))
		if f.DefValue != "" && !filepath.IsAbs(f.DefValue) && f.DefValue != "false" && f.DefValue != "0" && f.DefValue != "[]" {
			fmt.Fprintf(b, "(default %s)\n", roff(f.DefValue))
		}
	})
}

var roffEscapes = strings.NewReplacer(`\`, `\e`, `-`, `\-`)

// roff makes text safe for the formatter.
func roff(s string) string { return roffEscapes.Replace(s) }

// roffText writes text of several lines. Lines that are indented stay as they are,
// an empty line begins a paragraph, and no line is taken for an order.
func roffText(text string) string {
	var b strings.Builder
	fixed := false
	for line := range strings.SplitSeq(strings.TrimSpace(text), "\n") {
		if indented := strings.HasPrefix(line, "  "); indented != fixed {
			b.WriteString(map[bool]string{true: ".PP\n.nf\n", false: ".fi\n"}[indented])
			fixed = indented
		}
		switch {
		case line == "":
			b.WriteString(".PP\n")
			continue
		case line[0] == '.' || line[0] == '\'':
			b.WriteString(`\&`)
		}
		b.WriteString(roff(line) + "\n")
	}
	if fixed {
		b.WriteString(".fi\n")
	}
	return b.String()
}
