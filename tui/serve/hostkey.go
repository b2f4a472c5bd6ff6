package serve

import (
	"crypto/ed25519"
	"crypto/rand"
	"encoding/pem"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"

	gossh "golang.org/x/crypto/ssh"
)

// hostKey reads the server's key from a directory, and makes it at the first
// start. A key that others than its owner may read is refused.
func hostKey(dir string) (gossh.Signer, error) {
	path := filepath.Join(dir, "host_ed25519")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		if err := makeHostKey(path); err != nil {
			return nil, err
		}
		text, err = os.ReadFile(path)
	}
	if err != nil {
		return nil, err
	}
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if mode := info.Mode().Perm(); runtime.GOOS != "windows" && mode&0o077 != 0 {
		return nil, fmt.Errorf("%s can be read by others (mode %04o): run chmod 600 on it", path, mode)
	}
	return parseHostKey(path, text)
}

// CheckHostKey tells what is wrong with the server's key in a directory; nothing where there is none yet.
func CheckHostKey(dir string) error {
	path := filepath.Join(dir, "host_ed25519")
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err == nil {
		_, err = parseHostKey(path, text)
	}
	return err
}

func parseHostKey(path string, text []byte) (gossh.Signer, error) {
	key, err := gossh.ParsePrivateKey(text)
	if err != nil {
		return nil, fmt.Errorf("%s is damaged (%w): put it back from a backup, or remove it; then a new one is made, and players are warned of it", path, err)
	}
	if key.PublicKey().Type() != gossh.KeyAlgoED25519 {
		return nil, fmt.Errorf("%s holds a key of type %s: it must be ed25519", path, key.PublicKey().Type())
	}
	return key, nil
}

// makeHostKey writes a new key, whole or not at all. If another process was
// first, its key stands.
func makeHostKey(path string) error {
	_, secret, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		return err
	}
	block, err := gossh.MarshalPrivateKey(secret, "rookery")
	if err != nil {
		return err
	}
	return writeOnce(path, pem.EncodeToMemory(block))
}
