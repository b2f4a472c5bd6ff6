package main

import (
	"errors"
	"net"

	"github.com/coreos/go-systemd/v22/activation"
)

// listen listens on an address, or on the socket that systemd has opened for the program: that one stays
// open while the program is restarted, and who comes meanwhile waits.
func listen(address string) (net.Listener, error) {
	given, err := activation.Listeners()
	if err != nil {
		return nil, err
	}
	switch len(given) {
	case 0:
		return net.Listen("tcp", address)
	case 1:
		if given[0] != nil {
			return given[0], nil
		}
	}
	for _, l := range given {
		if l != nil {
			err = errors.Join(err, l.Close())
		}
	}
	return nil, errors.Join(errors.New("the socket unit must have one ListenStream with a TCP port"), err)
}
