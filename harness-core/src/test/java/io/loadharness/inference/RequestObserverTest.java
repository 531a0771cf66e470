// SPDX-License-Identifier: Apache-2.0
package io.loadharness.inference;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadharness.Failure;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RequestObserverTest {

    private final List<String> recorded = new ArrayList<>();

    @Test
    void callsAllObserversInOrder() {
        RequestObserver all = RequestObserver.of(
                new RecordingFakeObserver("a"), new RecordingFakeObserver("b"), new RecordingFakeObserver("c"));

        ResponseListener listener = all.sending(InferenceRequest.of(3, Prompt.of(1)), "somewhere");
        listener.firstToken(1, Output.NOTHING);
        listener.tokens(2, 5);
        listener.failed(new Failure(Failure.Kind.TIMEOUT, "late"), Timeline.endedAt(3));
        all.unsent(4, new Failure(Failure.Kind.CANCELLED, "over"), Timeline.endedAt(4));

        assertThat(recorded)
                .containsExactly(
                        "a first 1",
                        "b first 1",
                        "c first 1",
                        "a tokens 5",
                        "b tokens 5",
                        "c tokens 5",
                        "a TIMEOUT",
                        "b TIMEOUT",
                        "c TIMEOUT",
                        "a unsent 4",
                        "b unsent 4",
                        "c unsent 4");
    }

    @Test
    void omitsObserversThatDoNothing() {
        RecordingFakeObserver only = new RecordingFakeObserver("a");

        assertThat(RequestObserver.of()).isSameAs(RequestObserver.NONE);
        assertThat(RequestObserver.of(RequestObserver.NONE, only, RequestObserver.NONE))
                .isSameAs(only);
        assertThat(RequestObserver.of((request, endpoint) -> null, (request, endpoint) -> null)
                        .sending(InferenceRequest.of(0, Prompt.of(1)), "somewhere"))
                .isNull();
    }

    @Test
    void callsOnlyObserverWithListener() {
        ResponseListener listener = RequestObserver.of((request, endpoint) -> null, new RecordingFakeObserver("b"))
                .sending(InferenceRequest.of(0, Prompt.of(1)), "somewhere");

        listener.end(Response.of(new int[] {1}, Timeline.endedAt(1)));

        assertThat(recorded).containsExactly("b end");
    }

    private final class RecordingFakeObserver implements RequestObserver, ResponseListener {

        private final String name;

        RecordingFakeObserver(String name) {
            this.name = name;
        }

        @Override
        public ResponseListener sending(InferenceRequest request, String endpoint) {
            return this;
        }

        @Override
        public void unsent(int sampleIndex, Failure failure, Timeline times) {
            recorded.add(name + " unsent " + sampleIndex);
        }

        @Override
        public void firstToken(long nanos, Output first) {
            recorded.add(name + " first " + nanos);
        }

        @Override
        public void tokens(long nanos, int tokenIds) {
            recorded.add(name + " tokens " + tokenIds);
        }

        @Override
        public void end(Response response) {
            recorded.add(name + " end");
        }

        @Override
        public void failed(Failure failure, Timeline timeline) {
            recorded.add(name + " " + failure.kind());
        }
    }
}
