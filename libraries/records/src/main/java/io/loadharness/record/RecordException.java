// SPDX-License-Identifier: Apache-2.0
package io.loadharness.record;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Thrown if a file is not a valid records file. The message gives the position and the problem. */
public final class RecordException extends IOException {

    private static final long serialVersionUID = 1;

    RecordException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
