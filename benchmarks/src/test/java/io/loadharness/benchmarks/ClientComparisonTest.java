// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Compares programs that need a known CPU time for each request, and write the number of requests that the server has completed. */
@Timeout(120)
class ClientComparisonTest {

    private static final int REQUESTS = 50;

    private final StringWriter err = new StringWriter();
    private BenchFolder benchFolder;
    private Path served;

    private record FakeClient(String label, Path served, int millis, int lost, int exitCode) implements ChatClient {

        /** A negative number of lost requests is a number of requests before those of the load. */
        @Override
        public int preparatoryRequests() {
            return Math.max(0, -lost);
        }

        @Override
        public List<String> command(ChatLoad load, Path results) {
            return List.of(
                    "python3", "-c", """
                        import sys, time
                        while time.process_time() < %d / 1000: pass
                        print(%d, file=open("%s", "a"))
                        print("done")
                        sys.exit(%d)
                        """.formatted(millis * load.requests(), load.requests() - lost, served, exitCode));
        }
    }

    @BeforeEach
    void createFolder() throws IOException {
        benchFolder = new BenchFolder();
        served = Files.createFile(benchFolder.folder().resolve("served"));
    }

    @AfterEach
    void removeFolder() {
        benchFolder.close();
    }

    @Test
    void eachClientHasItsCostAndTheRatioToOurs() throws Exception {
        List<FigureSpread> spreads = measure(client("LoadHarness", 1, -1, 0), client("some-tool", 4, 0, 0));

        assertThat(spreads)
                .extracting(each -> each.figure().id())
                .containsExactly(
                        "cpu_ms_per_request_loadharness",
                        "cpu_us_per_token_loadharness",
                        "cpu_ms_per_request_some_tool",
                        "cpu_us_per_token_some_tool",
                        "cpu_ratio_some_tool");
        assertThat(spreads).allSatisfy(each -> assertThat(each.pairs()).isEqualTo(2));
        assertThat(err.toString()).containsPattern("some-tool, 200 requests: [\\d.]+ s of CPU time");
        assertThat(spreads.get(4).median()).isGreaterThan(1);
        assertThat(spreads.get(2).note()).matches("start [-\\d.]+ s, load average [\\d.]+");
    }

    @Test
    void rivalWithALostRequestHasNoFigure() throws Exception {
        List<FigureSpread> spreads = measure(client("LoadHarness", 1, 0, 0), client("some-tool", 1, 1, 0));

        assertThat(spreads.subList(2, 5)).allSatisfy(each -> {
            assertThat(each.isFailed()).isTrue();
            assertThat(each.note()).isEqualTo("the server completed 49 of 50 requests");
        });
        assertThat(err.toString()).contains("some-tool failed: the server completed 49 of 50 requests");
        assertThat(spreads.get(0).isFailed()).isFalse();
    }

    @Test
    void rivalThatFailsHasNoFigure() throws Exception {
        assertThat(measure(client("LoadHarness", 1, 0, 0), client("some-tool", 1, 0, 7)))
                .extracting(FigureSpread::note)
                .contains("exit code 7: done");
    }

    @Test
    void ourOwnFailureIsAnError() {
        assertThatThrownBy(() -> measure(client("LoadHarness", 1, 1, 0)))
                .isInstanceOf(IOException.class)
                .hasMessage("the server completed 49 of 50 requests");
    }

    private ChatClient client(String label, int millis, int lost, int exitCode) {
        return new FakeClient(label, served, millis, lost, exitCode);
    }

    private List<FigureSpread> measure(ChatClient ours, ChatClient... rivals) throws IOException {
        CpuTime cpuTime = new CpuTime("python3", benchFolder.folder(), Map.of());
        return new ClientComparison(benchFolder, cpuTime, this::counts, new Progress(new PrintWriter(err)))
                .measure(
                        new ChatLoad(URI.create("http://localhost"), REQUESTS, benchFolder.folder()),
                        2,
                        ours,
                        List.of(rivals));
    }

    private HttpCounts counts() throws IOException {
        int requests =
                Files.readAllLines(served).stream().mapToInt(Integer::parseInt).sum();
        return new HttpCounts(requests, (long) requests * ChatLoad.TOKENS, 0, 0, 0);
    }
}
