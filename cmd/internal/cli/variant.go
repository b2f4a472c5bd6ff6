package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"rookery/chess"
	"rookery/variants"
)

// AddVariantFlag gives cmd the flag --variant with completion.
func AddVariantFlag(cmd *cobra.Command, name *string, usual string) {
	cmd.Flags().StringVar(name, "variant", usual,
		`variant: a name from "rookery variants", or several joined by +, e.g. atomic+960`)
	// The error is only for a flag that does not exist.
	_ = cmd.RegisterFlagCompletionFunc("variant", func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		var ids []string
		for _, v := range variants.All() {
			ids = append(ids, v.ID+"\t"+v.Rules.Aim)
		}
		return ids, cobra.ShellCompDirectiveNoFileComp
	})
}

// FindVariant reads a variant's name, or several that combine, joined by plus
// signs. The error tells a player what to write instead.
func FindVariant(name string) (variants.Variant, error) {
	if v, ok := variants.ByName(name); ok {
		return v, nil
	}
	if parts := VariantParts(name); len(parts) > 1 {
		return variants.Custom(parts...)
	}
	return variants.Variant{}, fmt.Errorf(`unknown variant %q; see "rookery variants"`, name)
}

// NewGame sets up a game of v from a FEN, or from the usual array when fen is empty.
func NewGame(v variants.Variant, fen string) (*chess.Game, error) {
	if fen == "" {
		return chess.NewGame(v.Rules, -1)
	}
	return chess.NewGameFEN(v.Rules, fen)
}

// VariantParts are the names that made a variant.
func VariantParts(name string) []string {
	parts := strings.Split(name, "+")
	for i := range parts {
		parts[i] = strings.TrimSpace(parts[i])
	}
	return parts
}
