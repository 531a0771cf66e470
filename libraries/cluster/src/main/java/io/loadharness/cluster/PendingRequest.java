// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cluster;

import io.loadharness.Failure;
import io.loadharness.cluster.protocol.ClusterProtocol;
import io.loadharness.inference.InferenceRequest;
import io.loadharness.inference.Response;
import io.loadharness.inference.ResponseListener;
import io.loadharness.inference.Timeline;
import io.loadharness.inference.TokenSource;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A request whose result has not arrived from the worker. The listener receives times of this process: the send time is the time at which
 * the request message was written, and a token is received when its message is read. Thread-safe.
 */
final class PendingRequest {

    private static final long TOLERANCE_NANOS = TimeUnit.SECONDS.toNanos(1);

    final long id;
    final RemoteWorker owner;
    final InferenceRequest request;
    private final ResponseListener listener;
    private volatile long sent = Timeline.UNKNOWN;
    private long firstToken = Timeline.UNKNOWN;
    private long workerFirstToken = Timeline.UNKNOWN;
    private boolean hasEnded;

    /** The encoded message of the request; null if it is not encoded yet. */
    byte @Nullable [] frame;

    PendingRequest(long id, RemoteWorker owner, InferenceRequest request, ResponseListener listener) {
        this.id = id;
        this.owner = owner;
        this.request = request;
        this.listener = listener;
    }

    byte[] frame() {
        byte[] known = frame;
        return known != null ? known : FramedSocket.frame(RequestCodec.encode(id, owner.endpoint(), request));
    }

    /** Called immediately before the message is written, because the response may arrive before the write returns. */
    void sent() {
        sent = System.nanoTime();
    }

    /** Notifies the listener of the first token. */
    synchronized void firstToken(long now, ClusterProtocol.FirstToken message) {
        if (hasEnded) {
            return;
        }
        if (firstToken != Timeline.UNKNOWN) {
            throw new IllegalArgumentException("the first token of a request was reported twice");
        }
        firstToken = now;
        workerFirstToken = elapsed(now, message.getAt());
        listener.firstToken(now, ResponseCodec.decode(message.getOutput()));
    }

    /** Notifies the listener of the response. */
    synchronized void end(long now, ClusterProtocol.Completion message) {
        if (hasEnded) {
            return;
        }
        Response response = new Response(
                ResponseCodec.decode(message.getOutput()),
                message.getTokenCount(),
                TokenSource.valueOf(message.getTokenSource()),
                message.getReasoningTokens(),
                ResponseCodec.decode(message.getUsage()),
                message.getFinishReason(),
                timeline(now, message.getTimes()));
        chunks(now, message.getChunkGapsList(), message.getChunkIdsList());
        hasEnded = true;
        listener.end(response);
    }

    /** Adds the delay of the connection to the worker: the time from the send to {@code now}, minus the time that the worker measured. */
    void addWay(LinkDelays delays, long now, ClusterProtocol.Times times) {
        if (times.hasDone()) {
            delays.add(sent, now - sent - times.getDone());
        }
    }

    /** Notifies the listener of the failure that the worker reported. */
    synchronized void fail(long now, ClusterProtocol.RequestFailure message) {
        if (hasEnded) {
            return;
        }
        Failure failure = new Failure(Failure.Kind.valueOf(message.getKind()), message.getMessage());
        Timeline times = timeline(now, message.getTimes());
        chunks(now, message.getChunkGapsList(), message.getChunkIdsList());
        hasEnded = true;
        listener.failed(failure, times);
    }

    /** Notifies the listener of a failure in this process or in the connection. */
    synchronized void fail(Failure failure) {
        if (!hasEnded) {
            hasEnded = true;
            listener.failed(failure, timeline(System.nanoTime(), ClusterProtocol.Times.getDefaultInstance()));
        }
    }

    private void chunks(long now, List<Long> gaps, List<Integer> ids) {
        if (gaps.size() != ids.size() || (!gaps.isEmpty() && firstToken == Timeline.UNKNOWN)) {
            throw new IllegalArgumentException("the chunks of a response are inconsistent");
        }
        long time = firstToken;
        for (int i = 0; i < gaps.size(); i++) {
            time += Math.min(now - time, duration(gaps.get(i)));
            listener.tokens(time, ids.get(i));
        }
    }

    private Timeline timeline(long now, ClusterProtocol.Times times) {
        Timeline.Builder all =
                Timeline.builder().dequeued(sent).sent(sent).done(now).firstToken(firstToken);
        if (times.hasDone()) {
            all.workerDone(elapsed(now, times.getDone()));
        }
        if (firstToken != Timeline.UNKNOWN) {
            all.workerFirstToken(workerFirstToken);
            all.firstByte(
                    times.hasFirstByte()
                            ? between(firstToken - workerFirstToken + times.getFirstByte(), firstToken)
                            : firstToken);
            if (times.hasFirstContent()) {
                all.firstContent(between(firstToken - workerFirstToken + times.getFirstContent(), now));
            }
            if (times.hasLastToken()) {
                all.lastToken(Math.max(firstToken, between(firstToken - workerFirstToken + times.getLastToken(), now)));
            }
        } else if (times.hasFirstByte() && times.hasDone()) {
            all.firstByte(between(now - times.getDone() + times.getFirstByte(), now));
        }
        return all.build();
    }

    /** Limits a time to the range from the send to {@code last}. */
    private long between(long time, long last) {
        return Math.min(Math.max(time, sent), last);
    }

    /**
     * Checks a duration that a worker measured after the request was sent, and returns it. The check allows clocks that run at slightly
     * different rates.
     */
    private long elapsed(long now, long nanos) {
        if (sent == Timeline.UNKNOWN || duration(nanos) > (now - sent) + (now - sent) / 100 + TOLERANCE_NANOS) {
            throw new IllegalArgumentException("a duration is longer than the time since the request was sent");
        }
        return nanos;
    }

    private static long duration(long nanos) {
        if (nanos < 0) {
            throw new IllegalArgumentException("a duration is negative");
        }
        return nanos;
    }
}
