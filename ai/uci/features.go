package uci

import "strings"

// features is what an XBoard engine has said that it can do.
type features struct {
	name                           string
	ping, setBoard, userMove, time bool
	variants                       []string
	options                        []string
	done                           bool // it has said all
	slow                           bool // it has ever asked for more time
}

// oldFeatures are those of an engine that says nothing.
func oldFeatures() features { return features{time: true} }

// announcement is one feature, and whether we care for it.
type announcement struct {
	name  string
	known bool
}

// parse reads the features of one line.
func (f *features) parse(s string) (all []announcement) {
	for {
		name, value, rest, ok := cutFeature(s)
		if !ok {
			return all
		}
		s = rest
		on, known := value == "1", true
		switch name {
		case "ping":
			f.ping = on
		case "setboard":
			f.setBoard = on
		case "usermove":
			f.userMove = on
		case "time":
			f.time = on
		case "myname":
			f.name = value
		case "variants":
			f.variants = nil
			for _, v := range strings.Split(value, ",") {
				f.variants = append(f.variants, strings.TrimSpace(v))
			}
		case "option":
			if name, _, ok := strings.Cut(value, " -"); ok && len(f.options) < maxOptions {
				f.options = append(f.options, name)
			}
		case "done":
			f.done, f.slow = on, f.slow || !on
		case "san":
			known = !on // moves are given as e2e4
		case "memory", "smp", "reuse", "analyze", "colors", "draw", "sigint", "sigterm", "name", "nps", "debug":
		default:
			known = false
		}
		all = append(all, announcement{name, known})
	}
}

// option is the exact name of an option that the engine has.
func (f *features) option(name string) (string, bool) {
	for _, known := range f.options {
		if strings.EqualFold(known, name) {
			return known, true
		}
	}
	return "", false
}

// cutFeature takes name=value, the value perhaps in quotation marks, off the
// head of a line.
func cutFeature(s string) (name, value, rest string, ok bool) {
	name, value, ok = strings.Cut(strings.TrimLeft(s, " "), "=")
	if !ok || name == "" || strings.Contains(name, " ") {
		return "", "", "", false
	}
	if quoted, is := strings.CutPrefix(value, `"`); is {
		value, rest, ok = strings.Cut(quoted, `"`)
		return name, value, rest, ok
	}
	value, rest, _ = strings.Cut(value, " ")
	return name, value, rest, true
}
