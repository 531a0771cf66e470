// SPDX-License-Identifier: Apache-2.0
package io.loadharness.http;

import java.net.URI;
import java.net.URISyntaxException;

/** Addresses of servers, as users write them. */
final class ServerUrl {

    private static final int MOST_PORT = 65_535;
    private static final String NO_SCHEME = "a server's url begins with http:// or https://, as in http://host:8000";

    private ServerUrl() {}

    /** The address below which the paths of the API lie, without a slash at its end. */
    static URI root(String url) {
        URI uri = parse(url);
        if (!"http".equalsIgnoreCase(uri.getScheme()) && !"https".equalsIgnoreCase(uri.getScheme())) {
            throw new IllegalArgumentException(NO_SCHEME);
        }
        if (uri.getHost() == null) {
            throw new IllegalArgumentException("a server's url names a host, as in http://host:8000");
        }
        if (uri.getPort() == 0 || uri.getPort() > MOST_PORT) {
            throw new IllegalArgumentException(
                    "a server's url has the port " + uri.getPort() + ": write one from 1 to " + MOST_PORT);
        }
        if (uri.getUserInfo() != null) {
            throw new IllegalArgumentException("a server's url holds no user or password; send them as a header");
        }
        if (uri.getQuery() != null || uri.getFragment() != null) {
            throw new IllegalArgumentException("a server's url ends with its path; leave out what follows ? or #");
        }
        String path = uri.getPath().replaceAll("/+$", "").replaceAll("/v1$", "");
        return URI.create(uri.getScheme() + "://" + uri.getRawAuthority() + path);
    }

    private static URI parse(String url) {
        try {
            return new URI(url.strip());
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException(
                    url.contains("://")
                            ? "this is no url: " + e.getReason() + " at position " + e.getIndex()
                            : NO_SCHEME);
        }
    }
}
