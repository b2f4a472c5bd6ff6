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
	return behind(l, proxies, header, proxyproto.REQUIRE)
}

// MaybeBehindProxies is BehindProxies for proxies that may say it in another way: one that does not
// speak the protocol is taken as it comes, too.
func MaybeBehindProxies(l net.Listener, proxies []netip.Prefix, header time.Duration) net.Listener {
	return behind(l, proxies, header, proxyproto.USE)
}

func behind(l net.Listener, proxies []netip.Prefix, header time.Duration, named proxyproto.Policy) net.Listener {
	return &proxyproto.Listener{
		Listener: l, ReadHeaderTimeout: header,
		ConnPolicy: func(o proxyproto.ConnPolicyOptions) (proxyproto.Policy, error) {
			at, err := netip.ParseAddrPort(o.Upstream.String())
			if err == nil && slices.ContainsFunc(proxies, func(p netip.Prefix) bool { return p.Contains(at.Addr().Unmap()) }) {
				return named, nil
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
