// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cluster;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The requests that are sent because earlier requests have ended. If the results of several requests have arrived together, the next
 * requests are written together. This needs fewer system calls, and wakes the worker less often. Used by the thread that reads results;
 * other threads only learn that their requests do not belong to a batch.
 */
final class RequestBatch {

    /** The maximum time for which a request waits for the next message, unless the thread is still processing the current message. */
    private static final long MAX_WAIT_NANOS = 50_000;

    private static final int MAX_BYTES = 64 << 10;

    private final FramedSocket socket;
    private final LongSupplier clock;
    private List<PendingRequest> requests = new ArrayList<>();
    private int bytes;
    private long firstAdded;
    private volatile @Nullable Thread reader;

    /** Creates an empty batch. The clock returns nanoseconds. */
    RequestBatch(FramedSocket socket, LongSupplier clock) {
        this.socket = socket;
        this.clock = clock;
    }

    /** Makes the calling thread the one that reads results. */
    void readHere() {
        reader = Thread.currentThread();
    }

    /** Adds an encoded request; returns false if the calling thread does not read results. */
    boolean add(PendingRequest request, byte[] frame) {
        if (Thread.currentThread() != reader) {
            return false;
        }
        if (requests.isEmpty()) {
            firstAdded = clock.getAsLong();
        }
        request.frame = frame;
        requests.add(request);
        bytes += frame.length;
        return true;
    }

    /** Returns true if the requests must not wait for others. Called after each request. */
    boolean isFull() {
        return bytes >= MAX_BYTES || clock.getAsLong() - firstAdded >= MAX_WAIT_NANOS;
    }

    /** Returns true if there are requests to write. Called after each message: the next message may lead to further requests. */
    boolean isDue() {
        return !requests.isEmpty() && (!socket.hasMessage() || isFull());
    }

    /** Removes and returns the requests. */
    List<PendingRequest> take() {
        List<PendingRequest> taken = requests;
        requests = new ArrayList<>();
        bytes = 0;
        return taken;
    }
}
