// SPDX-License-Identifier: Apache-2.0
package io.loadharness.netty;

/** Thrown for a response that is not valid HTTP. It has no stack trace, because it reports a fault of the server. */
final class MalformedResponseException extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final String message;

    MalformedResponseException(String fault) {
        super(null, null, false, false);
        message = "the response is not valid HTTP: " + fault;
    }

    @Override
    public String getMessage() {
        return message;
    }
}
