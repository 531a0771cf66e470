// SPDX-License-Identifier: Apache-2.0
package io.loadharness.simulator;

import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/** Counters of a server. Each request that has ended is exactly one of these: succeeded, rejected, faulted or cancelled. Thread-safe. */
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

    /** Counts a new request and returns its number, starting at 1. */
    long newRequest() {
        return requests.incrementAndGet();
    }

    /** Counts a new connection and returns its number, starting at 1. */
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

    /** Returns the counter of requests with a response that a fault made incorrect. */
    LongAdder faulted() {
        return faulted;
    }

    /** Returns the counter of requests that ended because the client disconnected. */
    LongAdder cancelled() {
        return cancelled;
    }

    /** Returns the counter of correct responses in which all completions ended at their random length or at a stop string. */
    LongAdder stopped() {
        return stopped;
    }

    /** Returns the counter of correct responses in which at least one completion ended at the token limit. */
    LongAdder limited() {
        return limited;
    }

    LongAdder promptTokens() {
        return promptTokens;
    }

    /** Returns the counter of images in prompts. */
    LongAdder images() {
        return images;
    }

    LongAdder generationTokens() {
        return generationTokens;
    }

    /** Returns the counter of events with tokens. */
    LongAdder events() {
        return events;
    }

    LongAdder faults(Fault fault) {
        return Objects.requireNonNull(faults.get(fault));
    }

    /** Returns the waiting times of sequences until they joined the batch. */
    Histogram queued() {
        return queued;
    }

    /** Returns the times to first token of streamed responses, from the last byte of the request. */
    Histogram firstToken() {
        return firstToken;
    }

    /** Returns the mean times per output token after the first, one for each streamed response. */
    Histogram perToken() {
        return perToken;
    }

    /** Returns the times from the last byte of a request to the last byte of its response, for correct responses only. */
    Histogram latency() {
        return latency;
    }
}
