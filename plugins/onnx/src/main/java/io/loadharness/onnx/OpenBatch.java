// SPDX-License-Identifier: Apache-2.0
package io.loadharness.onnx;

import java.util.ArrayList;
import java.util.List;

/** Jobs that a session will run as one batch. Not thread-safe; {@link JobQueue} holds its lock for all calls. */
final class OpenBatch {

    /** The maximum capacity of a new list of jobs. A list of more jobs grows. */
    private static final int MAX_CAPACITY = 64;

    private final List<Job> jobs;
    private final int maxSize;
    private final long created;
    private final long maxDelayNanos;

    /** The time from the creation until the batch was complete. */
    private long completeAfter;

    /** The sum of the times from the creation until each job joined, or until the batch was complete. */
    private long joinedAfter;

    /** Creates a batch of jobs that were sent together. It is complete. */
    OpenBatch(List<Job> together) {
        jobs = together;
        maxSize = together.size();
        created = 0;
        maxDelayNanos = 0;
    }

    /** Creates an empty batch. It is complete when it has {@code maxSize} jobs, or after the maximum delay. */
    OpenBatch(int maxSize, long now, long maxDelayNanos) {
        this.jobs = new ArrayList<>(Math.min(maxSize, MAX_CAPACITY));
        this.maxSize = maxSize;
        this.created = now;
        this.maxDelayNanos = maxDelayNanos;
        this.completeAfter = maxDelayNanos;
    }

    List<Job> jobs() {
        return jobs;
    }

    void add(Job job, long now) {
        jobs.add(job);
        long after = Math.min(now - created, maxDelayNanos);
        joinedAfter += after;
        if (isFull()) {
            completeAfter = after;
        }
    }

    boolean isFull() {
        return jobs.size() >= maxSize;
    }

    /** Completes the batch, unless it is complete. */
    void complete(long now) {
        if (!isFull()) {
            completeAfter = Math.min(now - created, maxDelayNanos);
        }
    }

    /** Returns the time until the batch is complete; not positive if it is complete. */
    long nanosLeft(long now) {
        return isFull() ? 0 : maxDelayNanos - (now - created);
    }

    /** Returns the sum of the times that the jobs have waited until the batch was complete. Called when it is complete. */
    long delays() {
        return jobs.size() * completeAfter - joinedAfter;
    }

    /** Returns the longest of these times, that of the first job. */
    long maxDelay() {
        return completeAfter;
    }
}
