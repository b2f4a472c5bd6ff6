//go:build ignore

// Sbom PROGRAM DOCUMENT writes what a program is made of, in CycloneDX 1.6: the modules that the Go command wrote into it, with
// their versions and sums, the compiler and the commit. The same program gives the same bytes. No library is asked, because
// the format is a list and the linker has it already.
package main

import (
	"cmp"
	"crypto/sha256"
	"debug/buildinfo"
	"encoding/json"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"runtime/debug"
)

type property struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

type hash struct {
	Alg     string `json:"alg"`
	Content string `json:"content"`
}

type component struct {
	Type       string     `json:"type"`
	Ref        string     `json:"bom-ref"`
	Name       string     `json:"name"`
	Version    string     `json:"version"`
	Purl       string     `json:"purl"`
	Hashes     []hash     `json:"hashes,omitempty"`
	Properties []property `json:"properties,omitempty"`
}

type dependency struct {
	Ref       string   `json:"ref"`
	DependsOn []string `json:"dependsOn"`
}

func module(m *debug.Module) component {
	if m.Replace != nil {
		m = m.Replace
	}
	c := component{Type: "library", Name: m.Path, Version: m.Version, Purl: fmt.Sprintf("pkg:golang/%s@%s", m.Path, m.Version)}
	c.Ref = c.Purl
	if m.Sum != "" {
		c.Properties = []property{{"go:sum", m.Sum}}
	}
	return c
}

func main() {
	log.SetFlags(0)
	if len(os.Args) != 3 {
		log.Fatal("usage: sbom PROGRAM DOCUMENT")
	}
	info, err := buildinfo.ReadFile(os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	bytes, err := os.ReadFile(os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	program := module(&info.Main)
	program.Type, program.Name = "application", filepath.Base(info.Path)
	program.Version = cmp.Or(program.Version, "devel")
	program.Hashes = []hash{{"SHA-256", fmt.Sprintf("%x", sha256.Sum256(bytes))}}
	for _, s := range info.Settings {
		switch s.Key {
		case "GOOS", "GOARCH", "vcs.revision", "vcs.time", "vcs.modified", "-trimpath", "CGO_ENABLED":
			program.Properties = append(program.Properties, property{"go:" + s.Key, s.Value})
		}
	}
	std := module(&debug.Module{Path: "stdlib", Version: info.GoVersion})
	all := []component{std}
	for _, m := range info.Deps {
		all = append(all, module(m))
	}
	uses := dependency{Ref: program.Ref}
	for _, c := range all {
		uses.DependsOn = append(uses.DependsOn, c.Ref)
	}
	text, err := json.MarshalIndent(map[string]any{
		"$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json", "bomFormat": "CycloneDX", "specVersion": "1.6", "version": 1,
		"metadata": map[string]any{"component": program}, "components": all, "dependencies": []dependency{uses},
	}, "", "  ")
	if err == nil {
		err = os.WriteFile(os.Args[2], append(text, '\n'), 0o644)
	}
	if err != nil {
		log.Fatal(err)
	}
}
