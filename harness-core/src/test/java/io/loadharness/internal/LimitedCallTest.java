// SPDX-License-Identifier: Apache-2.0
package io.loadharness.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class LimitedCallTest {

    private static final Duration LONG = Duration.ofMinutes(4);

    @Test
    void returnsTheResultOrTheExceptionOfTheCode() throws Exception {
        LimitedCall<Integer> answer = LimitedCall.start("answer", () -> 42);
        assertThat(answer.await(LONG)).isTrue();
        assertThat(answer.result()).isEqualTo(42);

        IOException cause = new IOException("no file");
        LimitedCall<Integer> broken = LimitedCall.start("broken", () -> {
            throw cause;
        });
        assertThat(broken.await(LONG)).isTrue();
        assertThatThrownBy(broken::result).isSameAs(cause);
    }

    @Test
    void endsAtTheLimitWhileTheCodeRunsOn() throws Exception {
        CountDownLatch interrupted = new CountDownLatch(1);
        LimitedCall<Boolean> hanging = LimitedCall.start("hanging", () -> {
            try {
                new CountDownLatch(1).await();
                return true;
            } catch (InterruptedException e) {
                interrupted.countDown();
                return false;
            }
        });

        assertThat(hanging.await(Duration.ofMillis(1))).isFalse();
        assertThat(interrupted.getCount()).isEqualTo(1);
        hanging.interrupt();

        assertThat(hanging.await(LONG)).isTrue();
        assertThat(hanging.result()).isFalse();
    }

    @Test
    void anInterruptedThreadWaitsForTheCodeAndRemainsInterrupted() {
        CountDownLatch ran = new CountDownLatch(1);
        Thread.currentThread().interrupt();

        assertThat(LimitedCall.run("close", ran::countDown, LONG)).isTrue();

        assertThat(ran.getCount()).isZero();
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void limitsAreAtLeastASecond() {
        assertThat(LimitedCall.atLeastMinimum(Duration.ofNanos(-1))).isEqualTo(Duration.ofSeconds(1));
        assertThat(LimitedCall.atLeastMinimum(LONG)).isEqualTo(LONG);
    }
}
