// SPDX-License-Identifier: Apache-2.0
package io.loadharness.accuracy;

import java.io.IOException;

/** An accuracy log or targets that cannot be scored. The message is one sentence for users, with the file and the location. */
public final class AccuracyException extends IOException {

    private static final long serialVersionUID = 1;

    /**
     * Creates an exception.
     *
     * @param message the location, the problem and, if possible, the remedy
     */
    public AccuracyException(String message) {
        super(message);
    }

    /** Creates an exception with a cause. */
    public AccuracyException(String message, Throwable cause) {
        super(message, cause);
    }
}
