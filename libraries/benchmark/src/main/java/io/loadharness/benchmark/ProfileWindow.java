// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmark;

import io.loadharness.report.Quantity;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * From when to when in a run its servers are profiled: it begins when both beginnings are reached, and ends with the first end, or with
 * the run.
 *
 * @param after since the first request was sent
 * @param duration since the profilers were started
 * @param fromRequest when so many requests are sent, from 1
 * @param toRequest when so many are
 */
public record ProfileWindow(Duration after, Optional<Duration> duration, long fromRequest, OptionalLong toRequest) {

    /** Checks the window. */
    public ProfileWindow {
        if (after.isNegative()
                || duration.filter(each -> each.isNegative() || each.isZero()).isPresent()) {
            throw new IllegalArgumentException("--server-profile-duration must be more than zero");
        }
        if (fromRequest < 1) {
            throw new IllegalArgumentException(
                    "--server-profile-from-request is " + fromRequest + " and must be at least 1");
        }
        if (toRequest.isPresent() && toRequest.getAsLong() <= fromRequest) {
            throw new IllegalArgumentException("--server-profile-to-request is " + toRequest.getAsLong()
                    + " and must be more than --server-profile-from-request, which is " + fromRequest);
        }
    }

    /** Why it did not begin in a run that sent so many requests. */
    String missedBy(long sent) {
        return sent < fromRequest
                ? "the run sent " + requests(sent) + ", and it was to begin with request " + fromRequest
                : "the run was over " + Quantity.duration(after) + " after its first request";
    }

    /** So many requests in words. */
    static String requests(long count) {
        return count == 1 ? "1 request" : Quantity.count(count) + " requests";
    }
}
