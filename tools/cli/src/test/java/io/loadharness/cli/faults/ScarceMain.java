// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.faults;

import io.loadharness.Scenario;
import io.loadharness.TestResult;
import io.loadharness.http.Dialect;
import io.loadharness.http.HttpTransport;
import io.loadharness.http.OpenAiBackend;
import io.loadharness.http.TransportOptions;
import io.loadharness.inference.BackendSystemUnderTest;
import io.loadharness.inference.EndpointCounts;
import io.loadharness.inference.RequestObserver;
import io.loadharness.simulator.SimulatedServer;
import io.loadharness.simulator.SimulatorConfig;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;

/** The runs of {@link ScarceResourcesTest} that exhaust resources of their JVM. */
final class ScarceMain {

    static final int SAMPLES = 20;
    static final int OUTSTANDING = 2000;
    private static final Duration PATIENT = Duration.ofMinutes(5);
    private static final URI CLOSED_PORT = URI.create("http://127.0.0.1:9");

    private final String transport;
    private final Path logs;

    private ScarceMain(String transport, Path logs) {
        this.transport = transport;
        this.logs = logs;
    }

    /** Takes the scarce resource, the transport, a folder, and the server. */
    public static void main(String[] arguments) throws IOException {
        ScarceMain main = new ScarceMain(arguments[1], Path.of(arguments[2]));
        switch (arguments[0]) {
            case "files" -> main.withoutFiles(URI.create(arguments[3]));
            case "ports" -> main.withoutPorts();
            case "attempts" -> main.attempts();
            case "large" -> main.largeAnswers(arguments[3]);
            case "outstanding" -> main.outstanding(URI.create(arguments[3]));
            default -> throw new IllegalArgumentException(arguments[0]);
        }
    }

    private void withoutFiles(URI server) {
        run(
                "before",
                backend(CLOSED_PORT, true),
                1,
                Scenario.SINGLE_STREAM,
                null); // loads classes, which also needs files
        for (boolean streaming : List.of(true, false)) {
            run(
                    "streaming " + streaming,
                    backend(server, streaming),
                    1,
                    Scenario.SINGLE_STREAM,
                    ResourceExhaustion.ofFiles());
        }
    }

    private void withoutPorts() {
        for (boolean streaming : List.of(true, false)) {
            try (SimulatedServer server =
                    SimulatedServer.start(SimulatorConfig.builder().build())) {
                ResourceExhaustion ports = ResourceExhaustion.ofPortsTo(server.address());
                run("streaming " + streaming, backend(server.uri(), streaming), 1, Scenario.SINGLE_STREAM, ports);
            }
        }
    }

    private void attempts() throws IOException {
        long before = connectionAttempts();
        run("refused", backend(CLOSED_PORT, true), 1, Scenario.SINGLE_STREAM, null);
        tell("attempts", connectionAttempts() - before);
    }

    /** Returns the number of connection attempts in this network namespace. */
    private static long connectionAttempts() throws IOException {
        List<List<String>> tcp = Files.readAllLines(Path.of("/proc/self/net/snmp")).stream()
                .filter(line -> line.startsWith("Tcp:"))
                .map(line -> Arrays.asList(line.split(" ")))
                .toList();
        return Long.parseLong(tcp.get(1).get(tcp.get(0).indexOf("ActiveOpens")));
    }

    private void largeAnswers(String server) {
        for (String fault : List.of("oversized-event", "huge-response")) {
            for (boolean streaming : List.of(true, false)) {
                OpenAiBackend backend = OpenAiBackend.builder(server)
                        .dialect(Dialect.VLLM_COMPLETIONS)
                        .streaming(streaming)
                        .header("X-LoadHarness-Fault", fault)
                        .transport(HttpTransport.open(transport, TransportOptions.DEFAULTS))
                        .build();
                run(fault + ", streaming " + streaming, backend, 1, Scenario.OFFLINE, null);
            }
        }
    }

    private void outstanding(URI server) {
        run("outstanding", backend(server, true), OUTSTANDING, Scenario.OFFLINE, null);
    }

    private OpenAiBackend backend(URI server, boolean streaming) {
        return FaultRuns.backend(server, Dialect.VLLM_COMPLETIONS, streaming, transport, FaultRuns.options(PATIENT));
    }

    private void run(String name, OpenAiBackend backend, int concurrency, Scenario scenario, RequestObserver observer) {
        BackendSystemUnderTest.Builder system = FaultRuns.system(backend, concurrency);
        if (observer != null) {
            system.observer(observer);
        }
        try (BackendSystemUnderTest sut = system.build()) {
            TestResult result = FaultRuns.run(sut, scenario, Math.max(SAMPLES, concurrency), logs.resolve(name));
            EndpointCounts counts = sut.endpointCounts().get(0);
            tell(name + ", verdict", result.verdict());
            tell(name + ", answered", counts.completed());
            tell(name + ", tokens", counts.tokens());
            tell(name + ", failures", counts.failures());
            tell(name + ", peak", counts.peakInFlight());
            result.failures().forEach((kind, failures) -> tell(name + ", first " + kind, failures.firstMessage()));
        }
    }

    private static void tell(String name, Object value) {
        System.out.println(ChildRun.FACT + name + "=" + value);
    }
}
