// SPDX-License-Identifier: Apache-2.0
package io.loadharness.netty;

import java.net.URI;

/**
 * The origin of a server. Each origin has its own connections.
 *
 * @param tls true for HTTPS
 * @param host the name or address of the server, without brackets
 * @param port the port
 */
record ServerOrigin(boolean tls, String host, int port) {

    static ServerOrigin of(URI uri) {
        boolean tls = "https".equalsIgnoreCase(uri.getScheme());
        if (!tls && !"http".equalsIgnoreCase(uri.getScheme())) {
            throw new IllegalArgumentException(
                    "a server URL must start with http:// or https://, for example http://host:8000");
        }
        if (uri.getHost() == null) {
            throw new IllegalArgumentException("a server URL must have a host, for example http://host:8000");
        }
        String host = uri.getHost().replaceAll("^\\[|]$", "");
        return new ServerOrigin(tls, host, uri.getPort() >= 0 ? uri.getPort() : tls ? 443 : 80);
    }

    /** Returns the host and the port in the form of a CONNECT request. */
    String authority() {
        return (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + port;
    }
}
