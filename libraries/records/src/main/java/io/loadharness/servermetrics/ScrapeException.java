// SPDX-License-Identifier: Apache-2.0
package io.loadharness.servermetrics;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Thrown if the response of a metrics endpoint or a server metrics file is invalid. The message gives the position and the problem. */
public final class ScrapeException extends IOException {

    private static final long serialVersionUID = 1;

    ScrapeException(String message) {
        super(message);
    }

    ScrapeException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
