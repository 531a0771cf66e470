package io.loadharness.report;

import java.io.IOException;

/** A report that cannot be made of a folder. The message says which, and why. */
public final class ReportException extends IOException {

    private static final long serialVersionUID = 1;

    ReportException(String message) {
        super(message);
    }

    ReportException(String message, Throwable cause) {
        super(message, cause);
    }
}
