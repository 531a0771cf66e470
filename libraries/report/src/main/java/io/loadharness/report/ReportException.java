// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report;

import java.io.IOException;

/** A folder or file of which no report can be made. The message says which, and why. */
public final class ReportException extends IOException {

    private static final long serialVersionUID = 1;

    /** Says what is wrong, in a sentence. */
    public ReportException(String message) {
        super(message);
    }

    /** Says what is wrong, in a sentence. */
    public ReportException(String message, Throwable cause) {
        super(message, cause);
    }
}
