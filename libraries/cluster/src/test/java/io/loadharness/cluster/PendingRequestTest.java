// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.loadharness.Failure;
import io.loadharness.cluster.protocol.ClusterProtocol;
import io.loadharness.inference.InferenceRequest;
import io.loadharness.inference.Output;
import io.loadharness.inference.Prompt;
import io.loadharness.inference.Response;
import io.loadharness.inference.ResponseListener;
import io.loadharness.inference.Timeline;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PendingRequestTest {

    private static final ClusterProtocol.Completion TOO_LONG = ClusterProtocol.Completion.newBuilder()
            .setTokenSource("USAGE")
            .setTimes(ClusterProtocol.Times.newBuilder().setDone(1L << 62))
            .build();

    private final List<Response> responses = new ArrayList<>();

    @SuppressWarnings("NullAway") // the owner is not used
    private final PendingRequest pending =
            new PendingRequest(1, null, InferenceRequest.of(0, Prompt.of("Hello")), new ResponseListener() {

                @Override
                public void firstToken(long nanos, Output first) {}

                @Override
                public void end(Response response) {
                    responses.add(response);
                }

                @Override
                public void failed(Failure failure, Timeline timeline) {}
            });

    private void requireRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> pending.end(System.nanoTime(), TOO_LONG))
                .withMessage("a duration is longer than the time since the request was sent");
        assertThat(responses).isEmpty();
    }

    @Test
    void refusesATimeLongerThanTheRequest() {
        pending.sent();

        requireRefused();
    }

    /** A worker that violates the protocol can respond before the request is written. */
    @Test
    void refusesATimeOfARequestThatIsNotSent() {
        requireRefused();
    }
}
