package main

import (
	"context"
	"errors"
	"fmt"
	"net"

	"github.com/spf13/cobra"

	"rookery/cmd/internal/cli"
	"rookery/tui/serve"
	"rookery/tui/serve/web"
)

// webOptions are the settings of the pages for browsers.
type webOptions struct {
	listen, url, ssh, cert, key string
	proxies                     []string // networks
}

func (o *webOptions) add(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&o.listen, "web", "", "address for browsers, :8080 or 127.0.0.1:8080 (default none)")
	f.StringVar(&o.url, "web-url", "", "public address of the pages, https://club.example; other hosts are refused")
	f.StringVar(&o.ssh, "web-ssh", "", "SSH address that the pages name, HOST:PORT (default the host of the page)")
	f.StringVar(&o.cert, "web-cert", "", "file with the TLS certificate for browsers")
	f.StringVar(&o.key, "web-key", "", "file with the key of the TLS certificate")
	f.StringSliceVar(&o.proxies, "web-proxies", nil, "networks of web proxies that are believed: X-Forwarded-For, PROXY protocol")
}

// host serves the club over SSH on a listener, and to browsers where that is wanted, until ctx
// ends. One of the two that fails ends the other.
func (o *webOptions) host(ctx context.Context, cmd *cobra.Command, cfg *serve.Config, s *serve.Server, l net.Listener) error {
	if o.listen == "" {
		return s.Serve(ctx, l)
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	pages, at, err := o.open(ctx, cfg, s, l.Addr())
	if err != nil {
		return errors.Join(err, l.Close())
	}
	scheme := "http"
	if o.cert != "" {
		scheme = "https"
	}
	fmt.Fprintln(cmd.OutOrStdout(), cli.Locale(cmd).Sprintf("Browsers: %s://%s", scheme, at.Addr()))
	cfg.Log.Info("browsers are served", "url", scheme+"://"+at.Addr().String())
	served := make(chan error, 1)
	go func() {
		defer cancel()
		served <- pages.Serve(ctx, at)
	}()
	err = s.Serve(ctx, l)
	cancel()
	return errors.Join(err, <-served)
}

// open makes the pages and listens for browsers.
func (o *webOptions) open(ctx context.Context, cfg *serve.Config, s *serve.Server, ssh net.Addr) (*web.Server, net.Listener, error) {
	proxies, err := networks(o.proxies)
	if err != nil {
		return nil, nil, err
	}
	if o.ssh == "" {
		_, port, err := net.SplitHostPort(ssh.String())
		if err != nil {
			return nil, nil, err
		}
		o.ssh = net.JoinHostPort("", port)
	}
	pages, err := web.New(web.Config{
		Sessions: s, Lobby: cfg.Lobby, Archive: cfg.Archive, Limits: cfg.Limits, Log: cfg.Log, Now: cfg.Now,
		SSH: o.ssh, URL: o.url, Proxies: proxies, Cert: o.cert, Key: o.key,
	})
	if err != nil {
		return nil, nil, err
	}
	var lc net.ListenConfig
	l, err := lc.Listen(ctx, "tcp", o.listen)
	if err != nil {
		return nil, nil, err
	}
	if at, ok := l.Addr().(*net.TCPAddr); ok && !at.IP.IsLoopback() && o.cert == "" && len(proxies) == 0 {
		cfg.Log.Warn("browsers come over plain HTTP: they play as guests; give --web-cert and --web-key, or a proxy with HTTPS", "web", l.Addr().String())
	}
	return pages, l, nil
}
