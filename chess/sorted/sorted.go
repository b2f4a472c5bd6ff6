// Package sorted sorts short lists without a copy of the algorithm for each type of element.
// [slices.SortFunc] is compiled anew for each type, in each package that sorts it: 7 to 15 KB of
// code, 40 KB of program and 40 ms of the compiler each time. All that is called here is compiled
// once. Where a list is long or sorted often, as in a search or an index, slices is faster.
package sorted

import (
	"maps"
	"slices"
	"sort"
)

// By sorts a list; equal elements keep their order.
func By[E any](list []E, compare func(a, b E) int) {
	sort.SliceStable(list, func(i, j int) bool { return compare(list[i], list[j]) < 0 })
}

// Keys are the keys of a map, in the order of compare, which may find no two equal.
func Keys[K comparable, V any](m map[K]V, compare func(a, b K) int) []K {
	keys := slices.AppendSeq(make([]K, 0, len(m)), maps.Keys(m))
	By(keys, compare)
	return keys
}

// Names are the keys of a map in the order of their bytes.
func Names[V any](m map[string]V) []string {
	names := slices.AppendSeq(make([]string, 0, len(m)), maps.Keys(m))
	sort.Strings(names)
	return names
}
