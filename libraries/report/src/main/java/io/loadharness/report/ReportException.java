// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report;

import java.io.IOException;

/** Thrown if a report cannot be created from a folder or a file. The message names the file and the cause. */
public final class ReportException extends IOException {

    private static final long serialVersionUID = 1;

    /** Creates an exception with a one-sentence message. */
    public ReportException(String message) {
        super(message);
    }

    /** Creates an exception with a one-sentence message and its cause. */
    public ReportException(String message, Throwable cause) {
        super(message, cause);
    }
}
