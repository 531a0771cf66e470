// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class EchoServerTest {

    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void clientsThatLeaveRepliesUnreadDoNotEndTheServer() throws IOException {
        try (EchoServer server = EchoServer.start()) {
            for (int i = 0; i < 200; i++) {
                assertThat(server.closed(32, Duration.ofMillis(3))).isNotNegative();
            }
        }
    }
}
