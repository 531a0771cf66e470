// SPDX-License-Identifier: Apache-2.0
package io.loadharness.inference;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * How a model shall answer. What is empty is not sent, so the server's default holds.
 *
 * @param maxTokens the most tokens of an answer
 * @param minTokens the fewest tokens of an answer
 * @param temperature 0 for greedy decoding
 * @param topP the share of probability that tokens are drawn from
 * @param topK how many of the likeliest tokens are drawn from
 * @param seed makes sampling repeatable
 * @param stop texts that end an answer
 * @param ignoreEos whether an answer goes on after the end-of-text token
 * @param extra further fields of the request, sent as given: strings, numbers, booleans, null, lists and maps of these
 */
public record GenerationParameters(
        OptionalInt maxTokens,
        OptionalInt minTokens,
        OptionalDouble temperature,
        OptionalDouble topP,
        OptionalInt topK,
        OptionalLong seed,
        List<String> stop,
        boolean ignoreEos,
        Map<String, @Nullable Object> extra) {

    /** Nothing but the server's defaults. */
    public static final GenerationParameters DEFAULTS = builder().build();

    public GenerationParameters {
        Objects.requireNonNull(maxTokens, "maxTokens");
        Objects.requireNonNull(minTokens, "minTokens");
        Objects.requireNonNull(temperature, "temperature");
        Objects.requireNonNull(topP, "topP");
        Objects.requireNonNull(topK, "topK");
        Objects.requireNonNull(seed, "seed");
        stop = List.copyOf(stop);
        extra = Collections.unmodifiableMap(new LinkedHashMap<>(extra));
    }

    /** Parameters with nothing set. */
    public static Builder builder() {
        return new Builder();
    }

    /** The same with another limit to the tokens of an answer. */
    public GenerationParameters withMaxTokens(int value) {
        int most = Builder.atLeast(1, "maxTokens", value);
        return new GenerationParameters(
                OptionalInt.of(most), minTokens, temperature, topP, topK, seed, stop, ignoreEos, extra);
    }

    /** Collects parameters. For one thread; each method that sets a parameter returns this builder. */
    public static final class Builder {

        private OptionalInt maxTokens = OptionalInt.empty();
        private OptionalInt minTokens = OptionalInt.empty();
        private OptionalDouble temperature = OptionalDouble.empty();
        private OptionalDouble topP = OptionalDouble.empty();
        private OptionalInt topK = OptionalInt.empty();
        private OptionalLong seed = OptionalLong.empty();
        private List<String> stop = List.of();
        private boolean ignoreEos;
        private final Map<String, @Nullable Object> extra = new LinkedHashMap<>();

        private Builder() {}

        /** The most tokens of an answer. */
        public Builder maxTokens(int value) {
            maxTokens = OptionalInt.of(atLeast(1, "maxTokens", value));
            return this;
        }

        /** The fewest tokens of an answer. */
        public Builder minTokens(int value) {
            minTokens = OptionalInt.of(atLeast(0, "minTokens", value));
            return this;
        }

        /** 0 for greedy decoding. */
        public Builder temperature(double value) {
            if (!(value >= 0 && value < Double.POSITIVE_INFINITY)) {
                throw new IllegalArgumentException("temperature must be a number and not negative: " + value);
            }
            temperature = OptionalDouble.of(value);
            return this;
        }

        /** The share of probability that tokens are drawn from. */
        public Builder topP(double value) {
            if (!(value > 0 && value <= 1)) {
                throw new IllegalArgumentException("topP must be more than 0 and at most 1: " + value);
            }
            topP = OptionalDouble.of(value);
            return this;
        }

        /** How many of the likeliest tokens are drawn from; -1 for all, where the server knows it. */
        public Builder topK(int value) {
            topK = OptionalInt.of(atLeast(-1, "topK", value));
            return this;
        }

        /** Makes sampling repeatable. */
        public Builder seed(long value) {
            seed = OptionalLong.of(value);
            return this;
        }

        /** Texts that end an answer. */
        public Builder stop(String... values) {
            stop = List.of(values);
            return this;
        }

        /** Whether an answer goes on after the end-of-text token. */
        public Builder ignoreEos(boolean value) {
            ignoreEos = value;
            return this;
        }

        /** A further field of the request: a string, a number, a boolean, null, or a list or map of these. */
        public Builder extra(String field, @Nullable Object value) {
            extra.put(Objects.requireNonNull(field, "field"), value);
            return this;
        }

        /** The parameters. */
        public GenerationParameters build() {
            if (minTokens.orElse(0) > maxTokens.orElse(Integer.MAX_VALUE)) {
                throw new IllegalArgumentException(
                        "minTokens " + minTokens.getAsInt() + " is more than maxTokens " + maxTokens.getAsInt());
            }
            return new GenerationParameters(
                    maxTokens, minTokens, temperature, topP, topK, seed, stop, ignoreEos, extra);
        }

        private static int atLeast(int least, String name, int value) {
            if (value < least) {
                throw new IllegalArgumentException(name + " must be at least " + least + ": " + value);
            }
            return value;
        }
    }
}
