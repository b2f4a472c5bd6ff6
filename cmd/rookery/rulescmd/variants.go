// Package rulescmd holds the commands about rules: variants, position, perft and endings.
// It may import cmd/internal/cli, chess, variants, ai/endings and tui/play, and no screen. Start
// reading with variants.go.
package rulescmd

import (
	"fmt"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"rookery/cmd/internal/cli"
	card "rookery/tui/play"
	"rookery/variants"
)

// variantRecord is one variant as JSON.
type variantRecord struct {
	ID      string   `json:"id"`
	Name    string   `json:"name"`
	Aim     string   `json:"aim"`
	PGN     string   `json:"pgn"` // value of the Variant tag, empty for chess
	UCI     string   `json:"uci"` // value of UCI_Variant, empty where there is none
	Aliases []string `json:"aliases"`
	Arrays  int      `json:"arrays"` // how many starting arrays may be chosen from
	Start   string   `json:"start"`  // FEN of the usual array
	Rules   string   `json:"rules"`  // the rules card
	Source  string   `json:"source"`
}

func NewVariants() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "variants [NAME]",
		Short: "List the variants, or show the rules of one",
		Args:  cli.Between(0, 1, "at most one NAME"),
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			var ids []string
			if len(args) == 0 {
				for _, v := range variants.All() {
					ids = append(ids, v.ID)
				}
			}
			return ids, cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return listVariants(cmd, asJSON)
			}
			v, err := cli.FindVariant(args[0])
			if err != nil {
				return err
			}
			rec, err := record(v)
			if err != nil {
				return err
			}
			if asJSON {
				return cli.WriteJSON(cmd, rec)
			}
			return printCard(cmd, rec)
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}

// record collects what is to be said about a variant.
func record(v variants.Variant) (variantRecord, error) {
	g, err := cli.NewGame(v, "")
	if err != nil {
		return variantRecord{}, err
	}
	r := variantRecord{
		ID: v.ID, Name: v.Rules.Name, Aim: v.Rules.Aim, PGN: v.PGN, UCI: v.UCI,
		Aliases: append([]string{}, v.Aliases...),
		Arrays:  1, Start: g.Board().FEN(),
		Rules: strings.TrimSpace(v.Card), Source: v.Source,
	}
	if s := v.Rules.Start; s != nil {
		r.Arrays = s.Count
	}
	return r, nil
}

// listVariants prints all variants in menu order.
func listVariants(cmd *cobra.Command, asJSON bool) error {
	var all []variantRecord
	for _, v := range variants.All() {
		r, err := record(v)
		if err != nil {
			return err
		}
		all = append(all, r)
	}
	if asJSON {
		return cli.WriteJSON(cmd, all)
	}
	l := cli.Locale(cmd)
	w := tabwriter.NewWriter(cmd.OutOrStdout(), 0, 0, 2, ' ', 0)
	for _, r := range all {
		fmt.Fprintf(w, "%s\t%s\t%s\n", r.ID, l.Text(r.Name), l.Text(r.Aim))
	}
	return w.Flush()
}

// printCard prints the rules of one variant for reading.
func printCard(cmd *cobra.Command, r variantRecord) error {
	var b strings.Builder
	l, rules := cli.Locale(cmd), r.Rules
	if l != nil {
		thoughts := card.CardLines(rules)
		for i, text := range thoughts {
			thoughts[i] = l.Text(text)
		}
		rules = strings.Join(thoughts, "\n")
	}
	fmt.Fprintf(&b, "%s (%s)\n%s\n\n%s\n", l.Text(r.Name), r.ID, l.Text(r.Aim), rules)
	if r.Arrays > 1 {
		fmt.Fprintf(&b, "\n%s\n", l.Sprintf("Has %d starting positions.", r.Arrays))
	}
	fmt.Fprintf(&b, "\n%s\n", l.Sprintf("Standard starting position: %s", r.Start))
	if len(r.Aliases) > 0 {
		fmt.Fprintln(&b, l.Sprintf("Also called: %s", strings.Join(r.Aliases, ", ")))
	}
	if r.Source != "" {
		fmt.Fprintln(&b, l.Sprintf("Source: %s", r.Source))
	}
	_, err := fmt.Fprint(cmd.OutOrStdout(), b.String())
	return err
}
