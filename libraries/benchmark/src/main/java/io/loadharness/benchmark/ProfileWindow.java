// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmark;

import io.loadharness.report.Quantity;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The part of a run during which the profiler records the servers. The window starts when both {@code after} and {@code fromRequest} are
 * reached. It ends when {@code duration} or {@code toRequest} is reached, or when the run ends.
 *
 * @param after the time from the first sent request to the start of the window
 * @param duration the maximum length of the window; empty for no limit
 * @param fromRequest the number of sent requests at which the window starts; at least 1
 * @param toRequest the number of sent requests at which the window ends; empty for no limit
 */
public record ProfileWindow(Duration after, Optional<Duration> duration, long fromRequest, OptionalLong toRequest) {

    /** Checks the window. */
    public ProfileWindow {
        if (after.isNegative()
                || duration.filter(each -> each.isNegative() || each.isZero()).isPresent()) {
            throw new IllegalArgumentException(
                    "the profiling duration must be positive, and the delay before profiling must not be negative");
        }
        if (fromRequest < 1) {
            throw new IllegalArgumentException("the first profiled request must be at least 1: got " + fromRequest);
        }
        if (toRequest.isPresent() && toRequest.getAsLong() <= fromRequest) {
            throw new IllegalArgumentException("the number of the last profiled request must be greater than "
                    + fromRequest + ", the number of the first one: got " + toRequest.getAsLong());
        }
    }

    /** Returns the reason why the window did not start in a run that sent the given number of requests. */
    String missedBy(long sent) {
        return sent < fromRequest
                ? "the run sent " + requests(sent) + ", but profiling was set to start at request " + fromRequest
                : "the run ended within " + Quantity.duration(after) + " after its first request";
    }

    /** Returns the text for a number of requests, such as {@code 2 requests}. */
    static String requests(long count) {
        return count == 1 ? "1 request" : Quantity.count(count) + " requests";
    }
}
