// SPDX-License-Identifier: Apache-2.0
package io.loadharness.simulator;

import java.time.Duration;

/**
 * What time the simulated engine takes. It works in steps. A step takes {@code prefillBase + prefillPerToken * promptTokens} for
 * each request that joins with it, and {@code decodeBase + decodePerSequence * n} if n > 0 requests decode; at its end each of
 * them has one token more. Requests join in the order of their arrival, as long as the batch has room.
 *
 * @param prefillBase for each prompt, however long
 * @param prefillPerToken for each token of a prompt
 * @param decodeBase for each step in which anything decodes
 * @param decodePerSequence for each request that decodes in a step
 * @param maxBatch how many requests the engine works on at a time; the others wait
 */
public record TimingModel(
        Duration prefillBase, Duration prefillPerToken, Duration decodeBase, Duration decodePerSequence, int maxBatch) {

    /** Nothing takes time: for finding out how fast a client is. */
    public static final TimingModel FREE =
            new TimingModel(Duration.ZERO, Duration.ZERO, Duration.ZERO, Duration.ZERO, Integer.MAX_VALUE);

    public TimingModel {
        requireNotNegative("prefillBase", prefillBase);
        requireNotNegative("prefillPerToken", prefillPerToken);
        requireNotNegative("decodeBase", decodeBase);
        requireNotNegative("decodePerSequence", decodePerSequence);
        if (maxBatch < 1) {
            throw new IllegalArgumentException("maxBatch must be at least 1: " + maxBatch);
        }
    }

    long prefillNanos(int promptTokens) {
        return prefillBase.toNanos() + prefillPerToken.toNanos() * promptTokens;
    }

    long decodeNanos(int sequences) {
        return sequences == 0 ? 0 : decodeBase.toNanos() + decodePerSequence.toNanos() * sequences;
    }

    boolean isFree() {
        return prefillBase.isZero() && prefillPerToken.isZero() && decodeBase.isZero() && decodePerSequence.isZero();
    }

    private static void requireNotNegative(String name, Duration value) {
        if (value.isNegative()) {
            throw new IllegalArgumentException(name + " is negative: " + value);
        }
    }
}
