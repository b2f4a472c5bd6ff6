package archive

import (
	"fmt"
	"sort"
	"strings"

	"rookery/chess"
	"rookery/tui/remote"
	"rookery/variants"
)

// Variant is a game that is rated by itself: one of the register, or a
// combination of several whatever the order they were named in.
type Variant struct {
	Key  string // to ask with: an ID, or several in order with + between
	Name string // for people
}

// VariantOf is the variant that some terms mean; the error is theirs.
func VariantOf(t remote.Terms) (Variant, error) {
	rules, err := t.Rules()
	if err != nil {
		return Variant{}, err
	}
	if v, ok := variants.Of(rules); ok {
		return Variant{v.ID, v.Rules.Name}, nil
	}
	parts := make([]string, len(t.Parts))
	for i, p := range t.Parts {
		if v, ok := variants.ByName(p); ok {
			p = v.ID
		}
		parts[i] = strings.ToLower(strings.TrimSpace(p))
	}
	sort.Strings(parts)
	if v, err := variants.Custom(parts...); err == nil {
		rules = v.Rules // its name does not depend on the order either
	}
	return Variant{strings.Join(parts, "+"), rules.Name}, nil
}

// Rules of the variant, found by its key.
func (v Variant) Rules() (chess.Rules, error) {
	return remote.Terms{Parts: strings.Split(v.Key, "+")}.Rules()
}

// VariantNamed is the key of what somebody calls a variant; parts of a
// combination are joined by +.
func VariantNamed(name string) (key string, err error) {
	v, err := VariantOf(remote.Terms{Parts: strings.Split(name, "+")})
	if err != nil {
		return "", fmt.Errorf("unknown variant %q", remote.CleanLine(name, 40))
	}
	return v.Key, nil
}
