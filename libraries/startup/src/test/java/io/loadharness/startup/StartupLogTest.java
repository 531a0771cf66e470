// SPDX-License-Identifier: Apache-2.0
package io.loadharness.startup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.loadharness.report.ReportException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StartupLogTest {

    private static final double GIB = StartupAmount.GIBI;

    @Test
    void oldLogWithoutProcessesIsParsed() throws IOException {
        Startup startup = StartupLogs.startup("vllm-0.6.txt");

        assertThat(startup.patterns()).isEqualTo("vllm-0.6");
        assertThat(startup.server().version()).contains("0.6.6");
        assertThat(startup.server().model()).contains("acme/small");
        assertThat(startup.server().loadFormat()).contains("safetensors");
        assertThat(startup.start()).isEqualTo(Instant.parse("2026-03-04T08:00:00Z"));
        assertThat(startup.ready()).contains(Instant.parse("2026-03-04T08:00:46Z"));
        assertThat(startup.facts())
                .containsEntry(Fact.LOAD_SIZE, 8 * GIB)
                .containsEntry(Fact.LOAD_TIME, 8.0)
                .containsEntry(Fact.MEMORY_PROFILING, 2.5)
                .containsEntry(Fact.KV_CACHE_MEMORY, 30.5 * GIB)
                .containsEntry(Fact.MAX_CONCURRENCY, 61.5)
                .containsEntry(Fact.GRAPH_CAPTURE, 10.0)
                .containsEntry(Fact.INIT_ENGINE, 15.75);
        assertThat(startup.loadRate()).hasValue(GIB);
        assertThat(startup.warnings()).isEmpty();
    }

    @Test
    void phasesHavePartsAndGapsAreReported() throws IOException {
        Startup startup = StartupLogs.startup("vllm-0.9.txt");

        assertThat(startup.phases().stream().map(StartupLogTest::shown))
                .containsExactly(
                        "Detect Platform 2s",
                        "LLM Imports 7s",
                        "Get Model Info 5s",
                        "Worker Initialization 5s",
                        "Model Loading 20s",
                        "Pytorch Compilation 30s [Dynamo 8s, Inductor 22s]",
                        "Memory Profiling 4s",
                        "CUDA Graph Capture 15s",
                        "API Server Starts 1s");
        assertThat(startup.uncategorized().stream().map(Span::length))
                .containsExactly(
                        Duration.ofSeconds(2), Duration.ofSeconds(1), Duration.ofSeconds(1), Duration.ofSeconds(3));
        assertThat(startup.facts())
                .containsEntry(Fact.DYNAMO, 8.0)
                .containsEntry(Fact.COMPILED_GRAPHS, 2.33 + 12)
                .containsEntry(Fact.TORCH_COMPILE, 22.33)
                .containsEntry(Fact.INITIAL_FREE, 78.5 * GIB)
                .containsEntry(Fact.AFTER_FREE, 45.25 * GIB)
                .containsEntry(Fact.KV_CACHE_TOKENS, 307_200.0)
                .containsEntry(Fact.GRAPH_MEMORY, 0.5 * GIB);
    }

    private static String shown(Phase phase) {
        String text = phase.title() + " " + phase.elapsed().toSeconds() + "s";
        return phase.parts().isEmpty()
                ? text
                : text + " " + phase.parts().stream().map(StartupLogTest::shown).toList();
    }

    @Test
    void startOverNewYearHasNoNegativeTimes() throws IOException {
        Startup startup = StartupLogs.startup("vllm-0.9.txt");

        assertThat(startup.start()).isEqualTo(Instant.parse("2025-12-31T23:59:40Z"));
        assertThat(startup.ready()).contains(Instant.parse("2026-01-01T00:01:16Z"));
        assertThat(startup.span().length()).isEqualTo(Duration.ofSeconds(96));
    }

    @Test
    void sleepModeChangesAreReported() throws IOException {
        assertThat(StartupLogs.startup("vllm-0.9.txt").sleeps())
                .containsExactly(
                        new SleepWake(
                                true,
                                Instant.parse("2026-01-01T00:02:00Z"),
                                1.5,
                                OptionalDouble.of(65.5 * GIB),
                                OptionalDouble.of(4.25 * GIB)),
                        new SleepWake(
                                false,
                                Instant.parse("2026-01-01T00:02:30Z"),
                                0.25,
                                OptionalDouble.empty(),
                                OptionalDouble.empty()));
    }

    @Test
    void twoServersInOneLogAreTwoStarts() throws IOException {
        List<Startup> starts = StartupLogs.read(StartupLogs.text("vllm-0.18.txt"));

        assertThat(starts)
                .extracting(start -> start.server().model())
                .containsExactly(Optional.of("acme/a"), Optional.of("acme/b"));
        assertThat(starts)
                .extracting(start -> start.server().service())
                .containsExactly(Optional.of("server-a"), Optional.of("server-b"));
        Startup ready = starts.get(0);
        assertThat(ready.patterns()).isEqualTo("vllm-0.17");
        assertThat(ready.ready()).isPresent();
        assertThat(ready.facts())
                .containsEntry(Fact.LOAD_SIZE, 4 * GIB)
                .containsEntry(Fact.COMPILED_GRAPHS, 3.5)
                .containsEntry(Fact.COMPILE_AND_PROFILING, 19.0)
                .doesNotContainKey(Fact.TORCH_COMPILE);
        Startup failed = starts.get(1);
        assertThat(failed.ready()).isEmpty();
        assertThat(failed.failure())
                .contains("line 12: OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB");
        assertThat(failed.facts()).containsEntry(Fact.LOAD_SIZE, 6 * GIB);
    }

    @Test
    void workersAreSummedAndTheSlowestCounts() throws IOException {
        Startup startup = StartupLogs.startup("vllm-0.21.txt");

        assertThat(startup.patterns()).isEqualTo("vllm-0.19");
        assertThat(startup.facts())
                .containsEntry(Fact.LOAD_SIZE, 24.5 * GIB)
                .containsEntry(Fact.LOAD_TIME, 12.25)
                .containsEntry(Fact.TORCH_COMPILE, 10.5)
                .containsEntry(Fact.CACHED_GRAPHS, 0.904)
                .containsEntry(Fact.KV_CACHE_MEMORY, 40.5 * GIB)
                .containsEntry(Fact.CHECKPOINT_SIZE, 23.5 * GIB)
                .containsEntry(Fact.INIT_ENGINE, 29.5);
        assertThat(startup.loadRate().orElseThrow() / GIB).isCloseTo(2, within(1e-9));
        Phase loading = startup.phases().stream()
                .filter(phase -> phase.title().equals("Model Loading"))
                .findFirst()
                .orElseThrow();
        assertThat(loading.processes())
                .containsExactly(
                        Map.entry(new LogProcess("Worker_TP0", 31), List.of(span("10:00:08.500", "10:00:19"))),
                        Map.entry(new LogProcess("Worker_TP1", 32), List.of(span("10:00:09", "10:00:21"))));
        assertThat(loading.spans()).containsExactly(span("10:00:08.500", "10:00:21"));
        assertThat(startup.phases())
                .filteredOn(phase -> phase.title().equals("Worker Initialization"))
                .extracting(phase -> phase.elapsed().toMillis())
                .containsExactly(3500L);
    }

    private static Span span(String start, String end) {
        return new Span(Instant.parse("2026-02-28T" + start + "Z"), Instant.parse("2026-02-28T" + end + "Z"));
    }

    @Test
    void phaseHasTheProcessesOfItsParts() throws IOException {
        Phase compilation = StartupLogs.startup("vllm-0.21.txt").phases().stream()
                .filter(phase -> phase.title().equals("Pytorch Compilation"))
                .findFirst()
                .orElseThrow();

        assertThat(compilation.processes())
                .containsExactly(
                        Map.entry(new LogProcess("Worker_TP0", 31), List.of(span("10:00:24.500", "10:00:35"))),
                        Map.entry(new LogProcess("Worker_TP1", 32), List.of(span("10:00:25", "10:00:35.500"))));
        assertThat(compilation.parts().get(0).processes()).hasSize(2);
    }

    @Test
    void containerTimestampsAreMorePrecise() throws IOException {
        Startup startup = StartupLogs.startup("vllm-0.21.txt");

        assertThat(startup.start()).isEqualTo(Instant.parse("2026-02-28T09:59:58Z"));
        assertThat(startup.ready()).contains(Instant.parse("2026-02-28T10:00:52.500Z"));
    }

    @Test
    void numbersAreConvertedByUnit() throws IOException {
        Startup startup = StartupLogs.read("""
                INFO 05-06 10:00:00 [a.py:1] vLLM API server version 0.9.0
                INFO 05-06 10:00:09 [a.py:1] Compiling a graph for compile range (1, 8192) takes 3.50 s
                INFO 05-06 10:00:09 [a.py:1] Compiling a graph for shape 16 takes 500 ms
                INFO 05-06 10:00:09 [a.py:1] Compiling a graph for shape 32 takes 4 s/it
                INFO 05-06 10:00:09 [a.py:1] Model loading took 512 MiB and 2 minutes
                INFO 05-06 10:00:09 [a.py:1] Available KV cache memory: -1.50 GiB
                INFO 05-06 10:00:09 [a.py:1] Graph capturing finished in 9
                """).get(0);

        assertThat(startup.facts())
                .containsOnly(
                        Map.entry(Fact.COMPILED_GRAPHS, 4.0),
                        Map.entry(Fact.LOAD_SIZE, 0.5 * GIB),
                        Map.entry(Fact.LOAD_TIME, 120.0),
                        Map.entry(Fact.KV_CACHE_MEMORY, -1.5 * GIB));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "\n\n", "INFO:     Application startup complete.", "{\"level\": \"info\"}\nModel loaded"})
    void unknownLogIsAnError(String log) {
        assertThatThrownBy(() -> StartupLogs.read(log))
                .isInstanceOf(ReportException.class)
                .hasMessageStartingWith("the log is not a known start-up log: none of its ")
                .hasMessageEndingWith(" lines matches the patterns for vLLM");
    }

    @Test
    void logWithoutTimestampsIsAnError() {
        assertThatThrownBy(() -> StartupLogs.read("Model loading took 1.0 GiB and 2.0 seconds\n"))
                .isInstanceOf(ReportException.class)
                .hasMessage(
                        "the log cannot be analyzed: its vLLM lines must have timestamps, as in INFO 01-31 12:00:00");
    }

    @Test
    void truncatedLogNamesItsLastPhase() throws IOException {
        String log = StartupLogs.text("vllm-0.9.txt");
        Startup startup = StartupLogs.read(log.substring(0, log.indexOf("INFO 01-01 00:00:21")))
                .get(0);

        assertThat(startup.ready()).isEmpty();
        assertThat(startup.unfinished()).contains("Model Loading");
        assertThat(startup.span().length()).isEqualTo(Duration.ofSeconds(40));
    }

    @Test
    void logWithoutItsBeginningHasAWarning() throws IOException {
        String log = StartupLogs.text("vllm-0.9.txt");
        Startup startup = StartupLogs.read(log.substring(log.indexOf("INFO 01-01 00:00:20")))
                .get(0);

        assertThat(startup.warnings())
                .containsExactly(
                        "The log does not contain the server version. The pattern pack vllm-0.8 is used, because it"
                                + " matches the most kinds of lines.",
                        "The first lines of the server's startup are missing in the log; the startup may have taken"
                                + " longer than reported.");
        assertThat(startup.phases()).extracting(Phase::title).startsWith("Model Loading");
    }

    @Test
    void eachStartUsesThePackOfItsVersion() throws IOException {
        List<Startup> starts = StartupLogs.read(StartupLogs.text("vllm-0.6.txt") + StartupLogs.text("vllm-0.9.txt"));

        assertThat(starts).extracting(Startup::patterns).containsExactly("vllm-0.6", "vllm-0.8");
        assertThat(starts).allMatch(start -> start.ready().isPresent());
        assertThat(starts.get(0).facts()).containsEntry(Fact.LOAD_SIZE, 8 * GIB);
    }

    @Test
    void mismatchOfVersionAndPatternsHasAWarning() throws IOException {
        String log = StartupLogs.text("vllm-0.9.txt").replace("torch.compile takes", "torch.compile took");

        Startup startup = StartupLogs.read(log).get(0);

        assertThat(startup.facts()).containsEntry(Fact.TORCH_COMPILE, 22.33);
        assertThat(startup.warnings())
                .containsExactly("The server version is 0.9.2, but the pattern pack vllm-0.19 is used, because it"
                        + " matches more kinds of lines than vllm-0.8.");
    }

    @Test
    void versionOlderThanAllPacksHasAWarning() throws IOException {
        Startup startup = StartupLogs.read(StartupLogs.text("vllm-0.6.txt").replace("0.6.6", "0.2.1"))
                .get(0);

        assertThat(startup.warnings())
                .containsExactly("No pattern pack is for version 0.2.1. The pattern pack vllm-0.6 is used, because it"
                        + " matches the most kinds of lines.");
    }

    @Test
    void restartInTheSameLogIsAnotherStart() throws IOException {
        String log = StartupLogs.text("vllm-0.6.txt");

        assertThat(StartupLogs.read(log + log.replace("03-04", "03-05")))
                .extracting(Startup::start)
                .containsExactly(Instant.parse("2026-03-04T08:00:00Z"), Instant.parse("2026-03-05T08:00:00Z"));
    }

    @Test
    void engineWithOnlyAModelLoadIsASeparateStart() throws IOException {
        String log = StartupLogs.text("vllm-0.6.txt");
        String engine = log.substring(log.indexOf("INFO 03-04 08:00:17"), log.indexOf("INFO 03-04 08:00:31"));

        assertThat(StartupLogs.read(engine.replace("03-04", "03-03") + log))
                .extracting(start -> start.ready().isPresent())
                .containsExactly(false, true);
    }

    @Test
    void yearIsTheLatestWithoutAnEndInTheFuture() throws IOException {
        String log = StartupLogs.text("vllm-0.6.txt");

        assertThat(StartupLogs.read(log.replace("03-04", "06-14")).get(0).start())
                .isEqualTo(Instant.parse("2026-06-14T08:00:00Z"));
        assertThat(StartupLogs.read(log.replace("03-04", "06-18")).get(0).start())
                .isEqualTo(Instant.parse("2025-06-18T08:00:00Z"));
        assertThat(StartupLogs.read(log.replace("03-04", "02-29")).get(0).start())
                .isEqualTo(Instant.parse("2024-02-29T08:00:00Z"));
    }

    @Test
    void yearCanBeSet() throws IOException {
        byte[] log = StartupLogs.text("vllm-0.9.txt").getBytes(StandardCharsets.UTF_8);

        assertThat(StartupLogs.read(log, Optional.of(2021)).get(0).start())
                .isEqualTo(Instant.parse("2020-12-31T23:59:40Z"));
    }

    @Test
    void yearWithoutTheLoggedDayIsAnError() throws IOException {
        byte[] log = StartupLogs.text("vllm-0.6.txt").replace("03-04", "02-29").getBytes(StandardCharsets.UTF_8);

        assertThatThrownBy(() -> StartupLogs.read(log, Optional.of(2025)))
                .isInstanceOf(ReportException.class)
                .hasMessage("the log has lines of 29 February, which does not exist in 2025: set the year in which"
                        + " the log ends");
    }
}
