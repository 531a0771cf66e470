// SPDX-License-Identifier: Apache-2.0
package io.loadharness.testkit;

import io.loadharness.Failure;
import io.loadharness.Query;
import io.loadharness.SampleSink;
import java.nio.Buffer;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A replacement for the load generator in tests. It creates queries, and checks that each sample of these queries ends once. Thread-safe.
 */
public final class RecordedSamples implements SampleSink {

    private static final long TIMEOUT_MILLIS = 300_000;

    private final BitSet firstTokens = new BitSet();
    private final BitSet ended = new BitSet();
    private final List<Failure> failures = new ArrayList<>();
    private int issued;
    private boolean over;
    private @Nullable String fault;

    /** Creates a run without samples. */
    public RecordedSamples() {}

    /** Returns a new query for the samples with these indices in the library. */
    public synchronized Query query(int... indices) {
        if (indices.length == 1) {
            return Query.of(this, issued++, indices[0]);
        }
        long[] idsAndIndices = new long[2 * indices.length];
        for (int i = 0; i < indices.length; i++) {
            idsAndIndices[2 * i] = issued++;
            idsAndIndices[2 * i + 1] = indices[i];
        }
        return Query.of(this, idsAndIndices);
    }

    /** Ends the run. After this call, completing a sample throws an {@link IllegalStateException}. */
    public synchronized void endRun() {
        over = true;
    }

    @Override
    public synchronized boolean firstTokenComplete(long id, Buffer tokens) {
        if (!over) {
            if (firstTokens.get((int) id) || ended.get((int) id)) {
                fault = "the first token of sample " + id + " was reported twice or after its end";
            }
            firstTokens.set((int) id);
        }
        return !over;
    }

    @Override
    public synchronized boolean complete(long id, Buffer response, long tokenCount) {
        return end(id);
    }

    @Override
    public synchronized boolean completeAll(long[] ids, int count) {
        for (int i = 0; i < count; i++) {
            end(ids[i]);
        }
        return !over;
    }

    @Override
    public synchronized boolean fail(long id, int index, Failure failure) {
        if (!over) {
            failures.add(failure);
        }
        return end(id);
    }

    private boolean end(long id) {
        if (!over) {
            if (ended.get((int) id)) {
                fault = "sample " + id + " ended twice";
            }
            ended.set((int) id);
            notifyAll();
        }
        return !over;
    }

    /** Waits until all samples have ended. Throws an error after five minutes, or if {@link #requireNoFault} throws an error. */
    public synchronized void awaitAllEnded() throws InterruptedException {
        long deadline = System.nanoTime() + TIMEOUT_MILLIS * 1_000_000;
        while (ended.cardinality() < issued) {
            long left = (deadline - System.nanoTime()) / 1_000_000;
            if (left <= 0) {
                throw new AssertionError((issued - ended.cardinality()) + " of " + issued + " samples did not end");
            }
            wait(left);
        }
        requireNoFault();
    }

    /** Throws an error if a sample ended twice, or if its first token was reported twice or after its end. */
    public synchronized void requireNoFault() {
        if (fault != null) {
            throw new AssertionError(fault);
        }
    }

    /** Returns the failures so far. */
    public synchronized List<Failure> failures() {
        return List.copyOf(failures);
    }
}
