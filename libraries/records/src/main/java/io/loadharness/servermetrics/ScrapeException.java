package io.loadharness.servermetrics;

import java.io.IOException;

/** A file or a page of metrics that is none. The message says where and what. */
public final class ScrapeException extends IOException {

    private static final long serialVersionUID = 1;

    ScrapeException(String message) {
        super(message);
    }

    ScrapeException(String message, Throwable cause) {
        super(message, cause);
    }
}
