// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.loadharness.inference.Timeline;
import io.loadharness.record.SampleRecord;

/** One request as the page draws it, in microseconds since it was due. */
final class RequestTimes {

    private static final int MOST_MARKS = 120;

    private RequestTimes() {}

    static ObjectNode of(SampleRecord sample, long beginNanos) {
        Timeline times = sample.times();
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.put("sample", sample.sampleIndex());
        node.put("endpoint", sample.endpoint());
        node.put("due", (times.scheduled() - beginNanos) / 1000);
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
        put(node, "told", times.told(), times);
        marks(sample, node.putArray("marks"));
        return node;
    }

    private static void put(ObjectNode node, String name, long moment, Timeline times) {
        if (moment != Timeline.UNKNOWN) {
            node.put(name, (moment - times.scheduled()) / 1000);
        }
    }

    /** When pieces with tokens came; of many, every second, third and so on. */
    private static void marks(SampleRecord sample, ArrayNode marks) {
        long moment = sample.times().firstToken();
        if (moment == Timeline.UNKNOWN) {
            return;
        }
        long[] gaps = sample.gaps();
        int step = gaps.length / MOST_MARKS + 1;
        for (int i = 0; i < gaps.length; i++) {
            moment += gaps[i];
            if ((i + 1) % step == 0) {
                marks.add((moment - sample.times().scheduled()) / 1000);
            }
        }
    }
}
