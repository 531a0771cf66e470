// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmark;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class ProfileWindowTest {

    @Test
    void requestCountHasTheRightPlural() {
        ProfileWindow window = new ProfileWindow(Duration.ZERO, Optional.empty(), 2, OptionalLong.empty());

        assertThat(window.missedBy(0)).startsWith("the run sent 0 requests, but ");
        assertThat(window.missedBy(1)).startsWith("the run sent 1 request, but ");
    }
}
