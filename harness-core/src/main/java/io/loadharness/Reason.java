// SPDX-License-Identifier: Apache-2.0
package io.loadharness;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/**
 * A reason why a run is not {@link Verdict#VALID}. Immutable. Programs use {@link #code} and {@link #values}; the text is for humans and
 * may change.
 *
 * <pre>{@code
 * for (Reason reason : result.reasons()) {
 *     if (reason.code() == Reason.Code.SAMPLES_FAILED) {
 *         System.err.println(reason.values().get("failed") + " samples failed");
 *     }
 * }
 * }</pre>
 *
 * @param code the kind of reason
 * @param text one sentence for humans
 * @param values the numbers in the text by name, such as {@code limit_ms}, in the order of the text; empty if the text has no numbers
 */
public record Reason(Code code, String text, Map<String, Number> values) {

    /** The kinds of reasons. A name in code font is a key of {@link Reason#values()}. */
    public enum Code {
        /** Samples failed: {@code failed} of {@code issued}. */
        SAMPLES_FAILED,
        /** Samples had an empty response in an accuracy run: {@code samples} of {@code issued}. */
        EMPTY_RESPONSES,
        /** Samples were completed without a first token in a run with token latencies: {@code samples} of {@code issued}. */
        NO_FIRST_TOKEN,
        /** Samples were completed with fewer than two tokens in a run with token latencies: {@code samples} of {@code issued}. */
        TOO_FEW_TOKENS,
        /** Responses had contradictory token counts: {@code samples} of {@code completed}. */
        CONTRADICTORY_COUNTS,
        /** Servers sent unexpected bytes after their responses, on {@code connections}. */
        UNEXPECTED_BYTES,

        /** Client-limited: the issue delay was too long ({@code delay_ms}). */
        ISSUED_LATE,
        /** Client-limited: the send delay was too long ({@code delay_ms}). */
        SENT_LATE,
        /** Client-limited: the read delay was too long ({@code delay_ms}). */
        READ_LATE,
        /** Client-limited: the whole client paused for {@code delay_ms}. */
        CLIENT_PAUSED,
        /** Client-limited: a thread that reads responses was busy for a {@code share} of the time. */
        READER_BUSY,
        /** Client-limited: the client used a {@code share} of the CPUs. */
        CPUS_BUSY,
        /** Client-limited: garbage collection took a {@code share} of the time. */
        GARBAGE_COLLECTION,
        /** Client-limited: the round trip to a worker delayed requests by {@code delay_ms}. */
        SLOW_LINK,

        /** A latency exceeds its bound. */
        LATENCY_BOUND,
        /** The run was shorter than its minimum duration. */
        MIN_DURATION,
        /** The run had fewer queries or samples than required. */
        MIN_QUERY_COUNT,
        /** The run had too few queries for early stopping. */
        EARLY_STOPPING,
        /** LoadGen reported an error. */
        LOADGEN_ERROR,
        /** LoadGen declared the run invalid and gave advice. */
        LOADGEN_ADVICE,
        /** LoadGen declared the run invalid without a reason. */
        LOADGEN_INVALID,

        /** A metric did not meet a requirement of the user. */
        REQUIREMENT_MISSED,
        /** A score of an accuracy run, {@code actual}, is below its bound, {@code min}. */
        ACCURACY_BELOW_BOUND,
        /** The accuracy of an accuracy run is not known, because its log or the targets are damaged or not complete. */
        ACCURACY_UNKNOWN,
        /** The run started {@code delay_ms} after the common start time of several processes. */
        STARTED_LATE,
        /** Slices of a schedule failed or are missing, or their records are not complete. */
        SLICES_INCOMPLETE,
        /** Samples have no record, and the metrics do not include them: {@code samples} of {@code ended}. */
        RECORDS_MISSING,
        /** The servers ran under a profiler. */
        PROFILED,
        /** A server failed during the run. */
        SERVER_LOST,
        /** A worker on another machine was lost during the run. */
        WORKER_LOST,
        /**
         * An engine or another backend can no longer process requests, for example because the process of the engine ended. For servers,
         * the code is {@link #SERVER_LOST}.
         */
        ENGINE_LOST,
        /** A wall clock stepped by {@code step_ms} during the run. */
        CLOCK_STEPPED,

        /** The run was aborted. */
        ABORTED,
        /** The run made no progress for longer than its stall limit. */
        STALLED,
        /** A method of the system under test, of the library or of the client threw an exception. */
        CALLBACK_FAILED,
        /** LoadGen failed. */
        LOADGEN_FAILED,
        /** The log files of the run cannot be used. */
        LOGS_UNUSABLE,
        /** The request records or the report of the run cannot be written or read. */
        RECORDS_UNUSABLE,
        /** The process exited before the run was complete. */
        PROCESS_ENDED,
        /** The load generator itself failed. */
        GENERATOR_FAILED,
        /** Any other reason. */
        OTHER;

        /** Returns true if a run with this reason is client-limited: the load generator, not the server, was the bottleneck. */
        public boolean isClientLimited() {
            return switch (this) {
                case ISSUED_LATE,
                        SENT_LATE,
                        READ_LATE,
                        CLIENT_PAUSED,
                        READER_BUSY,
                        CPUS_BUSY,
                        GARBAGE_COLLECTION,
                        SLOW_LINK -> true;
                default -> false;
            };
        }
    }

    public Reason {
        Objects.requireNonNull(code, "code");
        Objects.requireNonNull(text, "text");
        values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
    }

    /** Creates a reason without numbers. */
    public Reason(Code code, String text) {
        this(code, text, Map.of());
    }

    /**
     * Creates the reason for unexpected bytes from servers.
     *
     * @param place the start of the text, for example {@code "worker-1: "}; empty for this process
     * @param connections the number of connections with such bytes
     */
    public static Reason unexpectedBytes(String place, long connections) {
        return new Reason(
                        Code.UNEXPECTED_BYTES,
                        place + "servers sent unexpected bytes after their responses on " + connections
                                + (connections == 1 ? " connection" : " connections"))
                .with("connections", connections);
    }

    /** Returns a copy of the reason with an additional number. */
    public Reason with(String name, Number value) {
        Map<String, Number> more = new LinkedHashMap<>(values);
        more.put(name, value);
        return new Reason(code, text, more);
    }

    /** Returns the text. */
    @Override
    public String toString() {
        return text;
    }
}
