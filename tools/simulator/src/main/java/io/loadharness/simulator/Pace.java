// SPDX-License-Identifier: Apache-2.0
package io.loadharness.simulator;

import java.time.Duration;

/**
 * An engine without a batch: each request has its first token after one time and each further token after another, whatever the
 * load.
 *
 * @param firstToken from the arrival to the first token
 * @param betweenTokens from a token to the next
 */
public record Pace(Duration firstToken, Duration betweenTokens) {

    public Pace {
        if (firstToken.isNegative() || betweenTokens.isNegative()) {
            throw new IllegalArgumentException("A pace is negative: " + firstToken + ", " + betweenTokens);
        }
    }
}
