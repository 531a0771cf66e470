// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.signal;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadharness.cli.signal.SignalRule.Effect;
import org.junit.jupiter.api.Test;

class SignalRuleTest {

    private long now = Long.MAX_VALUE - 1; // a clock may overflow
    private final SignalRule rule = new SignalRule(() -> now);

    @Test
    void signalsWithinTwoSecondsCountAsOne() {
        assertThat(rule.received()).isEqualTo(Effect.SHUTDOWN);
        assertThat(rule.received()).isEqualTo(Effect.NONE);
        now += SignalRule.SAME_NANOS - 1;
        assertThat(rule.received()).isEqualTo(Effect.NONE);
    }

    @Test
    void aLaterSignalEndsTheProcess() {
        assertThat(rule.received()).isEqualTo(Effect.SHUTDOWN);
        now += SignalRule.SAME_NANOS;
        assertThat(rule.received()).isEqualTo(Effect.HALT);
        assertThat(rule.received()).isEqualTo(Effect.HALT);
    }
}
