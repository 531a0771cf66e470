// SPDX-License-Identifier: Apache-2.0
package io.loadharness.http;

import io.loadharness.Failure;

/** Thrown to fail an exchange. It has no stack trace, because it reports a fault of the server, not of the program. */
final class FailureException extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final transient Failure failure;

    FailureException(Failure failure) {
        super(failure.message(), null, false, false);
        this.failure = failure;
    }

    FailureException(Failure.Kind kind, String message) {
        this(new Failure(kind, message));
    }

    Failure failure() {
        return failure;
    }

    static FailureException malformed(String message) {
        return new FailureException(Failure.Kind.MALFORMED_RESPONSE, message);
    }
}
