//go:build !unix

package delta

// CanAsk tells whether answers of the terminal can be told from keys here.
const CanAsk = false

// Drain does nothing where no terminal is asked.
func (f *Filter) Drain() {}

func (f *Filter) cellPixels() (w, h int) { return 0, 0 }
