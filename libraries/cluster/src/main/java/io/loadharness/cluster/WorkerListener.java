// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cluster;

import io.loadharness.Failure;
import io.loadharness.cluster.protocol.ClusterProtocol;
import io.loadharness.inference.Output;
import io.loadharness.inference.Response;
import io.loadharness.inference.ResponseListener;
import io.loadharness.inference.Timeline;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Sends the response to one request to the coordinator. The last message contains the times of all chunks. Therefore, a response needs only
 * two messages. A response that does not fit in a message fails.
 */
final class WorkerListener implements ResponseListener {

    private static final Failure TOO_LARGE = new Failure(
            Failure.Kind.MALFORMED_RESPONSE, "the response is larger than a message to the coordinator, 64 MiB");

    private final WorkerSession session;
    private final WorkerMonitor monitor;
    private final long id;
    private final long read;
    private final List<Long> gaps = new ArrayList<>(0);
    private final List<Integer> ids = new ArrayList<>(0);
    private final AtomicBoolean hasEnded = new AtomicBoolean();
    private long lastChunk;

    /** @param read the time at which the request was read, in {@link System#nanoTime()} */
    WorkerListener(WorkerSession session, WorkerMonitor monitor, long id, long read) {
        this.session = session;
        this.monitor = monitor;
        this.id = id;
        this.read = read;
    }

    @Override
    public void firstToken(long nanos, Output first) {
        lastChunk = nanos;
        try {
            session.reply(ClusterProtocol.ToCoordinator.newBuilder()
                    .setFirstToken(ClusterProtocol.FirstToken.newBuilder()
                            .setId(id)
                            .setOutput(ResponseCodec.encode(first))
                            .setAt(Math.max(0, nanos - read)))
                    .build());
        } catch (IllegalArgumentException e) {
            failed(TOO_LARGE, Timeline.endedAt(nanos));
        }
    }

    @Override
    public void tokens(long nanos, int tokenIds) {
        gaps.add(Math.max(0, nanos - lastChunk));
        ids.add(tokenIds);
        lastChunk = nanos;
    }

    @Override
    public void end(Response response) {
        if (hasEnded.getAndSet(true)) {
            return;
        }
        monitor.ended(read, response.timeline());
        try {
            session.reply(ClusterProtocol.ToCoordinator.newBuilder()
                    .setCompletion(ClusterProtocol.Completion.newBuilder()
                            .setId(id)
                            .setOutput(ResponseCodec.encode(response.output()))
                            .setTokenCount(response.tokenCount())
                            .setTokenSource(response.tokenSource().name())
                            .setReasoningTokens(response.reasoningTokens())
                            .setUsage(ResponseCodec.encode(response.usage()))
                            .setFinishReason(response.finishReason())
                            .setTimes(ResponseCodec.encode(response.timeline(), read))
                            .addAllChunkGaps(gaps)
                            .addAllChunkIds(ids))
                    .build());
        } catch (IllegalArgumentException e) {
            reply(message(TOO_LARGE, response.timeline())); // without the chunks, which may be the large part
        }
    }

    @Override
    public void failed(Failure failure, Timeline timeline) {
        if (hasEnded.getAndSet(true)) {
            return;
        }
        monitor.ended(read, timeline);
        reply(message(failure, timeline).addAllChunkGaps(gaps).addAllChunkIds(ids));
    }

    private ClusterProtocol.RequestFailure.Builder message(Failure failure, Timeline timeline) {
        return ClusterProtocol.RequestFailure.newBuilder()
                .setId(id)
                .setKind(failure.kind().name())
                .setMessage(failure.message())
                .setTimes(ResponseCodec.encode(timeline, read));
    }

    private void reply(ClusterProtocol.RequestFailure.Builder failure) {
        session.reply(
                ClusterProtocol.ToCoordinator.newBuilder().setFailure(failure).build());
    }

    /** Reports that the request could not be sent. Has no effect if the request has already ended. */
    void failedToSend(RuntimeException cause) {
        failed(Failure.of(cause), Timeline.endedAt(System.nanoTime()));
    }
}
