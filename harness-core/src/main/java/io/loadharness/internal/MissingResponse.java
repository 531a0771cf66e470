// SPDX-License-Identifier: Apache-2.0
package io.loadharness.internal;

import io.loadharness.Failure;
import org.jspecify.annotations.Nullable;

/** The failures of requests that a backend ended with null. A backend may be compiled without checks for null. */
public final class MissingResponse {

    /** The failure of a request without a response. */
    public static final Failure FAILURE =
            new Failure(Failure.Kind.BACKEND_EXCEPTION, "the backend called end(null) instead of failed(...)");

    private static final Failure WITHOUT_FAILURE =
            new Failure(Failure.Kind.BACKEND_EXCEPTION, "the backend called failed(null, ...) without a failure");

    private MissingResponse() {}

    /** Returns the failure that a backend reported. If the backend reported null, returns a failure with this reason. */
    public static Failure reported(@Nullable Failure failure) {
        return failure == null ? WITHOUT_FAILURE : failure;
    }
}
