// SPDX-License-Identifier: Apache-2.0
package io.loadharness.internal;

import io.loadharness.Failure;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The finish reasons with which servers and engines report that they did not complete a response. */
public final class FinishReasons {

    private static final Set<String> FAILED = Set.of("abort", "error", "cancelled", "timeout");

    private FinishReasons() {}

    /** Returns the failure of a response with a finish reason; null if the finish reason is that of a complete response, or is empty. */
    public static @Nullable Failure failure(String finishReason) {
        return FAILED.contains(finishReason)
                ? new Failure(Failure.Kind.IN_BAND_ERROR, "the response was aborted: finish reason " + finishReason)
                : null;
    }
}
