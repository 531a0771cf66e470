// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmarks;

import io.loadharness.LogSettings;
import io.loadharness.QuerySampleLibrary;
import io.loadharness.TestSettings;
import io.loadharness.client.ClientLimits;
import io.loadharness.http.Dialect;
import io.loadharness.http.HttpTransport;
import io.loadharness.http.OpenAiBackend;
import io.loadharness.http.TransportOptions;
import io.loadharness.inference.BackendSystemUnderTest;
import io.loadharness.inference.ResponseForm;
import io.loadharness.schedule.Arrivals;
import io.loadharness.schedule.Pacer;
import io.loadharness.schedule.Schedule;
import io.loadharness.schedule.ScheduledLoad;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;

/**
 * Sends requests with Poisson arrivals over HTTP, and measures the gaps between the requests at the server. A C++ client sends requests at
 * the same rate from one thread. Its gaps show how much of the difference the machine causes.
 */
final class ReceivedArrivals implements AutoCloseable {

    static final double RATE = 500;

    private final BenchFolder benchFolder;
    private final Pacer pacer;
    private final ArrivalServer server;
    private final BackendSystemUnderTest system;
    private final CClient plain;

    ReceivedArrivals(BenchFolder benchFolder, Pacer pacer) throws IOException {
        this.benchFolder = benchFolder;
        this.pacer = pacer;
        HttpWorkload workload = HttpWorkload.REQUESTS;
        server = ArrivalServer.start();
        OpenAiBackend backend = OpenAiBackend.builder(server.uri().toString())
                .dialect(Dialect.OPENAI_COMPLETIONS)
                .model(HttpWorkload.MODEL)
                .transport(HttpTransport.open("netty", TransportOptions.DEFAULTS))
                .build();
        system = BackendSystemUnderTest.builder("arrivals", index -> workload.request())
                .backend(backend)
                .responseForm(ResponseForm.TEXT)
                .clientLimits(ClientLimits.NONE)
                .build();
        plain = new CClient(server.uri(), workload);
    }

    /** Measures the gaps of a schedule of LoadHarness. */
    PoissonFit ours(Duration length) throws IOException {
        Schedule schedule = Arrivals.poisson(RATE).during(length);
        Path logs = benchFolder.newLogs();
        try (ScheduledLoad load = new ScheduledLoad(schedule, pacer)) {
            load.run(
                    system,
                    QuerySampleLibrary.ofSize("any", 1024),
                    TestSettings.builder(schedule.scenario()).build(),
                    LogSettings.in(logs));
        } finally {
            benchFolder.remove(logs);
        }
        return PoissonFit.of(server.arrivals(), RATE);
    }

    /** Measures the gaps of the C++ client. */
    PoissonFit ofC(Duration length) throws IOException {
        plain.firstTokens(RATE, (int) (RATE * length.toSeconds()));
        return PoissonFit.of(server.arrivals(), RATE);
    }

    @Override
    public void close() {
        system.close();
        server.close();
    }
}
