package main

import (
	"archive/tar"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"rookery/cmd/internal/cli"
	"rookery/pgn/safefile"
	"rookery/tui/lobby/archive/sqlstore"
	"rookery/tui/lobby/journal/sqljournal"
)

// besides are the files of the directory that a backup holds beside the store; what is
// below a folder, too.
var besides = []string{"host_ed25519", "admins", "players"}

// backupMark is the first file of a backup, so that nothing else is taken for one.
const backupMark = "rookery-backup"

var errCluster = errors.New("the club is kept on a cluster: use export and import")

// newBackup builds the command that copies the club while it runs.
func newBackup(where *storeFlags) *cobra.Command {
	return &cobra.Command{
		Use:   "backup FILE",
		Short: "Back up the server's directory while it runs",
		Long: "Copy the store as it is at one moment, the archive, the host key, the operators'\n" +
			"keys and the players' files to one file that restore reads. The server may be\n" +
			"running. The copy is checked before FILE is replaced. It holds the host key: keep\n" +
			"it private.",
		Args: cli.Between(1, 1, "one FILE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(where.urls) > 0 {
				return errCluster
			}
			dir, err := os.MkdirTemp(filepath.Dir(args[0]), ".rookery-backup-*")
			if err != nil {
				return err
			}
			defer os.RemoveAll(dir)
			if err := sqljournal.Backup(cmd.Context(), where.journalDir(), dir); err != nil {
				return err
			}
			files := map[string]string{} // in the backup, on the disk
			for _, name := range sqljournal.Files() {
				files["journal/"+name] = filepath.Join(dir, name)
			}
			// An archive that cannot be copied is made anew from the store.
			archive := filepath.Join(dir, "archive.db")
			if sqlstore.Copy(cmd.Context(), where.archivePath(), archive) == nil {
				files["archive.db"] = archive
			}
			for _, name := range besides {
				if err := below(where.dir, name, files); err != nil {
					return err
				}
			}
			if err := safefile.Write(args[0], func(w io.Writer) error { return pack(cmd.Context(), w, files) }); err != nil {
				return err
			}
			fmt.Fprintln(cmd.OutOrStdout(), cli.Locale(cmd).Sprintf("Backup of %s written to %s", where.dir, args[0]))
			return nil
		},
	}
}

// below adds a file, or those below a folder.
func below(dir, name string, files map[string]string) error {
	return filepath.WalkDir(filepath.Join(dir, name), func(path string, d fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		rel, err := filepath.Rel(dir, path)
		files[filepath.ToSlash(rel)] = path
		return err
	})
}

// pack writes files as a compressed archive, the store first.
func pack(ctx context.Context, w io.Writer, files map[string]string) error {
	zip := gzip.NewWriter(w)
	out := tar.NewWriter(zip)
	now := time.Now()
	if err := out.WriteHeader(&tar.Header{Name: backupMark, Mode: 0o600, ModTime: now, Format: tar.FormatPAX}); err != nil {
		return err
	}
	names := make([]string, 0, len(files))
	for name := range files {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := packFile(out, name, files[name]); err != nil {
			return err
		}
	}
	return errors.Join(out.Close(), zip.Close())
}

func packFile(out *tar.Writer, name, path string) error {
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) { // replaced meanwhile
		return nil
	}
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	if err := out.WriteHeader(&tar.Header{Name: name, Mode: 0o600, Size: info.Size(), ModTime: info.ModTime(), Format: tar.FormatPAX}); err != nil {
		return err
	}
	_, err = io.CopyN(out, f, info.Size())
	return err
}

// newRestore builds the command that makes the directory anew from a backup.
func newRestore(where *storeFlags) *cobra.Command {
	var replace bool
	cmd := &cobra.Command{
		Use:   "restore FILE",
		Short: "Restore the server's directory from a backup",
		Long: "Put all that backup copied into the directory. What is there already is replaced\n" +
			"only with --replace, and kept in a folder of the directory. The server must not be\n" +
			"running.",
		Args: cli.Between(1, 1, "one FILE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(where.urls) > 0 {
				return errCluster
			}
			free, err := sqljournal.Reserve(where.journalDir())
			if err != nil {
				return err
			}
			defer free()
			dir, err := os.MkdirTemp(where.dir, "restore-*")
			if err != nil {
				return err
			}
			defer os.RemoveAll(dir)
			tops, err := unpack(cmd.Context(), args[0], dir)
			if err != nil {
				return fmt.Errorf("%s: %w", args[0], err)
			}
			if faults, err := sqljournal.Check(cmd.Context(), filepath.Join(dir, "journal"), isMove); err != nil || len(faults) > 0 {
				return errors.Join(append(faults, err)...)
			}
			old := filepath.Join(where.dir, "before-restore-"+time.Now().UTC().Format("20060102-150405"))
			if there := present(where.dir, tops); len(there) > 0 {
				if !replace {
					return fmt.Errorf("%s has %s already, which would be moved to %s: add --replace to do so",
						where.dir, strings.Join(there, ", "), filepath.Base(old))
				}
				if err := moveAll(where.dir, old, there); err != nil {
					return err
				}
			}
			if err := moveAll(dir, where.dir, tops); err != nil {
				return err
			}
			fmt.Fprintln(cmd.OutOrStdout(), cli.Locale(cmd).Sprintf("%s restored from %s", where.dir, args[0]))
			return nil
		},
	}
	cmd.Flags().BoolVar(&replace, "replace", false, "replace what is in the directory")
	return cmd
}

// unpack reads a backup into a directory and names what is to be moved from there: files
// of the store one by one.
func unpack(ctx context.Context, file, dir string) (tops []string, err error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	zip, err := gzip.NewReader(f)
	if err != nil {
		return nil, fmt.Errorf("this is no backup: %w", err)
	}
	in := tar.NewReader(zip)
	for n := 0; ; n++ {
		h, err := in.Next()
		if errors.Is(err, io.EOF) && n > 0 {
			// The check sum of gzip stands behind the end of the archive.
			_, err := io.Copy(io.Discard, zip)
			return tops, err
		}
		if err != nil {
			return nil, fmt.Errorf("this is no backup, or a damaged one: %w", err)
		}
		switch {
		case n == 0 && h.Name != backupMark:
			return nil, errors.New("this is no backup")
		case n == 0:
			continue
		case !filepath.IsLocal(h.Name) || h.Typeflag != tar.TypeReg || ctx.Err() != nil:
			return nil, errors.Join(fmt.Errorf("%q does not belong into a backup", h.Name), ctx.Err())
		}
		top := h.Name
		if first, _, ok := strings.Cut(top, "/"); ok && first != "journal" {
			top = first
		}
		if !slices.Contains(tops, top) {
			tops = append(tops, top)
		}
		path := filepath.Join(dir, filepath.FromSlash(h.Name))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			return nil, err
		}
		if err := safefile.Write(path, func(w io.Writer) error { _, err := io.Copy(w, in); return err }); err != nil {
			return nil, err
		}
	}
}

// present lists which of some names there are, and files that belong to those.
func present(dir string, names []string) (there []string) {
	for _, name := range names {
		for _, end := range []string{"", "-wal", "-shm"} {
			if _, err := os.Stat(filepath.Join(dir, name+end)); err == nil {
				there = append(there, name+end)
			}
		}
	}
	return there
}

// moveAll moves files from one directory to another.
func moveAll(from, to string, names []string) error {
	for _, name := range names {
		path := filepath.Join(to, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			return err
		}
		if err := os.Rename(filepath.Join(from, name), path); err != nil {
			return err
		}
	}
	return nil
}
