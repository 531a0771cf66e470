// SPDX-License-Identifier: Apache-2.0
package io.loadharness.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class AllowanceTest {

    private static final long PAUSE = 100;

    private final Allowance allowance = new Allowance(2, PAUSE);

    @Test
    void givesSoManyAtOnceAndThenOneAfterEachPause() {
        assertThat(allowance.take(5_000)).isTrue();
        assertThat(allowance.take(5_000)).isTrue();
        assertThat(allowance.take(5_000 + PAUSE - 1)).isFalse();
        assertThat(allowance.take(5_000 + PAUSE)).isTrue();
        assertThat(allowance.take(5_000 + PAUSE)).isFalse();
        assertThat(allowance.take(5_000 + 2 * PAUSE)).isTrue();
    }

    @Test
    void savesNoMoreThanItHadAtTheBegin() {
        assertThat(allowance.take(0)).isTrue();
        assertThat(allowance.take(1_000 * PAUSE)).isTrue();
        assertThat(allowance.take(1_000 * PAUSE)).isTrue();
        assertThat(allowance.take(1_000 * PAUSE)).isFalse();
    }
}
