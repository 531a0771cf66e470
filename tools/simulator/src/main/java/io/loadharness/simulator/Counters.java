// SPDX-License-Identifier: Apache-2.0
package io.loadharness.simulator;

import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/** What a server has done so far. Each request ends as exactly one of succeeded, rejected, faulted and cancelled. Any thread. */
final class Counters {

    private final AtomicLong requests = new AtomicLong();
    private final AtomicLong connections = new AtomicLong();
    private final LongAdder rejected = new LongAdder();
    private final LongAdder faulted = new LongAdder();
    private final LongAdder cancelled = new LongAdder();
    private final LongAdder stopped = new LongAdder();
    private final LongAdder limited = new LongAdder();
    private final LongAdder promptTokens = new LongAdder();
    private final LongAdder images = new LongAdder();
    private final LongAdder generationTokens = new LongAdder();
    private final LongAdder events = new LongAdder();
    private final Map<Fault, LongAdder> faults = new EnumMap<>(Fault.class);
    private final Histogram queued = Histogram.ofSeconds();
    private final Histogram firstToken = Histogram.ofSeconds();
    private final Histogram perToken = Histogram.ofSeconds();
    private final Histogram latency = Histogram.ofSeconds();

    Counters() {
        for (Fault fault : Fault.values()) {
            faults.put(fault, new LongAdder());
        }
    }

    /** The number of a new request, from 1. */
    long newRequest() {
        return requests.incrementAndGet();
    }

    /** The number of a new connection, from 1. */
    long newConnection() {
        return connections.incrementAndGet();
    }

    long requests() {
        return requests.get();
    }

    LongAdder rejected() {
        return rejected;
    }

    long connections() {
        return connections.get();
    }

    /** Answers that were damaged on purpose. */
    LongAdder faulted() {
        return faulted;
    }

    /** Requests whose client left before the end of the answer. */
    LongAdder cancelled() {
        return cancelled;
    }

    /** Right answers that the model ended. */
    LongAdder stopped() {
        return stopped;
    }

    /** Right answers that the limit ended. */
    LongAdder limited() {
        return limited;
    }

    LongAdder promptTokens() {
        return promptTokens;
    }

    /** Images that prompts showed. */
    LongAdder images() {
        return images;
    }

    LongAdder generationTokens() {
        return generationTokens;
    }

    /** Events that carried tokens. */
    LongAdder events() {
        return events;
    }

    LongAdder faults(Fault fault) {
        return Objects.requireNonNull(faults.get(fault));
    }

    /** How long requests waited until they were worked on. */
    Histogram queued() {
        return queued;
    }

    /** From the last byte of a request to the first event with a token, of streamed answers. */
    Histogram firstToken() {
        return firstToken;
    }

    /** From the first to the last event with tokens, by all tokens but the first, of streamed answers. */
    Histogram perToken() {
        return perToken;
    }

    /** From the last byte of a request to the last of its answer. */
    Histogram latency() {
        return latency;
    }
}
