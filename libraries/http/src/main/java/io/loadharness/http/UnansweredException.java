// SPDX-License-Identifier: Apache-2.0
package io.loadharness.http;

import java.io.IOException;

/** That no whole answer came to a question: no connection, or one that broke or took too long. The message says which. */
public final class UnansweredException extends IOException {

    private static final long serialVersionUID = 1;

    UnansweredException(String message) {
        super(message);
    }
}
