// SPDX-License-Identifier: Apache-2.0
package io.loadharness.schedule;

import java.util.Objects;
import java.util.OptionalDouble;

/**
 * The result of a {@link PeakSearch}.
 *
 * @param level the highest load that met the limits: samples per second, or samples in flight; empty if no load met the limits
 * @param low the lower end of the interval that contains the peak; 0 if no load met the limits
 * @param high the upper end of the interval; infinity if no load exceeded the limits
 * @param isConfirmed true if a full-length run met the limits at {@code level}
 * @param isComplete true if the search has ended, false if it was stopped
 * @param limit the limit that a higher load exceeds, as one sentence; empty if no load exceeded a limit
 * @param text the result in one or a few sentences
 */
public record Peak(
        OptionalDouble level,
        double low,
        double high,
        boolean isConfirmed,
        boolean isComplete,
        String limit,
        String text) {

    public Peak {
        Objects.requireNonNull(level, "level");
        Objects.requireNonNull(limit, "limit");
        Objects.requireNonNull(text, "text");
    }

    /** Returns the result in one or a few sentences. */
    @Override
    public String toString() {
        return text;
    }
}
