// SPDX-License-Identifier: Apache-2.0
package io.loadharness.http;

import java.net.URI;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The method, URI and headers of a request. Immutable. Requests with the same head can share one instance, so that a transport can cache
 * the encoded form. {@link #toString()} never shows values of headers.
 *
 * <pre>{@code
 * RequestHead head = RequestHead.of("GET", URI.create("http://host:8000/metrics")).with("Accept", "text/plain");
 * }</pre>
 */
public final class RequestHead {

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9!#$%&'*+.^_`|~-]+");
    private static final Pattern VALUE = Pattern.compile("[\\t\\x20-\\x7e\\x80-\\xff]*");

    private static final Set<String> SET_BY_TRANSPORT =
            Set.of("connection", "content-length", "expect", "host", "transfer-encoding", "upgrade");

    private final String method;
    private final URI uri;
    private final Map<String, String> headers;

    RequestHead(String method, URI uri, Map<String, String> headers) {
        this.method = method;
        this.uri = uri;
        this.headers = new LinkedHashMap<>(headers);
    }

    /** Returns a head without headers. The transport adds the host and the length of the body. */
    public static RequestHead of(String method, URI uri) {
        return new RequestHead(Objects.requireNonNull(method, "method"), Objects.requireNonNull(uri, "uri"), Map.of());
    }

    /**
     * Returns a copy with a header added or replaced.
     *
     * @throws IllegalArgumentException if name or value cannot be sent; the message does not show the value
     */
    public RequestHead with(String header, String value) {
        if (!NAME.matcher(header).matches()) {
            throw new IllegalArgumentException("invalid header name: " + header);
        }
        if (!VALUE.matcher(value).matches()) {
            throw new IllegalArgumentException(
                    "the value of the header " + header + " has a character that HTTP does not allow");
        }
        RequestHead copy = new RequestHead(method, uri, headers);
        copy.headers.put(header, value);
        return copy;
    }

    /** Returns a copy with another URI. */
    RequestHead to(URI other) {
        return new RequestHead(method, other, headers);
    }

    /** Returns true if transports set this header themselves. Callers must not set such a header. */
    public static boolean isSetByTransport(String header) {
        return SET_BY_TRANSPORT.contains(header.toLowerCase(Locale.ROOT));
    }

    /** Returns the method, for example {@code POST}. */
    public String method() {
        return method;
    }

    /** Returns the URI. */
    public URI uri() {
        return uri;
    }

    /** Returns the headers, in the order in which they were added. */
    public Map<String, String> headers() {
        return Collections.unmodifiableMap(headers);
    }

    /** Returns the host and the port, which identify the server in messages. */
    public String authority() {
        return uri.getAuthority();
    }

    @Override
    public String toString() {
        return method + " " + uri.getScheme() + "://" + authority() + uri.getPath() + " " + headers.keySet();
    }
}
