// SPDX-License-Identifier: Apache-2.0
package io.loadharness.http;

import java.io.IOException;

/** Thrown if there is no complete response: no connection, a lost connection, or a timeout. The message gives the reason. */
public final class NoResponseException extends IOException {

    private static final long serialVersionUID = 1;

    NoResponseException(String message) {
        super(message);
    }
}
