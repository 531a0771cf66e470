// SPDX-License-Identifier: Apache-2.0
package io.loadharness;

import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What a run with {@code use_token_latencies} measured of tokens. Offline measures their rate only.
 *
 * @param tokensPerSecond tokens of all answers, the first ones included, over the length of the run
 * @param tokensPerSecondWithLoadGenOverhead the same until the last query was issued; SingleStream
 * @param tokensPerSecondWithoutLoadGenOverhead the same over the time in which samples were being answered; SingleStream
 * @param firstToken time to first token
 * @param timePerOutputToken {@code (latency - time to first token) / (tokens - 1)} of each sample
 * @param firstTokenEarlyStopping how sure the percentiles of {@code firstToken} are; LoadGen leaves it out if those of
 *     {@code timePerOutputToken} are not
 * @param timePerOutputTokenEarlyStopping how sure the percentiles of {@code timePerOutputToken} are
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
