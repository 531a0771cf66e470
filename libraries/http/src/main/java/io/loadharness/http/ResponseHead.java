// SPDX-License-Identifier: Apache-2.0
package io.loadharness.http;

import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

/**
 * The status and headers of a response.
 *
 * @param status the status code
 * @param headers a function that returns the first value of a header; names are case-insensitive
 */
public record ResponseHead(int status, Function<String, Optional<String>> headers) {

    public ResponseHead {
        Objects.requireNonNull(headers, "headers");
    }

    /** Returns the first value of a header; empty if there is no such header. The name is case-insensitive. */
    public Optional<String> header(String name) {
        return headers.apply(name);
    }
}
