// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cluster;

import io.loadharness.cluster.protocol.ClusterProtocol;
import io.loadharness.inference.Output;
import io.loadharness.inference.Timeline;
import io.loadharness.inference.Usage;
import java.util.function.LongConsumer;

/** Translates parts of responses to messages and back. */
final class ResponseCodec {

    private ResponseCodec() {}

    static ClusterProtocol.ModelOutput encode(Output output) {
        ClusterProtocol.ModelOutput.Builder message = ClusterProtocol.ModelOutput.newBuilder();
        for (int id : output.tokenIds()) {
            message.addIds(id);
        }
        return message.setText(output.text()).build();
    }

    static Output decode(ClusterProtocol.ModelOutput message) {
        if (message.getIdsCount() == 0 && message.getText().isEmpty()) {
            return Output.NOTHING;
        }
        int[] ids = new int[message.getIdsCount()];
        for (int i = 0; i < ids.length; i++) {
            ids[i] = message.getIds(i);
        }
        return Output.of(ids, message.getText());
    }

    static ClusterProtocol.Usage encode(Usage usage) {
        return ClusterProtocol.Usage.newBuilder()
                .setPrompt(usage.prompt())
                .setCached(usage.cached())
                .setCompletion(usage.completion())
                .setReasoning(usage.reasoning())
                .build();
    }

    static Usage decode(ClusterProtocol.Usage message) {
        return new Usage(message.getPrompt(), message.getCached(), message.getCompletion(), message.getReasoning());
    }

    /** Encodes the times of a timeline as durations since the worker read the request. */
    static ClusterProtocol.Times encode(Timeline times, long read) {
        ClusterProtocol.Times.Builder message = ClusterProtocol.Times.newBuilder();
        set(times.dequeued(), read, message::setDequeued);
        set(times.sent(), read, message::setSent);
        set(times.firstByte(), read, message::setFirstByte);
        set(times.firstToken(), read, message::setFirstToken);
        set(times.firstContent(), read, message::setFirstContent);
        set(times.lastToken(), read, message::setLastToken);
        set(times.done(), read, message::setDone);
        return message.build();
    }

    private static void set(long time, long read, LongConsumer field) {
        if (time != Timeline.UNKNOWN) {
            field.accept(time - read);
        }
    }
}
