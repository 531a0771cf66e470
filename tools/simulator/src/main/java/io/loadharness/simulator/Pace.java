// SPDX-License-Identifier: Apache-2.0
package io.loadharness.simulator;

import java.time.Duration;

/**
 * A timing without batching. Each request gets its first token after a fixed delay, and its later tokens at fixed intervals. These times do
 * not depend on the load.
 *
 * @param firstToken the time from the arrival of a request to its first token
 * @param betweenTokens the time from one token to the next
 */
public record Pace(Duration firstToken, Duration betweenTokens) {

    public Pace {
        if (firstToken.isNegative() || betweenTokens.isNegative()) {
            throw new IllegalArgumentException(
                    "the times of a pace must not be negative: got " + firstToken + " and " + betweenTokens);
        }
    }
}
