package http1

import (
	"net/url"
	"testing"
)

// TestProxyOf holds which proxy a server is asked through.
func TestProxyOf(t *testing.T) {
	for _, c := range []struct{ proxy, not, server, want string }{
		{"", "", "https://lichess.org", ""},
		{"http://proxy:3128", "", "https://lichess.org", "http://proxy:3128"},
		{"proxy:3128", "", "https://lichess.org", "http://proxy:3128"},
		{"socks5://proxy", "other.org", "https://lichess.org", "socks5://proxy"},
		{"http://proxy", "", "https://localhost", ""},
		{"http://proxy", "", "https://127.1.2.3:8443", ""},
		{"http://proxy", "", "https://[::1]", ""},
		{"http://proxy", "*", "https://lichess.org", ""},
		{"http://proxy", "other.org, LICHESS.org", "https://lichess.org", ""},
		{"http://proxy", "lichess.org", "https://explorer.Lichess.org", ""},
		{"http://proxy", "lichess.org", "https://notlichess.org", "http://proxy"},
		{"http://proxy", ".lichess.org", "https://tablebase.lichess.org", ""},
		{"http://proxy", ".lichess.org", "https://lichess.org", "http://proxy"},
		{"http://proxy", "*.lichess.org", "https://explorer.lichess.org", ""},
		{"http://proxy", "*.lichess.org", "https://lichess.org", "http://proxy"},
		{"http://proxy", "lichess.org:443", "https://lichess.org", ""},
		{"http://proxy", "lichess.org:8443", "https://lichess.org", "http://proxy"},
		{"http://proxy", "10.0.0.0/8", "https://10.2.3.4", ""},
		{"http://proxy", "10.0.0.0/8", "https://11.2.3.4", "http://proxy"},
		{"http://proxy", "11.2.3.4,fd00::/8", "https://11.2.3.4", ""},
		{"http://proxy", "11.2.3.4,fd00::/8", "https://[fd00::7]:444", ""},
		{"http://proxy", ",:443", "https://lichess.org", "http://proxy"},
		{"http://a b", "", "https://lichess.org", "fault"},
		{"http://", "", "https://lichess.org", "fault"},
	} {
		for _, small := range []bool{false, true} {
			for _, v := range []struct{ large, small, value string }{{"HTTPS_PROXY", "https_proxy", c.proxy}, {"NO_PROXY", "no_proxy", c.not}} {
				if small {
					v.large, v.small = v.small, v.large
				}
				t.Setenv(v.small, "")
				t.Setenv(v.large, v.value)
			}
			server, err := url.Parse(c.server)
			if err != nil {
				t.Fatal(err)
			}
			got := ""
			if u, err := proxyOf(server); err != nil {
				got = "fault"
			} else if u != nil {
				got = u.String()
			}
			if got != c.want {
				t.Errorf("%+v: %q", c, got)
			}
		}
	}
}
