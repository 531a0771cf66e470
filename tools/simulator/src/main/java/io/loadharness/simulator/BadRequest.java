// SPDX-License-Identifier: Apache-2.0
package io.loadharness.simulator;

/** Thrown for a request that the server rejects with an error status. Has no stack trace. */
final class BadRequest extends Exception {

    private static final long serialVersionUID = 1L;

    private final int status;
    private final String message;

    BadRequest(int status, String message) {
        super(message, null, false, false);
        this.status = status;
        this.message = message;
    }

    BadRequest(String message) {
        this(400, message);
    }

    int status() {
        return status;
    }

    @Override
    public String getMessage() {
        return message;
    }
}
