// SPDX-License-Identifier: Apache-2.0
package io.loadharness.inference;

import io.loadharness.Failure;
import jdk.jfr.FlightRecorder;
import org.jspecify.annotations.Nullable;

/**
 * Reports each request to the JDK's Flight Recorder. Without a recording, the cost is one check of a boolean per request. The classes of
 * events are not loaded before the first recording, because this takes more time than many models need for their first query.
 */
final class FlightObserver implements RequestObserver {

    @Override
    public @Nullable ResponseListener sending(InferenceRequest request, String endpoint) {
        if (!FlightRecorder.isInitialized()) {
            return null;
        }
        RequestEvent event = new RequestEvent();
        if (!event.isEnabled()) {
            return null;
        }
        event.endpoint = endpoint;
        event.sample = request.sampleIndex();
        event.begin();
        return new FlightListener(event);
    }

    private record FlightListener(RequestEvent event) implements ResponseListener {

        @Override
        public void firstToken(long nanos, Output first) {}

        @Override
        public void end(Response response) {
            event.end();
            if (event.shouldCommit()) {
                event.set("OK", response.timeline());
                event.outputTokens = response.tokenCount();
                event.commit();
            }
        }

        @Override
        public void failed(Failure failure, Timeline timeline) {
            event.end();
            if (event.shouldCommit()) {
                event.set(failure.kind().name(), timeline);
                event.commit();
            }
        }
    }
}
