package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

const (
	// envPrefix begins the names of variables that set flags of the server:
	// --per-key is ROOKERY_SERVE_PER_KEY.
	envPrefix = "ROOKERY_SERVE_"
	// mostConfig is how many bytes a file of settings may have.
	mostConfig = 1 << 20
)

// notSettings are flags that say nothing of the server.
var notSettings = []string{"help", "version"}

// envName is the variable that sets a flag.
func envName(flag string) string {
	return envPrefix + strings.ToUpper(strings.ReplaceAll(flag, "-", "_"))
}

// configure gives the flags of the server, or of a command below it, that are
// not on the command line their values: from the environment, else from the file
// that --config names. Names that mean no flag of the server are errors; those
// that mean no flag of this command are left alone.
func configure(cmd *cobra.Command, environ []string) error {
	server := cmd.Root()
	known := make(map[string]string) // flag by variable
	server.Flags().VisitAll(func(f *pflag.Flag) {
		if !slices.Contains(notSettings, f.Name) {
			known[envName(f.Name)] = f.Name
		}
	})
	typed := make(map[string]bool)
	cmd.Flags().Visit(func(f *pflag.Flag) { typed[f.Name] = true })
	var faults []error
	fromEnv := make(map[string]bool)
	for _, v := range environ {
		name, value, _ := strings.Cut(v, "=")
		flag := known[name]
		switch {
		case !strings.HasPrefix(name, envPrefix):
		case flag == "":
			faults = append(faults, fmt.Errorf("environment variable %s: no such setting", name))
		case typed[flag] || cmd.Flags().Lookup(flag) == nil:
		default:
			fromEnv[flag] = true
			if err := set(cmd, flag, value); err != nil {
				faults = append(faults, fmt.Errorf("the environment's %s: %w", name, err))
			}
		}
	}
	if path, _ := cmd.Flags().GetString("config"); path != "" {
		faults = append(faults, fromFile(cmd, path, func(flag string) (skip bool, ok bool) {
			return typed[flag] || fromEnv[flag], known[envName(flag)] == flag && flag != "config"
		}))
	}
	return errors.Join(faults...)
}

// set gives a flag its value, of a list all of them.
func set(cmd *cobra.Command, flag string, values ...string) error {
	f := cmd.Flags().Lookup(flag)
	if list, ok := f.Value.(pflag.SliceValue); ok && len(values) != 1 {
		return list.Replace(values)
	}
	if len(values) != 1 {
		return errors.New("expected one value, not a list")
	}
	return f.Value.Set(values[0])
}

// fromFile gives flags their values from a file. about tells of a name whether
// it means a flag, and whether that has its value already.
func fromFile(cmd *cobra.Command, path string, about func(flag string) (skip, ok bool)) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, mostConfig+1))
	if err != nil {
		return err
	}
	if len(text) > mostConfig {
		return fmt.Errorf("%s is larger than %d bytes: not a settings file", path, mostConfig)
	}
	text = bytes.TrimPrefix(text, []byte("\xef\xbb\xbf"))
	var all map[string]any
	if err := toml.Unmarshal(text, &all); err != nil {
		var bad *toml.DecodeError
		if errors.As(err, &bad) {
			row, _ := bad.Position()
			return fmt.Errorf("%s line %d: %s", path, row, bad.Error())
		}
		return fmt.Errorf("%s: %w", path, err)
	}
	lines := keyLines(text)
	names := make([]string, 0, len(all))
	for name := range all {
		names = append(names, name)
	}
	slices.SortFunc(names, func(a, b string) int { return lines[a] - lines[b] })
	var faults []error
	fault := func(name string, err error) {
		faults = append(faults, fmt.Errorf("%s line %d: %s: %w", path, lines[name], name, err))
	}
	for _, name := range names {
		skip, ok := about(name)
		if !ok {
			fault(name, errors.New("no such setting"))
			continue
		}
		values, err := words(all[name])
		if err != nil {
			fault(name, err)
			continue
		}
		if skip || cmd.Flags().Lookup(name) == nil {
			continue
		}
		if err := set(cmd, name, values...); err != nil {
			fault(name, err)
		}
	}
	return errors.Join(faults...)
}

// words writes a value of a file as on a command line.
func words(value any) ([]string, error) {
	switch v := value.(type) {
	case string:
		return []string{v}, nil
	case int64, bool, float64:
		return []string{fmt.Sprint(v)}, nil
	case []any:
		out := make([]string, len(v))
		for i, one := range v {
			text, ok := one.(string)
			if !ok {
				return nil, errors.New("lists may only contain strings")
			}
			out[i] = text
		}
		return out, nil
	}
	return nil, errors.New("expected a string, number, true, false or list of strings")
}

// keyLines tells on which line of a valid file each of its outermost names
// stands first.
func keyLines(text []byte) map[string]int {
	lines := make(map[string]int)
	var p unstable.Parser
	p.Reset(text)
	inTable := false
	for p.NextExpression() {
		e := p.Expression()
		if inTable && e.Kind == unstable.KeyValue {
			continue
		}
		inTable = e.Kind == unstable.Table || e.Kind == unstable.ArrayTable
		if it := e.Key(); it.Next() {
			n := it.Node()
			if name := string(n.Data); lines[name] == 0 {
				lines[name] = 1 + bytes.Count(text[:n.Raw.Offset], []byte("\n"))
			}
		}
	}
	return lines
}
