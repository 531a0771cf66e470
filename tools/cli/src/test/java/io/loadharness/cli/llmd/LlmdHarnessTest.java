// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.llmd;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadharness.cli.ExitCode;
import io.loadharness.cli.JavaCommand;
import io.loadharness.cli.LenientClient;
import io.loadharness.simulator.Pace;
import io.loadharness.simulator.SimulatedServer;
import io.loadharness.simulator.SimulatorConfig;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.yaml.snakeyaml.Yaml;

/**
 * The files in {@code integrations/llm-d}. They run in a folder that looks like the pod of llm-d-benchmark, with the
 * environment of its pod. Each script is called up to three times until it succeeds, as llm-d's entry script does,
 * without its pauses of 30 s.
 */
@Tag("load")
@Timeout(600)
class LlmdHarnessTest {

    private static final Path FILES = Path.of("../../integrations/llm-d/workload");
    private static final String HARNESS = "loadharness-llm-d-benchmark.sh";
    private static final String ANALYZER = "loadharness-analyze_results.sh";
    private static final String ID = "loadharness-1795374000-abc123";
    private static final int TRIES = 3;
    private static final Pace PACE = new Pace(Duration.ofMillis(5), Duration.ofMillis(1));

    @TempDir
    Path folder;

    private final Map<String, String> environment = new LinkedHashMap<>();
    private Path results;

    /** One call of a script. */
    private record Call(int exitCode, String out, String err) {}

    @BeforeEach
    void preparePod() throws IOException {
        results = folder.resolve("requests/" + ID + "_1");
        Path programs = Files.createDirectories(folder.resolve("bin"));
        Files.createDirectories(folder.resolve("workspace/profiles/loadharness"));
        for (String each : List.of(HARNESS, ANALYZER)) {
            Files.copy(FILES.resolve("harnesses").resolve(each), programs.resolve(each));
        }
        String command = JavaCommand.harness(List.of()).stream()
                .map(each -> "'" + each + "'")
                .collect(Collectors.joining(" "));
        program("harness", "[ $1 != run ] || echo run >> " + folder + "/measured\nexec " + command + " \"$@\"");
        environment.put("PATH", programs + ":/usr/bin:/bin");
        environment.put("HOME", folder.resolve("requests/.home").toString());
        environment.put("TZ", "UTC");
        environment.put("LLMDBENCH_RUN_EXPERIMENT_LAUNCHER", "1");
        environment.put(
                "LLMDBENCH_RUN_WORKSPACE_DIR", folder.resolve("workspace").toString());
        environment.put("LLMDBENCH_CONTROL_WORK_DIR", results.toString());
        environment.put("LLMDBENCH_RUN_EXPERIMENT_RESULTS_DIR", results.toString());
        environment.put("LLMDBENCH_RUN_EXPERIMENT_HARNESS_WORKLOAD_NAME", "test.yaml");
        environment.put("LLMDBENCH_RUN_EXPERIMENT_ID", ID);
        environment.put("LLMDBENCH_DEPLOY_CURRENT_MODEL", "simulated");
        environment.put("LLMDBENCH_HARNESS_STACK_ENDPOINT_URL", "http://127.0.0.1:1");
        environment.put("LLMDBENCH_VLLM_COMMON_NAMESPACE", "bench");
        environment.put("LLMDBENCH_DESCRIPTION_TEXT", "a \"text\"\nin C:\\two lines");
        environment.put("HARNESS_EXTRA_ARGS", String.join(" ", LenientClient.OPTIONS));
    }

    @Test
    void validRunLeavesAllFilesAndSucceeds() throws Exception {
        profile("sanity_random.yaml.in", "rate: 1", "rate: 20", "30s", "1s");
        addArguments("--header X-Key=Quokka-4711");

        try (SimulatedServer server = server()) {
            List<Call> calls = runHarness(server);

            assertThat(exitCodes(calls)).as(calls.toString()).containsExactly(ExitCode.OK);
            assertThat(calls.get(0).out()).contains("VALID");
        }
        List<Call> analyses = runAnalyzer();
        assertThat(exitCodes(analyses)).as(analyses.toString()).containsExactly(0);
        assertThat(results.resolve("stdout.log")).content().contains("VALID");
        assertThat(results.resolve("stderr.log")).isEmptyFile();
        assertThat(results.resolve("analysis/summary.txt")).content().contains("VALID");
        assertThat(results.resolve("report.html")).isNotEmptyFile();
        assertThat(yaml("benchmark_report,_run.yaml")).containsEntry("version", "0.1");
        assertThat(yaml("benchmark_report_v0.2,_run.yaml")).containsEntry("version", "0.2");
        assertThat(yaml("run_metadata.yaml"))
                .containsEntry("harness_name", "loadharness")
                .containsEntry("harness_workload", "test.yaml")
                .containsEntry("harness_rc", "0")
                .containsEntry("experiment_id", ID)
                .containsEntry("model", "simulated")
                .containsEntry("namespace", "bench")
                .containsEntry("description_text", "a \"text\" in C:\\two lines")
                .containsEntry("description_keywords", "")
                .hasEntrySatisfying(
                        "harness_version", each -> assertThat(each.toString()).startsWith("LoadHarness "))
                .hasEntrySatisfying(
                        "harness_start", each -> assertThat(each.toString()).matches("\\d{4}-\\d\\d-\\d\\dT[\\d:]+Z"))
                .hasEntrySatisfying(
                        "harness_delta", each -> assertThat(each.toString()).matches("PT\\d+\\.\\d{3}S"));
        try (Stream<Path> files = Files.walk(results)) {
            assertThat(files.filter(Files::isRegularFile)).noneMatch(each -> contains(each, "Quokka"));
        }
    }

    @ParameterizedTest
    @CsvSource({"mlperf_server.yaml.in, '', 3", "sanity_random.yaml.in, --require ttft.p99<1ms, 4"})
    void runThatIsNotValidIsMeasuredOnceAndFails(String profile, String arguments, int exitCode) throws Exception {
        profile(profile, "rate: 1", "rate: 20", "30s", "1s", "60s", "1s", "ttft-bound: 2s", "ttft-bound: 1ms");
        addArguments(arguments);

        try (SimulatedServer server = server()) {
            List<Call> calls = runHarness(server);

            assertThat(exitCodes(calls)).as(calls.toString()).containsExactly(exitCode, exitCode, exitCode);
            assertThat(calls.get(1).err())
                    .isEqualTo("loadharness: not repeated: " + results
                            + " already has the results of a first call, which ended with exit code " + exitCode
                            + ".\n");
            assertThat(measured()).isEqualTo(1);
        }
        assertThat(exitCodes(runAnalyzer())).containsExactly(0);
        assertThat(yaml("run_metadata.yaml")).containsEntry("harness_rc", "" + exitCode);
        assertThat(results.resolve("benchmark_report_v0.2,_run.yaml")).content().contains("INVALID: ");
        assertThat(results.resolve("analysis/summary.txt")).content().startsWith("**INVALID**");
    }

    @Test
    void profileOfInferencePerfHasAReportForEachStage() throws Exception {
        Files.writeString(folder.resolve("workspace/profiles/loadharness/test.yaml"), """
                load:
                  type: constant
                  interval: 0
                  stages: [{rate: 20, duration: 1}, {rate: 30, duration: 1}]
                api: {type: completion, streaming: true}
                server: {type: vllm, model_name: replaced, base_url: 'http://127.0.0.1:1'}
                data:
                  type: random
                  input_distribution: {min: 8, max: 8, mean: 8, std: 0, total_count: 50}
                  output_distribution: {min: 4, max: 4, mean: 4, std: 0, total_count: 50}
                """);

        try (SimulatedServer server = server()) {
            List<Call> calls = runHarness(server);
            assertThat(exitCodes(calls)).as(calls.toString()).containsExactly(ExitCode.OK);
        }
        assertThat(exitCodes(runAnalyzer())).containsExactly(0);
        assertThat(results.resolve("benchmark_report,_stage-1.yaml")).isNotEmptyFile();
        assertThat(results.resolve("benchmark_report_v0.2,_stage-2.yaml")).isNotEmptyFile();
        assertThat(results.resolve("analysis/summary.txt")).content().contains("# stage-1", "# stage-2");
    }

    @Test
    void failureBeforeTheFirstRequestNeedsNoAnalysis() throws Exception {
        profile("sanity_random.yaml.in");
        addArguments("--ready-timeout 1ms");

        List<Call> calls = calls(HARNESS);

        assertThat(exitCodes(calls)).containsExactly(ExitCode.FAILED, ExitCode.FAILED, ExitCode.FAILED);
        assertThat(calls.get(0).err()).contains("http://127.0.0.1:1");
        List<Call> analyses = runAnalyzer();
        assertThat(exitCodes(analyses)).containsExactly(0);
        assertThat(analyses.get(0).err())
                .isEqualTo("loadharness: " + results + " contains no run: there is nothing to analyze.\n");
    }

    @ParameterizedTest
    @CsvSource({"$$, 137", "$PPID, 1"})
    void killedRunIsNotRepeated(String process, int laterExitCode) throws Exception {
        profile("sanity_random.yaml.in");
        program("harness", "[ $1 = run ] || exit 0\necho run >> " + folder + "/measured\nkill -KILL " + process);

        List<Call> calls = calls(HARNESS);

        assertThat(exitCodes(calls)).containsExactly(128 + 9, laterExitCode, laterExitCode);
        assertThat(measured()).isEqualTo(1);
    }

    @Test
    void monitoringCollectsMetricsDuringTheRun() throws Exception {
        profile("sanity_random.yaml.in");
        program("collect_metrics.sh", "echo $1 >> " + folder + "/collected");
        program("harness", "while [ ! -e " + folder + "/collected ]; do sleep 0.1; done");
        environment.put("LLMDBENCH_VLLM_COMMON_METRICS_SCRAPE_ENABLED", "true");

        assertThat(exitCodes(calls(HARNESS))).containsExactly(0);
        assertThat(folder.resolve("collected")).hasContent("start\nstop\nprocess");
    }

    @Test
    void namesAllVariablesThatAreNotSet() throws Exception {
        environment.keySet().removeIf(each -> each.startsWith("LLMDBENCH_"));
        environment.put("LLMDBENCH_DEPLOY_CURRENT_MODEL", "");

        Call call = call(HARNESS);

        assertThat(call.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(call.err())
                .isEqualTo("loadharness: these variables are not set: LLMDBENCH_RUN_EXPERIMENT_RESULTS_DIR"
                        + " LLMDBENCH_RUN_EXPERIMENT_HARNESS_WORKLOAD_NAME LLMDBENCH_HARNESS_STACK_ENDPOINT_URL"
                        + " LLMDBENCH_DEPLOY_CURRENT_MODEL. Start this script from the entry script of"
                        + " llm-d-benchmark.\n");
        assertThat(call(ANALYZER).err())
                .isEqualTo("loadharness: LLMDBENCH_RUN_EXPERIMENT_RESULTS_DIR is not set. Start this script from the"
                        + " entry script of llm-d-benchmark.\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"profile", "program"})
    void namesWhatTheImageLacks(String missing) throws Exception {
        profile("sanity_random.yaml.in");
        Path profile = folder.resolve("workspace/profiles/loadharness/test.yaml");
        Files.delete(missing.equals("profile") ? profile : folder.resolve("bin/harness"));

        Call call = call(HARNESS);

        assertThat(call.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(call.err())
                .isEqualTo(
                        missing.equals("profile")
                                ? "loadharness: there is no profile " + profile
                                        + ": put it into workload/profiles/loadharness of llm-d-benchmark.\n"
                                : "loadharness: the image does not contain the program 'harness': build it by"
                                        + " integrations/llm-d/Dockerfile.\n");
    }

    private List<Call> runHarness(SimulatedServer server) throws IOException, InterruptedException {
        environment.put("LLMDBENCH_HARNESS_STACK_ENDPOINT_URL", server.uri().toString());
        return calls(HARNESS);
    }

    private List<Call> runAnalyzer() throws IOException, InterruptedException {
        return calls(ANALYZER);
    }

    private List<Call> calls(String script) throws IOException, InterruptedException {
        List<Call> calls = new ArrayList<>();
        while (calls.size() < TRIES
                && (calls.isEmpty() || calls.get(calls.size() - 1).exitCode() != 0)) {
            calls.add(call(script));
        }
        return calls;
    }

    private Call call(String script) throws IOException, InterruptedException {
        Path out = folder.resolve("out");
        Path err = folder.resolve("err");
        ProcessBuilder builder =
                new ProcessBuilder(folder.resolve("bin").resolve(script).toString());
        builder.directory(folder.resolve("workspace").toFile());
        builder.environment().clear();
        builder.environment().putAll(environment);
        int exitCode = builder.redirectOutput(out.toFile())
                .redirectError(err.toFile())
                .start()
                .waitFor();
        return new Call(exitCode, Files.readString(out), Files.readString(err));
    }

    private void profile(String name, String... replacements) throws IOException {
        String text = Files.readString(FILES.resolve("profiles/loadharness").resolve(name));
        for (int i = 0; i < replacements.length; i += 2) {
            text = text.replace(replacements[i], replacements[i + 1]);
        }
        Files.writeString(folder.resolve("workspace/profiles/loadharness/test.yaml"), text);
    }

    private void program(String name, String script) throws IOException {
        Path file = Files.writeString(folder.resolve("bin").resolve(name), "#!/bin/sh\n" + script + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private void addArguments(String arguments) {
        environment.merge("HARNESS_EXTRA_ARGS", arguments, (all, more) -> all + " " + more);
    }

    private long measured() throws IOException {
        try (Stream<String> lines = Files.lines(folder.resolve("measured"))) {
            return lines.count();
        }
    }

    private Map<String, Object> yaml(String file) throws IOException {
        return new Yaml().load(Files.readString(results.resolve(file)));
    }

    private static boolean contains(Path file, String text) {
        try {
            return Files.readString(file, StandardCharsets.ISO_8859_1).contains(text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<Integer> exitCodes(List<Call> calls) {
        return calls.stream().map(Call::exitCode).toList();
    }

    private static SimulatedServer server() {
        return SimulatedServer.start(SimulatorConfig.builder().pace(PACE).build());
    }
}
