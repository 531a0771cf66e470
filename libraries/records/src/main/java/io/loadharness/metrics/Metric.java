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
 * Metrics of each completed request. Formulas use the times of a {@link Timeline}; {@code n} is the number of tokens of the completion.
 */
@SuppressWarnings("ImmutableEnumChecker") // the functions are stateless, and the lists are copied
public enum Metric {
    /** Time from the send to the first byte of the response. */
    TTFB(
            "Time to first byte",
            Unit.NANOSECONDS,
            "first_byte - sent",
            s -> between(s.times().sent(), s.times().firstByte())),
    /** Time from the send to the first token. The server is responsible for this time. */
    TTFT(
            "Time to first token (TTFT)",
            Unit.NANOSECONDS,
            "first_token - sent",
            s -> between(s.times().sent(), s.times().firstToken()),
            "inference-perf time_to_first_token",
            "vllm ttft",
            "guidellm time_to_first_token_ms",
            "aiperf time_to_first_token"),
    /** Time from the send to the first token that is not a reasoning token. */
    TTFT_CONTENT(
            "Time to first content token",
            Unit.NANOSECONDS,
            "first_content - sent",
            s -> between(s.times().sent(), s.times().firstContent()),
            "aiperf time_to_first_output_token"),
    /**
     * Time from the scheduled start until the first token was reported to the load generator. This is the time to first token as LoadGen
     * defines it.
     */
    TTFT_SCHEDULED(
            "TTFT (scheduled)",
            Unit.NANOSECONDS,
            "first_reported - scheduled",
            s -> between(s.times().scheduled(), s.times().firstReported()),
            "LoadGen result_first_token_*_latency_ns"),
    /** Mean time per output token after the first token. */
    TPOT(
            "Time per output token (TPOT)",
            Unit.NANOSECONDS,
            "(done - first_token) / (n - 1)",
            s -> perToken(s.times().firstToken(), s.times().done(), s.tokens() - 1),
            "inference-perf time_per_output_token",
            "vllm tpot",
            "guidellm inter_token_latency_ms",
            "aiperf inter_token_latency"),
    /**
     * Mean time per output token after the first token. The time starts when the first token is reported to the load generator, and ends
     * when the end of the response is reported. This is the time per output token as LoadGen defines it.
     */
    TPOT_SCHEDULED(
            "TPOT (reported)",
            Unit.NANOSECONDS,
            "(reported - first_reported) / (n - 1)",
            s -> perToken(s.times().firstReported(), s.times().reported(), s.tokens() - 1),
            "LoadGen result_time_per_output_token_*"),
    /** Time between two consecutive chunks with tokens of a response. The distribution contains the gaps of all responses. */
    ITL(
            "Inter-token latency (ITL)",
            Unit.NANOSECONDS,
            "gaps between chunks with tokens, of all requests; exact to the microsecond",
            s -> Metric.NONE,
            "inference-perf inter_token_latency",
            "vllm itl",
            "aiperf inter_chunk_latency"),
    /** Latency divided by the number of output tokens. */
    NTPOT(
            "Normalized time per output token",
            Unit.NANOSECONDS,
            "(done - sent) / n",
            s -> perToken(s.times().sent(), s.times().done(), s.tokens()),
            "inference-perf normalized_time_per_output_token",
            "guidellm time_per_output_token_ms"),
    /** Time from the send to the end of the response. The server is responsible for this time. */
    LATENCY(
            "End-to-end latency (E2EL)",
            Unit.NANOSECONDS,
            "done - sent",
            s -> between(s.times().sent(), s.times().done()),
            "inference-perf request_latency",
            "vllm e2el",
            "guidellm request_latency",
            "aiperf request_latency"),
    /**
     * Time from the scheduled start until the end of the response was reported to the load generator. This is the latency as LoadGen
     * defines it.
     */
    LATENCY_SCHEDULED(
            "E2EL (scheduled)",
            Unit.NANOSECONDS,
            "reported - scheduled",
            s -> between(s.times().scheduled(), s.times().reported()),
            "LoadGen result_*_latency_ns"),
    /** Time from the scheduled start to the send. It includes the issue delay, the send delay and all other waits in the client. */
    SCHEDULE_DELAY(
            "Schedule delay",
            Unit.NANOSECONDS,
            "sent - scheduled",
            s -> between(s.times().scheduled(), s.times().sent()),
            "inference-perf schedule_delay"),
    /** Time from the scheduled start to the issue. The load generator causes this part of the schedule delay. */
    ISSUE_DELAY(
            "Issue delay",
            Unit.NANOSECONDS,
            "issued - scheduled",
            s -> between(s.times().scheduled(), s.times().issued())),
    /**
     * Time from the issue until the transport takes the request from the queue of the client. The request waits for a free slot of the
     * concurrency limit, or because the client is busy.
     */
    CLIENT_QUEUE(
            "Client queue time",
            Unit.NANOSECONDS,
            "dequeued - issued",
            s -> between(s.times().issued(), s.times().dequeued())),
    /**
     * Time from the end of the client queue to the send. In this time, the transport gets a connection and hands the request to the
     * network.
     */
    CONNECT(
            "Connect and send time",
            Unit.NANOSECONDS,
            "sent - dequeued",
            s -> between(s.times().dequeued(), s.times().sent())),
    /** Time from the first byte of the response to its end. */
    RECEIVE(
            "Receive time",
            Unit.NANOSECONDS,
            "done - first_byte",
            s -> between(s.times().firstByte(), s.times().done())),
    /**
     * Time from the end of the response until this end was reported to the load generator. The report delay includes the time to decode and
     * check the response and to count its tokens.
     */
    REPORT_DELAY(
            "Report delay",
            Unit.NANOSECONDS,
            "reported - done",
            s -> between(s.times().done(), s.times().reported())),
    /** Part of the time to first token that the round trip to a worker takes. Unknown if this process sent the request itself. */
    COORDINATION_TTFT(
            "Coordination (first token)",
            Unit.NANOSECONDS,
            "(first_token - sent) - worker_first_token",
            s -> without(
                    between(s.times().sent(), s.times().firstToken()), s.times().workerFirstToken())),
    /** Part of the latency that the round trip to a worker takes. */
    COORDINATION(
            "Coordination",
            Unit.NANOSECONDS,
            "(done - sent) - worker_done",
            s -> without(between(s.times().sent(), s.times().done()), s.times().workerDone())),
    /** Number of tokens of the prompt. */
    INPUT_TOKENS(
            "Input tokens",
            Unit.TOKENS,
            "as reported by the server, else as sent",
            s -> s.usage().prompt() == Usage.UNKNOWN ? Metric.NONE : s.usage().prompt(),
            "inference-perf prompt_tokens",
            "guidellm prompt_token_count"),
    /** Number of tokens of the completion. */
    OUTPUT_TOKENS(
            "Output tokens",
            Unit.TOKENS,
            "n",
            s -> s.tokens() == 0 ? Metric.NONE : s.tokens(),
            "inference-perf output_tokens",
            "guidellm output_token_count",
            "vllm output_lens");

    /** Units of metrics. */
    public enum Unit {
        /** Nanoseconds. */
        NANOSECONDS("ns"),
        /** Tokens of the model. */
        TOKENS("tokens");

        private final String symbol;

        Unit(String symbol) {
            this.symbol = symbol;
        }

        /** Returns the symbol that tables show. */
        public String symbol() {
            return symbol;
        }
    }

    /** The value of an unknown metric, such as the time to first token of a response that was not streamed. */
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

    /** Returns the name in files and options. */
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the title in reports. */
    public String title() {
        return title;
    }

    /** Returns the unit. */
    public Unit unit() {
        return unit;
    }

    /** Returns the formula. */
    public String formula() {
        return formula;
    }

    /** Returns the names of this metric in other tools. Each name starts with the name of the tool. */
    public List<String> aliases() {
        return aliases;
    }

    /** Returns the value of a sample; {@link #NONE} if unknown. */
    public long of(SampleRecord sample) {
        return value.applyAsLong(sample);
    }

    static long between(long from, long to) {
        return from == Timeline.UNKNOWN || to == Timeline.UNKNOWN ? NONE : to - from;
    }

    private static long without(long whole, long part) {
        return whole == NONE || part == Timeline.UNKNOWN ? NONE : whole - part;
    }

    static long perToken(long from, long to, int tokens) {
        long whole = between(from, to);
        return whole == NONE || tokens < 1 ? NONE : whole / tokens;
    }
}
