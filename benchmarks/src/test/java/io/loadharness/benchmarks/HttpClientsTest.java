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

/** The clients of the bench count what the server did. */
@Timeout(120)
class HttpClientsTest {

    private static final int REQUESTS = 100;

    @ParameterizedTest
    @EnumSource(names = {"REQUESTS", "SSE_BURST"})
    void theClientInCCountsEachEventOfEachAnswer(HttpWorkload workload) throws Exception {
        try (SimulatedServer server = SimulatedServer.start(workload.server())) {
            Tally tally = new CClient(server.uri(), workload).run(REQUESTS);

            assertCounts(tally, workload.events(), server, workload);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"REQUESTS", "SSE_BURST"})
    void theBareClientCountsEachEventOfEachAnswer(HttpWorkload workload) throws Exception {
        try (SimulatedServer server = SimulatedServer.start(workload.server());
                ClosedLoop loop = new BareLoop(server.uri(), workload)) {
            assertCounts(loop.run(REQUESTS), workload.events(), server, workload);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"netty", "jdk"})
    void oursCountsEachToken(String transport) throws Exception {
        HttpWorkload workload = HttpWorkload.SSE_BURST;
        try (SimulatedServer server = SimulatedServer.start(workload.server());
                ClosedLoop loop = new OwnLoop(transport, server.uri(), workload)) {
            Tally tally = loop.run(REQUESTS);

            assertCounts(tally, workload.tokens(), server, workload);
            assertThat(tally.allocatedBytes()).isPositive();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"netty", "jdk"})
    void aRunWithAFailedRequestCountsNothing(String transport) {
        HttpWorkload workload = HttpWorkload.REQUESTS;
        SimulatorConfig faulty = SimulatorConfig.builder()
                .fault(FaultRule.every(90, Fault.HTTP_503))
                .build();
        try (SimulatedServer server = SimulatedServer.start(faulty);
                ClosedLoop loop = new OwnLoop(transport, server.uri(), workload)) {
            assertThatThrownBy(() -> loop.run(REQUESTS))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("503");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"netty", "jdk"})
    void aFirstTokenIsNeverReadBeforeItWasSent(String transport) throws Exception {
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
    void streamsAreHeldOpenOnTheServerToo(String transport) throws Exception {
        HttpWorkload workload = HttpWorkload.STREAMS;
        try (SimulatedServer server = SimulatedServer.start(workload.server());
                StreamHolder holder = new StreamHolder(transport, server.uri(), workload.request())) {
            assertThat(holder.hold(600)).isEqualTo(600);
            while (server.stats().running() < 600) { // told a moment after the first tokens were sent
                Thread.onSpinWait();
            }
            assertThat(server.stats().running()).isEqualTo(600);
        }
    }

    @Test
    void aClientThatOnlySaysThatItAskedIsFoundOut() throws Exception {
        HttpWorkload workload = HttpWorkload.REQUESTS;
        try (HttpServer server = HttpServer.start(workload)) {
            HttpContender honest = new HttpContender(new CClient(server.uri(), workload), server, workload, REQUESTS);
            HttpContender liar = new HttpContender(new Liar(), server, workload, REQUESTS);

            assertThat(honest.run().client().events()).isEqualTo(REQUESTS);
            assertThatThrownBy(liar::run)
                    .hasMessage("the requests that the server answered are 0 and should be " + REQUESTS);
        }
    }

    @Test
    void aServerThatIsNotThereEndsTheRun() throws Exception {
        try (Socket taken = new Socket()) {
            taken.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0)); // and does not listen
            URI nowhere = URI.create("http://127.0.0.1:" + taken.getLocalPort());

            assertThatThrownBy(() -> new CClient(nowhere, HttpWorkload.REQUESTS).run(1))
                    .hasMessage("http_client failed: connect: Connection refused");
        }
    }

    private static void assertCounts(Tally tally, int eventsOfEach, SimulatedServer server, HttpWorkload workload) {
        assertThat(tally.requests()).isEqualTo(REQUESTS);
        assertThat(tally.events()).isEqualTo((long) REQUESTS * eventsOfEach);
        assertThat(tally.cpuNanos()).isPositive();
        assertThat(server.stats().succeeded()).isEqualTo(REQUESTS);
        assertThat(server.stats().events()).isEqualTo((long) REQUESTS * workload.tokens());
    }

    private static final class Liar implements HttpClientUnderTest {
        @Override
        public Tally run(int requests) {
            return new Tally(requests, requests, 1, 1, 1);
        }

        @Override
        public int eventsOf(HttpWorkload workload) {
            return workload.tokens();
        }
    }
}
