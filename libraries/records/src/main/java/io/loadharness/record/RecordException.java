// SPDX-License-Identifier: Apache-2.0
package io.loadharness.record;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A file of records that is none, or was changed. The message says where and what. */
public final class RecordException extends IOException {

    private static final long serialVersionUID = 1;

    RecordException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
