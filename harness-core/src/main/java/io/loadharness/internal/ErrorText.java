// SPDX-License-Identifier: Apache-2.0
package io.loadharness.internal;

import java.util.Objects;

/** Texts of exceptions and errors for messages. */
public final class ErrorText {

    private ErrorText() {}

    /** Returns the message; if there is none, the class. */
    public static String of(Throwable error) {
        return Objects.requireNonNullElse(error.getMessage(), error.toString());
    }
}
