// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.loadharness.inference.Timeline;
import io.loadharness.record.SampleRecord;

/** The data of a request in the waterfall chart. Its times are in microseconds since the scheduled start of the request. */
final class RequestTimes {

    private static final int MAX_MARKS = 120;

    private RequestTimes() {}

    static ObjectNode of(SampleRecord sample, long startNanos) {
        Timeline times = sample.times();
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.put("sample", sample.sampleIndex());
        node.put("endpoint", sample.endpoint());
        node.put("scheduled", (times.scheduled() - startNanos) / 1000);
        sample.failure()
                .ifPresent(failure -> node.put("kind", failure.kind().name()).put("message", failure.message()));
        node.put("tokens", sample.tokens());
        node.put("finish", sample.finishReason());
        put(node, "issued", times.issued(), times);
        put(node, "sent", times.sent(), times);
        put(node, "first_byte", times.firstByte(), times);
        put(node, "first_token", times.firstToken(), times);
        put(node, "last_token", times.lastToken(), times);
        put(node, "done", times.done(), times);
        put(node, "reported", times.reported(), times);
        marks(sample, node.putArray("marks"));
        return node;
    }

    private static void put(ObjectNode node, String name, long time, Timeline times) {
        if (time != Timeline.UNKNOWN) {
            node.put(name, (time - times.scheduled()) / 1000);
        }
    }

    /** Adds the times of the chunks with tokens. If there are too many chunks, adds only the times of every n-th chunk. */
    private static void marks(SampleRecord sample, ArrayNode marks) {
        long time = sample.times().firstToken();
        if (time == Timeline.UNKNOWN) {
            return;
        }
        long[] gaps = sample.gaps();
        int step = gaps.length / MAX_MARKS + 1;
        for (int i = 0; i < gaps.length; i++) {
            time += gaps[i];
            if ((i + 1) % step == 0) {
                marks.add((time - sample.times().scheduled()) / 1000);
            }
        }
    }
}
