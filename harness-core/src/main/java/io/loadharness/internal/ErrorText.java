// SPDX-License-Identifier: Apache-2.0
package io.loadharness.internal;

import java.util.Objects;

/** Texts of exceptions and errors for messages. */
public final class ErrorText {

    private ErrorText() {}

    /** Returns the message of an error, or the name of its class if the error has no message. */
    public static String of(Throwable error) {
        return Objects.requireNonNullElse(error.getMessage(), error.toString());
    }
}
