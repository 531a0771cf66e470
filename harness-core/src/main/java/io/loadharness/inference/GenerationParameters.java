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
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Generation parameters of a request. A parameter that is not set is not sent, and the default of the server applies.
 *
 * <pre>{@code
 * GenerationParameters parameters =
 *         GenerationParameters.builder().maxTokens(128).temperature(0).ignoreEos(true).build();
 * }</pre>
 *
 * @param maxTokens the maximum number of tokens of the completion
 * @param minTokens the minimum number of tokens of the completion
 * @param temperature the sampling temperature; 0 for greedy decoding
 * @param topP the threshold of nucleus sampling: the server samples only from the most likely tokens whose probabilities add up to this
 *     value
 * @param topK the number of most likely tokens to sample from
 * @param seed the seed for reproducible sampling
 * @param stop the strings that end the completion
 * @param ignoreEos true if the completion continues after the end-of-sequence token
 * @param extra additional fields of the request, sent unchanged; values are strings, numbers, booleans, null, and lists and maps of such
 *     values
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

    /** Parameters without any value. The defaults of the server apply. */
    public static final GenerationParameters DEFAULTS = builder().build();

    /** Fields of vLLM, SGLang, TensorRT-LLM and llama.cpp that end a completion: conditions to stop, grammars, and limits. */
    private static final Pattern ENDING_FIELDS = Pattern.compile(
            "stop|end_id|guided_|structur|response_format|json_schema|regex|ebnf|grammar|t_max_predict_ms|n_indent");

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

    /** Returns a builder in which no parameter is set. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns a copy of the parameters with another maximum number of tokens. */
    public GenerationParameters withMaxTokens(int value) {
        int max = Builder.requireAtLeast(1, "maxTokens", value);
        return new GenerationParameters(
                OptionalInt.of(max), minTokens, temperature, topP, topK, seed, stop, ignoreEos, extra);
    }

    /**
     * Returns the number of tokens that a completion must have at least: {@code maxTokens} with {@code ignoreEos}, otherwise
     * {@code minTokens}. It is 0 if the request has stop strings or, among its additional fields, another condition to stop or a grammar,
     * because these may end a completion earlier.
     */
    int demandedTokens() {
        int max = maxTokens.orElse(Integer.MAX_VALUE); // a request of a data set may have a maximum below the minimum
        int demanded = ignoreEos && maxTokens.isPresent() ? max : Math.min(minTokens.orElse(0), max);
        return demanded > 0 && mayEndEarlier() ? 0 : demanded;
    }

    private boolean mayEndEarlier() {
        return !stop.isEmpty()
                || extra.keySet().stream()
                        .anyMatch(each -> ENDING_FIELDS.matcher(each).lookingAt());
    }

    /** Builds {@link GenerationParameters}. Not thread-safe. Each method that sets a parameter returns this builder. */
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

        /** Sets the maximum number of tokens of the completion. */
        public Builder maxTokens(int value) {
            maxTokens = OptionalInt.of(requireAtLeast(1, "maxTokens", value));
            return this;
        }

        /** Sets the minimum number of tokens of the completion. */
        public Builder minTokens(int value) {
            minTokens = OptionalInt.of(requireAtLeast(0, "minTokens", value));
            return this;
        }

        /** Sets the sampling temperature; 0 for greedy decoding. */
        public Builder temperature(double value) {
            if (!(value >= 0 && value < Double.POSITIVE_INFINITY)) {
                throw new IllegalArgumentException("temperature must be finite and not negative: got " + value);
            }
            temperature = OptionalDouble.of(value);
            return this;
        }

        /**
         * Sets the threshold of nucleus sampling: the server samples only from the most likely tokens whose probabilities add up to this
         * value.
         */
        public Builder topP(double value) {
            if (!(value > 0 && value <= 1)) {
                throw new IllegalArgumentException("topP must be greater than 0 and at most 1: got " + value);
            }
            topP = OptionalDouble.of(value);
            return this;
        }

        /** Sets the number of most likely tokens to sample from; -1 for all tokens, if the server supports -1. */
        public Builder topK(int value) {
            topK = OptionalInt.of(requireAtLeast(-1, "topK", value));
            return this;
        }

        /** Sets the seed for reproducible sampling. */
        public Builder seed(long value) {
            seed = OptionalLong.of(value);
            return this;
        }

        /** Sets the strings that end the completion. */
        public Builder stop(String... values) {
            stop = List.of(values);
            return this;
        }

        /** Sets whether the completion continues after the end-of-sequence token. */
        public Builder ignoreEos(boolean value) {
            ignoreEos = value;
            return this;
        }

        /** Adds a field to the request. The value is a string, a number, a boolean, null, or a list or map of such values. */
        public Builder extra(String field, @Nullable Object value) {
            extra.put(Objects.requireNonNull(field, "field"), value);
            return this;
        }

        /** Returns the parameters. */
        public GenerationParameters build() {
            if (minTokens.orElse(0) > maxTokens.orElse(Integer.MAX_VALUE)) {
                throw new IllegalArgumentException("minTokens must not exceed maxTokens: got " + minTokens.getAsInt()
                        + " and " + maxTokens.getAsInt());
            }
            return new GenerationParameters(
                    maxTokens, minTokens, temperature, topP, topK, seed, stop, ignoreEos, extra);
        }

        private static int requireAtLeast(int min, String name, int value) {
            if (value < min) {
                throw new IllegalArgumentException(name + " must be at least " + min + ": got " + value);
            }
            return value;
        }
    }
}
