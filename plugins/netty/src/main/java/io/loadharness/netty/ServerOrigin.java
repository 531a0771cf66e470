// SPDX-License-Identifier: Apache-2.0
package io.loadharness.netty;

import java.net.URI;

/**
 * What connections are kept for.
 *
 * @param host name or address of the server, without brackets
 */
record ServerOrigin(boolean tls, String host, int port) {

    static ServerOrigin of(URI uri) {
        boolean tls = "https".equalsIgnoreCase(uri.getScheme());
        if (!tls && !"http".equalsIgnoreCase(uri.getScheme())) {
            throw new IllegalArgumentException("a server's url begins with http:// or https://");
        }
        if (uri.getHost() == null) {
            throw new IllegalArgumentException("a server's url names a host, as in http://host:8000");
        }
        String host = uri.getHost().replaceAll("^\\[|]$", "");
        return new ServerOrigin(tls, host, uri.getPort() >= 0 ? uri.getPort() : tls ? 443 : 80);
    }

    /** As a request for a tunnel names it. */
    String authority() {
        return (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + port;
    }
}
