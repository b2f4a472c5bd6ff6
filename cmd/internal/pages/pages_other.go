//go:build !linux

// Package pages makes a program smaller that has settled. It imports nothing but the
// standard library.
package pages

// GiveBack does nothing here: only on Linux is it known which pages can be given back.
func GiveBack() error { return nil }
