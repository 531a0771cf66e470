// SPDX-License-Identifier: Apache-2.0
package io.loadharness.inference;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadharness.ClientVerdict;
import io.loadharness.Query;
import io.loadharness.Reason;
import io.loadharness.RunMonitor;
import io.loadharness.Scenario;
import io.loadharness.client.ClientHealth;
import io.loadharness.client.ClientLimits;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClientHealthOfSystemTest {

    private static final long HOUR = TimeUnit.HOURS.toNanos(1);
    private static final long DELAY = TimeUnit.MICROSECONDS.toNanos(100);

    private final HeldBackend backend = new HeldBackend("server");

    @Test
    void lateDequeueIsSendDelay() {
        ClientHealth health = healthOf(system().build(), issued -> {
            long late = later(issued);
            return timeline(late, late);
        });

        assertThat(health.sends().sendDelay().maxNanos()).isGreaterThan(DELAY / 2);
        assertThat(health.sends().connectionWait().maxNanos()).isZero();
    }

    @Test
    void connectionWaitIsNotSendDelay() {
        AtomicLong dequeueDelay = new AtomicLong();
        long before = System.nanoTime();
        ClientHealth health = healthOf(system().build(), issued -> {
            dequeueDelay.accumulateAndGet(issued - before, Math::max);
            return timeline(issued, later(issued));
        });

        assertThat(health.sends().connectionWait().maxNanos()).isGreaterThan(DELAY / 2);
        assertThat(health.sends().sendDelay().maxNanos()).isLessThanOrEqualTo(dequeueDelay.get());
    }

    /** A timestamp before the issue or in the future would otherwise count as no send delay, or as a wait for the network. */
    @ParameterizedTest
    @CsvSource({"-1, -1", "-1, 0", "0, -1", "1, 1", "0, 1"})
    void impossibleSendCountsUntilTheResult(int dequeuedHours, int sentHours) {
        ClientHealth health = healthOf(system().build(), issued -> {
            long now = later(issued);
            return timeline(now + dequeuedHours * HOUR, now + sentHours * HOUR);
        });

        assertThat(health.sends().sendDelay().count()).isEqualTo(2);
        assertThat(health.sends().sendDelay().p50Nanos()).isGreaterThan(DELAY / 2);
        assertThat(health.sends().sendDelay().maxNanos()).isLessThan(HOUR / 2);
        assertThat(health.sends().connectionWait().maxNanos()).isZero();
    }

    /** Without this check, a backend could count the wait for a slot as negative send delay. */
    @Test
    void sendBeforeTheSlotWasFreeIsImpossible() {
        BackendSystemUnderTest sut = system().concurrency(1).build();
        RunMonitor monitor = sut.monitorRun(Scenario.SERVER);
        RecordedSamples samples = new RecordedSamples();
        sut.issueQuery(samples.query(0, 2));
        long early = System.nanoTime();
        long now = later(early);
        backend.held.get(0).listener().end(Response.of(new int[] {1}, timeline(now, now)));
        backend.held.get(1).listener().end(Response.of(new int[] {1}, timeline(early, early)));
        monitor.finish();

        assertThat(samples.end(0)).isEqualTo("ids 1 of 1");
        assertThat(samples.end(1))
                .startsWith("BACKEND_EXCEPTION: dequeued is ")
                .contains(" before the time at which the backend received the request");
    }

    @Test
    void unsentRequestIsNotCounted() {
        ClientHealth health = healthOf(system().build(), issued -> Timeline.endedAt(System.nanoTime()));

        assertThat(health.sends().sendDelay().count()).isZero();
    }

    @Test
    void startOfClosedLoopIsNotCounted() {
        BackendSystemUnderTest sut = system().build();
        RunMonitor monitor = sut.monitorRun(Scenario.SINGLE_STREAM);
        long now = System.nanoTime();
        sut.issueQuery(Query.of(new RecordedSamples(), 0, 0, now - HOUR, now, true));
        backend.held.get(0).listener().end(Response.of(new int[] {1}, timeline(now, now)));
        monitor.finish();

        ClientHealth.Sends sends = sut.clientHealth().orElseThrow().sends();
        assertThat(sends.sendDelay().count()).isZero();
        assertThat(sends.issueDelay().count()).isZero();
    }

    @Test
    void slotWaitRequiresConcurrencyLimit() {
        ClientHealth unlimited = healthOf(system().build(), now -> timeline(now, now));
        ClientHealth limited = healthOf(system().concurrency(1).build(), now -> timeline(now, now));

        assertThat(unlimited.sends().slotWait().maxNanos()).isZero();
        assertThat(limited.sends().slotWait().maxNanos()).isPositive();
    }

    @Test
    void healthIsThatOfLastRun() {
        BackendSystemUnderTest sut = system().build();

        assertThat(sut.clientHealth()).isEmpty();
        assertThat(healthOf(sut, now -> timeline(now, now)).sends().sendDelay().count())
                .isEqualTo(2);
        assertThat(healthOf(sut, now -> timeline(now, now)).sends().sendDelay().count())
                .isEqualTo(2);
    }

    @Test
    void theVerdictContainsThatOfAnotherSender() {
        Reason limited = new Reason(Reason.Code.CPUS_BUSY, "worker-1: client-limited");
        Reason other = new Reason(Reason.Code.UNEXPECTED_BYTES, "worker-1: unexpected bytes");
        List<ClientLimits> given = new ArrayList<>();
        HeldBackend remote = new HeldBackend("remote") {
            @Override
            public RunMonitor monitorSender(ClientLimits limits) {
                given.add(limits);
                return () -> new ClientVerdict(List.of(limited), List.of(other));
            }
        };

        ClientVerdict verdict = BackendSystemUnderTest.builder(
                        "test", index -> InferenceRequest.of(index, Prompt.of(1)))
                .backend(remote)
                .build()
                .monitorRun(Scenario.SERVER)
                .finish();

        assertThat(verdict).isEqualTo(new ClientVerdict(List.of(limited), List.of(other)));
        assertThat(given).containsExactly(ClientLimits.NONE); // a backend without threads that read responses
    }

    private interface TimelineFactory {
        Timeline of(long issued);
    }

    /** Waits until a time has passed since a timestamp, and returns the current time. */
    private static long later(long nanos) {
        while (System.nanoTime() < nanos + DELAY) {
            Thread.onSpinWait();
        }
        return System.nanoTime();
    }

    private ClientHealth healthOf(BackendSystemUnderTest sut, TimelineFactory timelines) {
        RunMonitor monitor = sut.monitorRun(Scenario.SERVER);
        backend.held.clear();
        sut.issueQuery(new RecordedSamples().query(0, 2));
        long issued = System.nanoTime();
        for (int i = 0; i < 2; i++) {
            backend.held.get(i).listener().end(Response.of(new int[] {1}, timelines.of(issued)));
        }
        monitor.finish();
        return sut.clientHealth().orElseThrow();
    }

    private BackendSystemUnderTest.Builder system() {
        return BackendSystemUnderTest.builder("test", index -> InferenceRequest.of(index, Prompt.of(1)))
                .backend(backend);
    }

    private static Timeline timeline(long dequeued, long sent) {
        return Timeline.builder()
                .dequeued(dequeued)
                .sent(sent)
                .firstByte(sent)
                .firstContent(sent)
                .lastToken(sent)
                .done(sent)
                .build();
    }
}
