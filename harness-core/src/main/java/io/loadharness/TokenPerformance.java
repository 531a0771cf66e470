// SPDX-License-Identifier: Apache-2.0
package io.loadharness;

import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The token rates and latencies of a run with {@code use_token_latencies}. In Offline, only the rate is measured.
 *
 * @param tokensPerSecond the number of tokens of all responses, including the first tokens, divided by the duration of the run
 * @param tokensPerSecondWithLoadGenOverhead the number of tokens divided by the time until the last query was issued; only in SingleStream
 * @param tokensPerSecondWithoutLoadGenOverhead the number of tokens divided by the time in which samples were in flight; only in
 *     SingleStream
 * @param firstToken the time to first token
 * @param timePerOutputToken the time per output token of each sample: {@code (latency - time to first token) / (tokens - 1)}
 * @param firstTokenEarlyStopping the result of early stopping for the percentiles of {@code firstToken}; LoadGen omits this result if the
 *     percentiles of {@code timePerOutputToken} do not pass early stopping
 * @param timePerOutputTokenEarlyStopping the result of early stopping for the percentiles of {@code timePerOutputToken}
 */
public record TokenPerformance(
        double tokensPerSecond,
        OptionalDouble tokensPerSecondWithLoadGenOverhead,
        OptionalDouble tokensPerSecondWithoutLoadGenOverhead,
        Optional<LatencyStatistics> firstToken,
        Optional<LatencyStatistics> timePerOutputToken,
        Optional<EarlyStopping> firstTokenEarlyStopping,
        Optional<EarlyStopping> timePerOutputTokenEarlyStopping) {

    public TokenPerformance {
        Objects.requireNonNull(tokensPerSecondWithLoadGenOverhead, "tokensPerSecondWithLoadGenOverhead");
        Objects.requireNonNull(tokensPerSecondWithoutLoadGenOverhead, "tokensPerSecondWithoutLoadGenOverhead");
        Objects.requireNonNull(firstToken, "firstToken");
        Objects.requireNonNull(timePerOutputToken, "timePerOutputToken");
        Objects.requireNonNull(firstTokenEarlyStopping, "firstTokenEarlyStopping");
        Objects.requireNonNull(timePerOutputTokenEarlyStopping, "timePerOutputTokenEarlyStopping");
    }
}
