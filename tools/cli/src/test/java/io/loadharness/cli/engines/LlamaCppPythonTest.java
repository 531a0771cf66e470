// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.engines;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadharness.Failure.Kind;
import io.loadharness.Scenario;
import io.loadharness.TestResult;
import io.loadharness.Verdict;
import io.loadharness.cli.ExitCode;
import io.loadharness.cli.Session;
import io.loadharness.http.Dialect;
import io.loadharness.inference.BackendSystemUnderTest;
import io.loadharness.inference.TokenSource;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The server of llama-cpp-python: no health endpoint, one request at a time, and no usage in streams. */
class LlamaCppPythonTest extends EngineContract {

    @Override
    EngineProcess start() throws Exception {
        return start("false");
    }

    /** Starts the server. By default, the server ends a stream without a reason when another request arrives. */
    private static EngineProcess start(String interruptRequests) throws Exception {
        return EngineProcess.start(
                Map.of(
                        "LLAMA_CPP_LIB_PATH",
                        EngineProcess.folder().resolve("llama.cpp/bin").toString()),
                Path.of("llama-cpp-python", "bin", "python"),
                "-m",
                "llama_cpp.server",
                "--model",
                "tiny.gguf",
                "--n_threads",
                "1",
                "--n_threads_batch",
                "1",
                "--interrupt_requests",
                interruptRequests);
    }

    @Override
    Map<Dialect, List<TokenSource>> counted() {
        List<TokenSource> usage = List.of(TokenSource.NONE, TokenSource.USAGE);
        return Map.of(Dialect.OPENAI_COMPLETIONS, usage, Dialect.OPENAI_CHAT, usage);
    }

    @Test
    void probeReportsStreamsWithoutTokenCounts() {
        Session session = Session.of("probe", "--url", url(), "--max-tokens", "" + TOKENS);

        assertThat(session.exitCode()).isEqualTo(ExitCode.OK);
        assertThat(session.plainOut()).containsPattern("(?m)^openai-chat +yes +yes +no +whole ");
    }

    @Test
    void streamWithoutUsageFailsIfTokensAreRequired() {
        try (BackendSystemUnderTest sut =
                system(Dialect.OPENAI_COMPLETIONS, true, "netty", new ResponseCollector(), true)) {
            TestResult result = run(sut, Scenario.OFFLINE, true);

            assertThat(result.verdict()).isEqualTo(Verdict.INVALID);
            assertThat(result.failures()).containsOnlyKeys(Kind.MALFORMED_RESPONSE);
            assertThat(result.failures().get(Kind.MALFORMED_RESPONSE).count())
                    .isEqualTo(sut.endpointCounts().get(0).sent());
        }
    }
}
