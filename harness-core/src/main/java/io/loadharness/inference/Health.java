// SPDX-License-Identifier: Apache-2.0
package io.loadharness.inference;

import java.util.Objects;

/**
 * The health of a backend.
 *
 * @param ready true if the backend can process requests
 * @param detail one sentence for humans: the software and the model of the backend, or the reason why the backend is not ready
 * @param permanent true if the backend can never become ready, for example because the server rejects its token
 */
public record Health(boolean ready, String detail, boolean permanent) {

    public Health {
        Objects.requireNonNull(detail, "detail");
    }

    /** Creates a health that is not permanent. */
    public Health(boolean ready, String detail) {
        this(ready, detail, false);
    }

    /** Returns the health of a backend that can process requests. */
    public static Health ready(String detail) {
        return new Health(true, detail);
    }

    /** Returns the health of a backend that cannot process requests or is still starting. */
    public static Health notReady(String detail) {
        return new Health(false, detail);
    }

    /** Returns the health of a backend that can never become ready. The caller does not wait for this backend. */
    public static Health unusable(String detail) {
        return new Health(false, detail, true);
    }
}
