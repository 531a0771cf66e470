// SPDX-License-Identifier: Apache-2.0
package io.loadharness.inference;

import java.util.Objects;

/**
 * Whether a backend can answer.
 *
 * @param ready whether it can
 * @param detail one sentence for people: what it runs, or why it cannot
 */
public record Health(boolean ready, String detail) {

    public Health {
        Objects.requireNonNull(detail, "detail");
    }

    /** A backend that can answer. */
    public static Health ready(String detail) {
        return new Health(true, detail);
    }

    /** A backend that cannot answer, or not yet. */
    public static Health notReady(String detail) {
        return new Health(false, detail);
    }
}
