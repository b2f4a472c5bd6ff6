package serve

import (
	"errors"
	"net"
	"net/netip"
	"slices"
	"time"

	"github.com/pires/go-proxyproto"
)

// BehindProxies has connections that come from some networks tell, by the PROXY protocol, for which
// address they stand. One of them that does not is refused; connections from elsewhere are taken as
// they come, and what they say of themselves is not believed. header is how long a proxy may take
// to tell.
func BehindProxies(l net.Listener, proxies []netip.Prefix, header time.Duration) net.Listener {
	return &proxyproto.Listener{
		Listener: l, ReadHeaderTimeout: header,
		ConnPolicy: func(o proxyproto.ConnPolicyOptions) (proxyproto.Policy, error) {
			at, err := netip.ParseAddrPort(o.Upstream.String())
			if err == nil && slices.ContainsFunc(proxies, func(p netip.Prefix) bool { return p.Contains(at.Addr().Unmap()) }) {
				return proxyproto.REQUIRE, nil
			}
			return proxyproto.SKIP, nil
		},
		ValidateHeader: func(h *proxyproto.Header) error {
			if _, ok := h.SourceAddr.(*net.TCPAddr); !ok && h.Command.IsProxy() {
				return errors.New("the header names no TCP address")
			}
			return nil
		},
	}
}
