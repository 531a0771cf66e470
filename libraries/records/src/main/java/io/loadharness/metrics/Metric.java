// SPDX-License-Identifier: Apache-2.0
package io.loadharness.metrics;

import io.loadharness.inference.Timeline;
import io.loadharness.inference.Usage;
import io.loadharness.record.SampleRecord;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.ToLongFunction;

/**
 * What is measured of each request that was answered. Formulas are of the times of a {@link Timeline}; {@code n} is the number of
 * tokens of the answer.
 */
@SuppressWarnings("ImmutableEnumChecker") // its functions have no state, its lists are copies
public enum Metric {
    /** Until the answer began. */
    TTFB(
            "Time to first byte",
            Unit.NANOSECONDS,
            "first_byte - sent",
            s -> between(s.times().sent(), s.times().firstByte())),
    /** Until the first token came, as the server is responsible for it. */
    TTFT(
            "Time to first token, from the send",
            Unit.NANOSECONDS,
            "first_token - sent",
            s -> between(s.times().sent(), s.times().firstToken()),
            "inference-perf time_to_first_token",
            "vllm ttft",
            "guidellm time_to_first_token_ms",
            "aiperf time_to_first_token"),
    /** Until the first token came that is not reasoning. */
    TTFT_ANSWER(
            "Time to first answer token, from the send",
            Unit.NANOSECONDS,
            "first_answer - sent",
            s -> between(s.times().sent(), s.times().firstAnswer()),
            "aiperf time_to_first_output_token"),
    /** Until the load generator was told of the first token, from when the request was due: LoadGen's own. */
    TTFT_SCHEDULED(
            "Time to first token, from due time",
            Unit.NANOSECONDS,
            "first_told - scheduled",
            s -> between(s.times().scheduled(), s.times().firstTold()),
            "LoadGen result_first_token_*_latency_ns"),
    /** The time for each token after the first. */
    TPOT(
            "Time per output token",
            Unit.NANOSECONDS,
            "(done - first_token) / (n - 1)",
            s -> perToken(s.times().firstToken(), s.times().done(), s.tokens() - 1),
            "inference-perf time_per_output_token",
            "vllm tpot",
            "guidellm inter_token_latency_ms",
            "aiperf inter_token_latency"),
    /** The same as LoadGen sees it. */
    TPOT_SCHEDULED(
            "Time per output token, as told",
            Unit.NANOSECONDS,
            "(told - first_told) / (n - 1)",
            s -> perToken(s.times().firstTold(), s.times().told(), s.tokens() - 1),
            "LoadGen result_time_per_output_token_*"),
    /** From one piece with tokens to the next, of all answers together. */
    ITL(
            "Inter-token latency",
            Unit.NANOSECONDS,
            "the gaps between pieces with tokens, of all requests; exact to the microsecond",
            s -> Metric.NONE,
            "inference-perf inter_token_latency",
            "vllm itl",
            "aiperf inter_chunk_latency"),
    /** The latency for each token, the first included. */
    NTPOT(
            "Normalized time per output token",
            Unit.NANOSECONDS,
            "(done - sent) / n",
            s -> perToken(s.times().sent(), s.times().done(), s.tokens()),
            "inference-perf normalized_time_per_output_token",
            "guidellm time_per_output_token_ms"),
    /** Until the answer was complete, as the server is responsible for it. */
    LATENCY(
            "Latency, from the send",
            Unit.NANOSECONDS,
            "done - sent",
            s -> between(s.times().sent(), s.times().done()),
            "inference-perf request_latency",
            "vllm e2el",
            "guidellm request_latency",
            "aiperf request_latency"),
    /** Until the load generator was told of the end, from when the request was due: LoadGen's own. */
    LATENCY_SCHEDULED(
            "Latency, from due time",
            Unit.NANOSECONDS,
            "told - scheduled",
            s -> between(s.times().scheduled(), s.times().told()),
            "LoadGen result_*_latency_ns"),
    /** How late the request was sent. */
    SCHEDULE_LAG(
            "Sent late by",
            Unit.NANOSECONDS,
            "sent - scheduled",
            s -> between(s.times().scheduled(), s.times().sent()),
            "inference-perf schedule_delay"),
    /** The part of the lag before the system under test got it. */
    ISSUE_LAG(
            "Issued late by",
            Unit.NANOSECONDS,
            "issued - scheduled",
            s -> between(s.times().scheduled(), s.times().issued())),
    /** In the client, for a free place and for the client itself. */
    QUEUE(
            "Waited in the client",
            Unit.NANOSECONDS,
            "taken - issued",
            s -> between(s.times().issued(), s.times().taken())),
    /** For a connection, and until the last byte was handed to the network. */
    CONNECT(
            "Waited for a connection, and was sent",
            Unit.NANOSECONDS,
            "sent - taken",
            s -> between(s.times().taken(), s.times().sent())),
    /** From the first byte of the answer to its end. */
    RECEIVE(
            "Received for",
            Unit.NANOSECONDS,
            "done - first_byte",
            s -> between(s.times().firstByte(), s.times().done())),
    /** From the last byte that was read until the load generator was told: decoding, checking, counting. */
    COMPLETE(
            "Decoded and told within",
            Unit.NANOSECONDS,
            "told - done",
            s -> between(s.times().done(), s.times().told())),
    /** Tokens of the prompt. */
    INPUT_TOKENS(
            "Tokens of the prompt",
            Unit.TOKENS,
            "as the server says, or as they were sent",
            s -> s.usage().prompt() == Usage.UNKNOWN ? Metric.NONE : s.usage().prompt(),
            "inference-perf prompt_tokens",
            "guidellm prompt_token_count"),
    /** Tokens of the answer. */
    OUTPUT_TOKENS(
            "Tokens of the answer",
            Unit.TOKENS,
            "n",
            s -> s.tokens() == 0 ? Metric.NONE : s.tokens(),
            "inference-perf output_tokens",
            "guidellm output_token_count",
            "vllm output_lens");

    /** What a metric is counted in. */
    public enum Unit {
        /** A billionth of a second. */
        NANOSECONDS("ns"),
        /** Tokens of the model. */
        TOKENS("tokens");

        private final String symbol;

        Unit(String symbol) {
            this.symbol = symbol;
        }

        /** As tables spell it. */
        public String symbol() {
            return symbol;
        }
    }

    /** A request of which a metric is not known, as of the first token of an answer that was not streamed. */
    public static final long NONE = Long.MIN_VALUE;

    private final String title;
    private final Unit unit;
    private final String formula;
    private final ToLongFunction<SampleRecord> value;
    private final List<String> aliases;

    Metric(String title, Unit unit, String formula, ToLongFunction<SampleRecord> value, String... aliases) {
        this.title = title;
        this.unit = unit;
        this.formula = formula;
        this.value = Objects.requireNonNull(value);
        this.aliases = List.of(aliases);
    }

    /** As files and options spell it. */
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** For people. */
    public String title() {
        return title;
    }

    /** What it is counted in. */
    public Unit unit() {
        return unit;
    }

    /** How it is computed. */
    public String formula() {
        return formula;
    }

    /** What other tools call the same: the tool, and its name. */
    public List<String> aliases() {
        return aliases;
    }

    /** The value of a sample; {@link #NONE} if it has none. */
    public long of(SampleRecord sample) {
        return value.applyAsLong(sample);
    }

    static long between(long from, long to) {
        return from == Timeline.UNKNOWN || to == Timeline.UNKNOWN ? NONE : to - from;
    }

    static long perToken(long from, long to, int tokens) {
        long whole = between(from, to);
        return whole == NONE || tokens < 1 ? NONE : whole / tokens;
    }
}
