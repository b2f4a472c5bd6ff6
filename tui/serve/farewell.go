package serve

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"time"

	gossh "golang.org/x/crypto/ssh"
)

// limitError says which limit keeps a connection out.
type limitError string

func (e limitError) Error() string { return string(e) }

// The limits of the gate, in words for whoever meets them.
func errFull(n int) error {
	return limitError(fmt.Sprintf("the limit of connections to this server (%d) is reached: try again in a few minutes", n))
}
func errAddress(n int) error {
	return limitError(fmt.Sprintf("the limit of connections from one address (%d) is reached: close one first", n))
}
func errCrowd(n int) error {
	return limitError(fmt.Sprintf("the limit of sessions with one key (%d) is reached: close one first", n))
}
func errFast(n int) error {
	return limitError(fmt.Sprintf("the limit of new connections from one address (%d a minute) is reached: wait a minute", n))
}

const (
	// tooMany is SSH_DISCONNECT_TOO_MANY_CONNECTIONS of RFC 4250.
	tooMany = 12
	// farewells is how many connections are told at a time why they are refused; more are
	// closed without a word. farewellTime is how long each may take.
	farewells    = 64
	farewellTime = 2 * time.Second
)

// refuse tells a client why it is not let in and closes the connection: it gets our version and the
// message that ends a connection, which SSH clients show. Nothing that it sends is looked at.
func refuse(c net.Conn, why error) error {
	defer c.Close()
	if err := c.SetDeadline(time.Now().Add(farewellTime)); err != nil {
		return err
	}
	payload := gossh.Marshal(struct {
		Reason         uint32 `sshtype:"1"` // SSH_MSG_DISCONNECT
		Text, Language string
	}{tooMany, "Rookery: " + why.Error(), ""})
	// A packet before the keys: its length, that of the padding, both in multiples of 8 with
	// at least 4 bytes of padding (RFC 4253, section 6).
	padding := 8 - (5+len(payload))%8
	if padding < 4 {
		padding += 8
	}
	packet := binary.BigEndian.AppendUint32(nil, uint32(1+len(payload)+padding))
	packet = append(packet, byte(padding))
	packet = append(append(packet, payload...), make([]byte, padding)...)
	if _, err := c.Write(append([]byte("SSH-2.0-Rookery\r\n"), packet...)); err != nil {
		return err
	}
	// What the client has sent is read: closing the connection over it would take back
	// what was said.
	if w, ok := c.(interface{ CloseWrite() error }); ok {
		if err := w.CloseWrite(); err != nil {
			return err
		}
	}
	_, err := io.CopyN(io.Discard, c, 16<<10)
	if errors.Is(err, io.EOF) {
		return nil
	}
	return err
}
