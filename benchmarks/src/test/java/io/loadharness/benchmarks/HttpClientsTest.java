// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadharness.simulator.Fault;
import io.loadharness.simulator.FaultRule;
import io.loadharness.simulator.SimulatedServer;
import io.loadharness.simulator.SimulatorConfig;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares the counters of the benchmark's clients with those of the server. */
@Timeout(120)
class HttpClientsTest {

    private static final int REQUESTS = 100;

    @ParameterizedTest
    @EnumSource(names = {"REQUESTS", "SSE_BURST"})
    void cppClientCountsEveryEvent(HttpWorkload workload) throws Exception {
        try (SimulatedServer server = SimulatedServer.start(workload.server())) {
            HttpCounts counts = new CClient(server.uri(), workload).run(REQUESTS);

            assertCounts(counts, workload.events(), server, workload);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"REQUESTS", "SSE_BURST"})
    void minimalClientCountsEveryEvent(HttpWorkload workload) throws Exception {
        try (SimulatedServer server = SimulatedServer.start(workload.server());
                ClosedLoop loop = new JdkBaselineLoop(server.uri(), workload)) {
            assertCounts(loop.run(REQUESTS), workload.events(), server, workload);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"netty", "jdk"})
    void harnessClientCountsEveryToken(String transport) throws Exception {
        HttpWorkload workload = HttpWorkload.SSE_BURST;
        try (SimulatedServer server = SimulatedServer.start(workload.server());
                ClosedLoop loop = new HarnessLoop(transport, server.uri(), workload)) {
            HttpCounts counts = loop.run(REQUESTS);

            assertCounts(counts, workload.tokens(), server, workload);
            assertThat(counts.allocatedBytes()).isPositive();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"netty", "jdk"})
    void failedRequestFailsTheRun(String transport) {
        HttpWorkload workload = HttpWorkload.REQUESTS;
        SimulatorConfig faulty = SimulatorConfig.builder()
                .fault(FaultRule.every(90, Fault.HTTP_503))
                .build();
        try (SimulatedServer server = SimulatedServer.start(faulty);
                ClosedLoop loop = new HarnessLoop(transport, server.uri(), workload)) {
            assertThatThrownBy(() -> loop.run(REQUESTS))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("503");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"netty", "jdk"})
    void firstTokenIsReadAfterItsSendTime(String transport) throws Exception {
        HttpWorkload workload = HttpWorkload.REQUESTS;
        try (SimulatedServer server = SimulatedServer.start(workload.server());
                FirstTokenProbe probe = new FirstTokenProbe(transport, server.uri(), workload)) {
            long[] errors = probe.run(1000, REQUESTS);

            assertThat(errors).hasSize(REQUESTS).isSorted();
            assertThat(errors[0]).isPositive();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"netty", "jdk"})
    void heldStreamsAreInFlightOnTheServer(String transport) throws Exception {
        HttpWorkload workload = HttpWorkload.STREAMS;
        try (SimulatedServer server = SimulatedServer.start(workload.server());
                StreamHolder holder = new StreamHolder(transport, server.uri(), workload.request())) {
            assertThat(holder.hold(600)).isEqualTo(600);
            while (server.stats().running() < 600) { // updated shortly after the first tokens were sent
                Thread.onSpinWait();
            }
            assertThat(server.stats().running()).isEqualTo(600);
        }
    }

    @Test
    void clientThatSendsNothingIsDetected() throws Exception {
        HttpWorkload workload = HttpWorkload.REQUESTS;
        try (HttpServer server = HttpServer.start(workload)) {
            HttpContender honest = new HttpContender(new CClient(server.uri(), workload), server, workload, REQUESTS);
            HttpContender idle = new HttpContender(new IdleClient(), server, workload, REQUESTS);

            assertThat(honest.run().client().events()).isEqualTo(REQUESTS);
            assertThatThrownBy(idle::run)
                    .hasMessage("wrong number of requests completed by the server: expected " + REQUESTS + ", got 0");
        }
    }

    @Test
    void unreachableServerFailsTheRun() throws Exception {
        try (Socket unused = new Socket()) {
            unused.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0)); // bound, but not listening
            URI nowhere = URI.create("http://127.0.0.1:" + unused.getLocalPort());

            assertThatThrownBy(() -> new CClient(nowhere, HttpWorkload.REQUESTS).run(1))
                    .hasMessage("http_client failed: connect: Connection refused");
        }
    }

    private static void assertCounts(
            HttpCounts counts, int eventsOfEach, SimulatedServer server, HttpWorkload workload) {
        assertThat(counts.requests()).isEqualTo(REQUESTS);
        assertThat(counts.events()).isEqualTo((long) REQUESTS * eventsOfEach);
        assertThat(counts.cpuNanos()).isPositive();
        assertThat(server.stats().succeeded()).isEqualTo(REQUESTS);
        assertThat(server.stats().events()).isEqualTo((long) REQUESTS * workload.tokens());
    }

    private static final class IdleClient implements HttpClientUnderTest {
        @Override
        public HttpCounts run(int requests) {
            return new HttpCounts(requests, requests, 1, 1, 1);
        }

        @Override
        public int eventsOf(HttpWorkload workload) {
            return workload.tokens();
        }
    }
}
