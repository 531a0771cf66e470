// SPDX-License-Identifier: Apache-2.0
package io.loadharness.http;

import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

/**
 * What an answer says before its body.
 *
 * @param status the status code
 * @param headers the first value of a header, whatever the case of its name
 */
public record ResponseHead(int status, Function<String, Optional<String>> headers) {

    public ResponseHead {
        Objects.requireNonNull(headers, "headers");
    }

    /** The first value of a header, whatever the case of its name. */
    public Optional<String> header(String name) {
        return headers.apply(name);
    }
}
