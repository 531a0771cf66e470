// SPDX-License-Identifier: Apache-2.0
package io.loadharness.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.loadharness.client.ClientHealth.Pause;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class SamplerTest {

    private static final long PERIOD = 10;
    private static final int CPUS = 2;
    private static final Instant ORIGIN = Instant.EPOCH;

    private final FakeResourceUsage usage = new FakeResourceUsage();
    private final SendDelays sends = new SendDelays();
    private final LoopProbe reader = new LoopProbe(Runnable::run, () -> 0);
    private boolean busy;
    private final Sampler sampler = sampler();

    private Sampler sampler() {
        return new Sampler(PERIOD, () -> busy, List.of(reader), sends, usage, CPUS, new LongestPauses(ORIGIN, 0));
    }

    private void pollUntil(long from, long to, long cpuPerPoll) {
        for (long now = from; now <= to; now += PERIOD) {
            sampler.poll(now, now);
            usage.cpu += 2 * cpuPerPoll;
            usage.thread += cpuPerPoll;
            usage.gc += 1;
        }
    }

    @Test
    void idleClientIsNotWatched() {
        pollUntil(0, 1000, 10);
        ClientHealth health = sampler.end(1000);

        assertThat(health.watched()).isZero();
        assertThat(health.pauses().count()).isZero();
        assertThat(health.readers())
                .singleElement()
                .satisfies(each -> assertThat(each.delay().count()).isZero());
        assertThat(health.cpuShare()).isZero();
    }

    @Test
    void sharesReferToTimeWithSamplesInFlight() {
        pollUntil(0, 990, 10);
        busy = true;
        pollUntil(1000, 2990, 5);
        busy = false;
        pollUntil(3000, 4000, 10);
        ClientHealth health = sampler.end(4000);

        assertThat(health.watched()).isEqualTo(Duration.ofNanos(2000));
        assertThat(health.cpuShare()).isCloseTo(0.5, within(0.01));
        assertThat(health.readers()).singleElement().satisfies(each -> assertThat(each.share())
                .isCloseTo(0.5, within(0.06)));
        assertThat(health.garbageCollection().share()).isCloseTo(0.1, within(0.01));
        assertThat(health.garbageCollection().longest()).isEqualTo(Duration.ofNanos(1));
    }

    @Test
    void cpuTimeBeforeWatchIsNotCounted() {
        usage.thread = 1_000_000;
        busy = true;
        pollUntil(0, 2000, 1);

        assertThat(sampler.end(2000).readers()).singleElement().satisfies(each -> assertThat(each.share())
                .isBetween(0.05, 0.11));
    }

    @Test
    void latePollIsPauseOfClient() {
        busy = true;
        sampler.poll(0, 0);
        sampler.poll(10, 40);

        assertThat(sampler.end(40).pauses()).isEqualTo(new Delay(4, 20, 30, 0, 30));
    }

    @Test
    void pausesOfAPeriodOrLongerAreKeptWithTheirStart() {
        busy = true;
        sampler.poll(0, 0);
        sampler.poll(10, 40);
        sampler.poll(50, 59);
        sampler.poll(60, 70);

        assertThat(sampler.end(70).longestPauses())
                .containsExactly(
                        new Pause(ORIGIN.plusNanos(10), Duration.ofNanos(30)),
                        new Pause(ORIGIN.plusNanos(60), Duration.ofNanos(10)));
    }

    @Test
    void pausesOfAnIdleClientAreKeptButNotJudged() {
        sampler.poll(0, 0);
        sampler.poll(10, 500);
        busy = true;
        sampler.poll(510, 900);
        ClientHealth health = sampler.end(900);

        assertThat(health.longestPauses())
                .containsExactly(
                        new Pause(ORIGIN.plusNanos(10), Duration.ofNanos(490)),
                        new Pause(ORIGIN.plusNanos(510), Duration.ofNanos(390)));
        assertThat(health.pauses().count()).isZero();
    }

    @Test
    void onlyTheLongestPausesAreKept() {
        LongestPauses pauses = new LongestPauses(ORIGIN, 0);
        for (int i = 1; i <= ClientHealth.MAX_PAUSES + 50; i++) {
            pauses.add(1000L * i, i);
        }

        assertThat(pauses.inOrder())
                .hasSize(ClientHealth.MAX_PAUSES)
                .startsWith(new Pause(ORIGIN.plusNanos(51_000), Duration.ofNanos(51)))
                .endsWith(new Pause(ORIGIN.plusNanos(150_000), Duration.ofNanos(150)));
    }

    @Test
    void sendsBeforeRunAreNotCounted() {
        sends.sent(1000, 0, 0);
        Sampler second = sampler();
        sends.issued(3);
        sends.sent(1, 2, 4);

        assertThat(second.end(0).sends())
                .isEqualTo(new ClientHealth.Sends(
                        new Delay(1, 3, 3, 0, 3),
                        new Delay(1, 1, 1, 0, 1),
                        new Delay(1, 2, 2, 0, 2),
                        new Delay(1, 4, 4, 0, 4)));
    }
}
