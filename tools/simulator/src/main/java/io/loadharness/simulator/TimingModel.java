// SPDX-License-Identifier: Apache-2.0
package io.loadharness.simulator;

import java.time.Duration;

/**
 * The timing of the simulated engine. The engine works in steps. The duration of a step has two parts. Each request that joins the batch in
 * this step adds {@code prefillBase + prefillPerToken * promptTokens}. If n requests were already in the batch, and n is at least 1, they
 * add {@code decodeBase + decodePerSequence * n}. At the end of the step, each request in the batch has one more token. Requests join in
 * the order of arrival until the batch has {@code maxBatch} requests.
 *
 * @param prefillBase the time for each prompt, independent of its length
 * @param prefillPerToken the time for each token of a prompt
 * @param decodeBase the time for each step with decoding
 * @param decodePerSequence the time for each request that decodes in a step
 * @param maxBatch the maximum number of requests in the batch; further requests wait
 */
public record TimingModel(
        Duration prefillBase, Duration prefillPerToken, Duration decodeBase, Duration decodePerSequence, int maxBatch) {

    /** A timing in which generation takes no time, for measuring the maximum speed of a client. */
    public static final TimingModel FREE =
            new TimingModel(Duration.ZERO, Duration.ZERO, Duration.ZERO, Duration.ZERO, Integer.MAX_VALUE);

    public TimingModel {
        requireNotNegative("prefillBase", prefillBase);
        requireNotNegative("prefillPerToken", prefillPerToken);
        requireNotNegative("decodeBase", decodeBase);
        requireNotNegative("decodePerSequence", decodePerSequence);
        if (maxBatch < 1) {
            throw new IllegalArgumentException("maxBatch must be at least 1: got " + maxBatch);
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
            throw new IllegalArgumentException(name + " must not be negative: got " + value);
        }
    }
}
