// SPDX-License-Identifier: Apache-2.0
package io.loadharness.inference;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadharness.Query;
import io.loadharness.RunWatch;
import io.loadharness.Scenario;
import io.loadharness.client.ClientHealth;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ClientHealthOfSystemTest {

    private static final long HOUR = TimeUnit.HOURS.toNanos(1);

    private final HeldBackend backend = new HeldBackend("server");

    @Test
    void whatIsNotTakenUpInTimeIsTheClientsLag() {
        ClientHealth health = healthOf(system().build(), now -> timeline(now + HOUR, now + HOUR));

        assertThat(health.sends().lag().maxNanos()).isGreaterThan(HOUR / 2);
        assertThat(health.sends().connectionWait().maxNanos()).isZero();
    }

    @Test
    void aWaitForTheServerIsNotTheClientsLag() {
        ClientHealth health = healthOf(system().build(), now -> timeline(now, now + HOUR));

        assertThat(health.sends().connectionWait().maxNanos()).isGreaterThan(HOUR / 2);
        assertThat(health.sends().lag().maxNanos()).isLessThan(HOUR / 2);
    }

    @Test
    void aRequestThatWasNeverSentIsNotCounted() {
        ClientHealth health = healthOf(system().build(), Timeline::endedAt);

        assertThat(health.sends().lag().count()).isZero();
    }

    @Test
    void theStartOfAClosedLoopIsNotCounted() {
        BackendSystemUnderTest sut = system().build();
        RunWatch watch = sut.watchRun(Scenario.SINGLE_STREAM);
        long now = System.nanoTime();
        sut.issueQuery(Query.of(new RecordedSamples(), 0, 0, now - HOUR, now, true));
        backend.held.get(0).listener().end(Response.of(new int[] {1}, timeline(now + HOUR, now + HOUR)));
        watch.finish();

        ClientHealth.Sends sends = sut.clientHealth().orElseThrow().sends();
        assertThat(sends.lag().count()).isZero();
        assertThat(sends.issueLag().count()).isZero();
    }

    @Test
    void onlyWhereThereAreLimitsARequestWaitsForAPlace() {
        ClientHealth unlimited = healthOf(system().build(), now -> timeline(now, now));
        ClientHealth limited = healthOf(system().concurrency(1).build(), now -> timeline(now, now));

        assertThat(unlimited.sends().placeWait().maxNanos()).isZero();
        assertThat(limited.sends().placeWait().maxNanos()).isPositive();
    }

    @Test
    void theHealthIsThatOfTheRunThatEndedLast() {
        BackendSystemUnderTest sut = system().build();

        assertThat(sut.clientHealth()).isEmpty();
        assertThat(healthOf(sut, now -> timeline(now, now)).sends().lag().count())
                .isEqualTo(2);
        assertThat(healthOf(sut, now -> timeline(now, now)).sends().lag().count())
                .isEqualTo(2);
    }

    private interface Course {
        Timeline at(long now);
    }

    private ClientHealth healthOf(BackendSystemUnderTest sut, Course course) {
        RunWatch watch = sut.watchRun(Scenario.SERVER);
        backend.held.clear();
        sut.issueQuery(new RecordedSamples().query(0, 2));
        for (int i = 0; i < 2; i++) {
            backend.held.get(i).listener().end(Response.of(new int[] {1}, course.at(System.nanoTime())));
        }
        watch.finish();
        return sut.clientHealth().orElseThrow();
    }

    private BackendSystemUnderTest.Builder system() {
        return BackendSystemUnderTest.builder("test", index -> InferenceRequest.of(index, Prompt.of(1)))
                .backend(backend);
    }

    private static Timeline timeline(long taken, long sent) {
        return Timeline.builder()
                .taken(taken)
                .sent(sent)
                .firstByte(sent)
                .firstAnswer(sent)
                .lastToken(sent)
                .done(sent)
                .build();
    }
}
