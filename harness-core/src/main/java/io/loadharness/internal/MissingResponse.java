// SPDX-License-Identifier: Apache-2.0
package io.loadharness.internal;

import io.loadharness.Failure;

/** The failure of a request that a backend ended with null. A backend may be compiled without checks for null. */
public final class MissingResponse {

    /** The failure. */
    public static final Failure FAILURE =
            new Failure(Failure.Kind.BACKEND_EXCEPTION, "the backend called end(null) instead of failed(...)");

    private MissingResponse() {}
}
