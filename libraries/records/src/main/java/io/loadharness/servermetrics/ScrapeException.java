// SPDX-License-Identifier: Apache-2.0
package io.loadharness.servermetrics;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A file or a page of metrics that is none. The message says where and what. */
public final class ScrapeException extends IOException {

    private static final long serialVersionUID = 1;

    ScrapeException(String message) {
        super(message);
    }

    ScrapeException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
