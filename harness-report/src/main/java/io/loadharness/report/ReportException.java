package io.loadharness.report;

import java.io.IOException;

/** A folder of which no report can be made. The message says which, and why. */
public final class ReportException extends IOException {

    private static final long serialVersionUID = 1;

    ReportException(String message, Throwable cause) {
        super(message, cause);
    }
}
