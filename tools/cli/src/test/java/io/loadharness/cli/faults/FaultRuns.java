// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.faults;

import io.loadharness.LoadGenerator;
import io.loadharness.LogSettings;
import io.loadharness.QuerySampleLibrary;
import io.loadharness.Scenario;
import io.loadharness.TestMode;
import io.loadharness.TestResult;
import io.loadharness.TestRun;
import io.loadharness.TestSettings;
import io.loadharness.client.ClientLimits;
import io.loadharness.http.Dialect;
import io.loadharness.http.HttpTransport;
import io.loadharness.http.HttpTransportProvider;
import io.loadharness.http.OpenAiBackend;
import io.loadharness.http.TimeLimits;
import io.loadharness.http.TlsOptions;
import io.loadharness.http.TransportOptions;
import io.loadharness.inference.BackendSystemUnderTest;
import io.loadharness.inference.GenerationParameters;
import io.loadharness.inference.InferenceRequest;
import io.loadharness.inference.Prompt;
import io.loadharness.inference.ResponseForm;
import io.loadharness.loadgen.MlperfLoadGen;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ServiceLoader;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** Small runs of LoadGen over HTTP, one per fault. */
final class FaultRuns {

    static final int TOKENS = 6;
    static final int LIBRARY = 16;
    private static final int MOST_BYTES = 100_000;
    private static final GenerationParameters PARAMETERS =
            GenerationParameters.builder().maxTokens(TOKENS).ignoreEos(true).build();

    private FaultRuns() {}

    /** Returns the names of the transports on the class path, without those that only the transport tests cover. */
    static Stream<String> transports() {
        return ServiceLoader.load(HttpTransportProvider.class).stream()
                .map(provider -> provider.get().name())
                .filter(name -> !name.equals("netty-nio"));
    }

    /** Returns each transport with and without streaming. */
    static Stream<Arguments> modes() {
        return transports()
                .flatMap(transport -> Stream.of(true, false).map(streaming -> Arguments.of(streaming, transport)));
    }

    /** Returns options with small bodies, no retries, and a time limit that is reached only if a request hangs. */
    static TransportOptions.Builder options(Duration limit) {
        return TransportOptions.builder()
                .limits(new TimeLimits(limit, limit, limit, limit))
                .maxBodyBytes(MOST_BYTES)
                .tls(TlsOptions.VERIFIED.withoutVerification())
                .retryStale(false);
    }

    static OpenAiBackend backend(
            URI server, Dialect dialect, boolean streaming, String transport, TransportOptions.Builder options) {
        return backend(server, dialect, streaming, HttpTransport.open(transport, options.build()));
    }

    static OpenAiBackend backend(URI server, Dialect dialect, boolean streaming, HttpTransport transport) {
        return OpenAiBackend.builder(server.toString())
                .dialect(dialect)
                .streaming(streaming)
                .maxEventBytes(MOST_BYTES)
                .transport(transport)
                .build();
    }

    static BackendSystemUnderTest.Builder system(OpenAiBackend backend, int concurrency) {
        return BackendSystemUnderTest.builder(
                        "faulty", index -> new InferenceRequest(index, Prompt.of(index + 1, 2, 3), PARAMETERS))
                .backend(backend, 1, concurrency)
                .clientLimits(ClientLimits.NONE);
    }

    static ResponseForm form(Dialect dialect) {
        return dialect == Dialect.OPENAI_COMPLETIONS ? ResponseForm.TEXT : ResponseForm.TOKEN_IDS;
    }

    /** Runs a test to its end. */
    static TestResult run(BackendSystemUnderTest sut, Scenario scenario, int samples, Path logs) {
        try (LoadGenerator loadGen = new MlperfLoadGen()) {
            return loadGen.run(sut, library(), settings(scenario, samples), LogSettings.in(logs));
        }
    }

    /** Starts a test. */
    static TestRun start(LoadGenerator loadGen, BackendSystemUnderTest sut, Scenario scenario, int samples, Path logs) {
        return loadGen.start(sut, library(), settings(scenario, samples), LogSettings.in(logs));
    }

    private static QuerySampleLibrary library() {
        return QuerySampleLibrary.ofSize("prompts", LIBRARY);
    }

    private static TestSettings settings(Scenario scenario, int samples) {
        return TestSettings.builder(scenario)
                .mode(TestMode.PERFORMANCE_ONLY)
                .minDuration(Duration.ZERO)
                .minQueryCount(samples)
                .maxQueryCount(scenario == Scenario.OFFLINE ? 0 : samples)
                .serverTargetQps(1000)
                .useTokenLatencies(true)
                .stallLimit(Duration.ofMinutes(5))
                .build();
    }
}
