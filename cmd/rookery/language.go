package main

import (
	"os"
	"strings"

	"github.com/spf13/cobra"

	"rookery/tui/lang"
)

// addLanguageFlag gives cmd the flag that chooses the language.
func addLanguageFlag(cmd *cobra.Command) {
	cmd.Flags().String("lang", "", "language: "+strings.Join(lang.Tags(), ", ")+" (without it, the setting or the locale says)")
	cmd.RegisterFlagCompletionFunc("lang", cobra.FixedCompletions(lang.Tags(), cobra.ShellCompDirectiveNoFileComp))
}

// languageOf is the language of a session: what the flag says, else the
// setting, else the locale.
func languageOf(cmd *cobra.Command, setting string) (*lang.Language, error) {
	chosen, err := cmd.Flags().GetString("lang")
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
