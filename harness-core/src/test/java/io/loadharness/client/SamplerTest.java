// SPDX-License-Identifier: Apache-2.0
package io.loadharness.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class SamplerTest {

    private static final long PERIOD = 10;
    private static final int PROCESSORS = 2;

    private final FakeCosts costs = new FakeCosts();
    private final SendDelays sends = new SendDelays();
    private final LoopProbe reader = new LoopProbe(Runnable::run, () -> 0);
    private boolean busy;
    private final Sampler sampler = sampler();

    private Sampler sampler() {
        return new Sampler(PERIOD, () -> busy, List.of(reader), sends, costs, PROCESSORS);
    }

    private void lookUntil(long from, long to, long costPerLook) {
        for (long now = from; now <= to; now += PERIOD) {
            sampler.look(now, now);
            costs.processor += 2 * costPerLook;
            costs.thread += costPerLook;
            costs.collecting += 1;
        }
    }

    @Test
    void aClientThatHasNothingToDoIsNotWatched() {
        lookUntil(0, 1000, 10);
        ClientHealth health = sampler.end(1000);

        assertThat(health.watched()).isZero();
        assertThat(health.stalls().count()).isZero();
        assertThat(health.readers())
                .singleElement()
                .satisfies(each -> assertThat(each.delay().count()).isZero());
        assertThat(health.processorShare()).isZero();
    }

    @Test
    void sharesAreOfTheTimeInWhichSamplesWereOutstanding() {
        lookUntil(0, 990, 10);
        busy = true;
        lookUntil(1000, 2990, 5);
        busy = false;
        lookUntil(3000, 4000, 10);
        ClientHealth health = sampler.end(4000);

        assertThat(health.watched()).isEqualTo(Duration.ofNanos(2000));
        assertThat(health.processorShare()).isCloseTo(0.5, within(0.01));
        assertThat(health.readers()).singleElement().satisfies(each -> assertThat(each.share())
                .isCloseTo(0.5, within(0.06)));
        assertThat(health.collections().share()).isCloseTo(0.1, within(0.01));
        assertThat(health.collections().longest()).isEqualTo(Duration.ofNanos(1));
    }

    @Test
    void whatAThreadDidBeforeItWasWatchedDoesNotCount() {
        costs.thread = 1_000_000;
        busy = true;
        lookUntil(0, 2000, 1);

        assertThat(sampler.end(2000).readers()).singleElement().satisfies(each -> assertThat(each.share())
                .isBetween(0.05, 0.11));
    }

    @Test
    void aWatchThatWakesUpLateSawTheClientStandStill() {
        busy = true;
        sampler.look(0, 0);
        sampler.look(10, 40);

        assertThat(sampler.end(40).stalls()).isEqualTo(new Delay(4, 20, 30, 0, 30));
    }

    @Test
    void sendsFromBeforeTheRunDoNotCount() {
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
