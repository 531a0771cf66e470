// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class HttpFigureTest {

    @Test
    void eachTransportHasItsIdsAndGoals() {
        assertThat(Arrays.stream(HttpFigure.values()).map(each -> each.on(HttpSide.NETTY)))
                .extracting(each -> each.id() + " " + each.goal().getAsDouble())
                .containsExactly(
                        "requests_ratio_netty 0.6",
                        "ttft_error_us_p50_netty 100.0",
                        "ttft_error_us_p99_netty 1000.0",
                        "sse_paced_ratio_netty 0.5",
                        "bytes_per_event_netty 200.0",
                        "sse_burst_ratio_netty 0.25",
                        "watched_requests_ratio_netty 0.95",
                        "watched_paced_ratio_netty 0.95",
                        "streams_held_netty 15000.0");
        assertThat(Arrays.stream(HttpFigure.values()).map(each -> each.on(HttpSide.JDK)))
                .extracting(each -> each.id() + " " + each.goal().orElse(-1))
                .containsExactly(
                        "requests_ratio_jdk 0.85",
                        "ttft_error_us_p50_jdk 300.0",
                        "ttft_error_us_p99_jdk 3000.0",
                        "sse_paced_ratio_jdk 0.8",
                        "bytes_per_event_jdk -1.0",
                        "sse_burst_ratio_jdk 0.5",
                        "watched_requests_ratio_jdk 0.95",
                        "watched_paced_ratio_jdk 0.95",
                        "streams_held_jdk 5000.0");
    }

    @Test
    void moreStreamsAreBetterAndFewerMicroseconds() {
        assertThat(HttpFigure.STREAMS_HELD.on(HttpSide.JDK).meetsGoal(5001)).isTrue();
        assertThat(HttpFigure.TTFT_ERROR_US_P50.on(HttpSide.JDK).meetsGoal(301)).isFalse();
        assertThat(HttpFigure.BYTES_PER_EVENT.on(HttpSide.JDK).meetsGoal(1e9)).isTrue();
    }
}
