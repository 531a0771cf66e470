// SPDX-License-Identifier: Apache-2.0
package io.loadharness.http;

import java.net.URI;
import java.net.URISyntaxException;

/** Parses URLs of servers. */
final class ServerUrl {

    private static final int MAX_PORT = 65_535;
    private static final String NO_SCHEME =
            "a server URL must start with http:// or https://, for example http://host:8000";

    private ServerUrl() {}

    /** Returns the root URL of the server. Removes a trailing {@code /v1} and trailing slashes. */
    static URI root(String url) {
        URI uri = parse(url);
        if (!"http".equalsIgnoreCase(uri.getScheme()) && !"https".equalsIgnoreCase(uri.getScheme())) {
            throw new IllegalArgumentException(NO_SCHEME);
        }
        if (uri.getHost() == null) {
            throw new IllegalArgumentException("a server URL must have a host, for example http://host:8000");
        }
        if (uri.getPort() == 0 || uri.getPort() > MAX_PORT) {
            throw new IllegalArgumentException(
                    "the port of a server URL must be 1 to " + MAX_PORT + ": got " + uri.getPort());
        }
        if (uri.getUserInfo() != null) {
            throw new IllegalArgumentException("a server URL must not have a user or password: send them in a header");
        }
        if (uri.getQuery() != null || uri.getFragment() != null) {
            throw new IllegalArgumentException(
                    "a server URL must not have a query or fragment: remove the part after ? or #");
        }
        String path = uri.getPath().replaceAll("/+$", "").replaceAll("/v1$", "");
        return URI.create(uri.getScheme() + "://" + uri.getRawAuthority() + path);
    }

    private static URI parse(String url) {
        try {
            return new URI(url.strip());
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException(
                    url.contains("://") ? "invalid URL: " + e.getReason() + " at position " + e.getIndex() : NO_SCHEME);
        }
    }
}
