// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.llmd;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadharness.cli.ExitCode;
import io.loadharness.cli.LenientClient;
import io.loadharness.cli.Session;
import io.loadharness.simulator.Pace;
import io.loadharness.simulator.SimulatedServer;
import io.loadharness.simulator.SimulatorConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;
import org.junit.jupiter.params.provider.MethodSource;

/** {@code harness llm-d run}, and its page. */
@Timeout(600)
class LlmdRunTest {

    private static final String MODEL = "org/model";
    private static final Path PAGE = Path.of("../../docs/guides/llm-d.md");
    private static final Pattern COMMAND = Pattern.compile("(?m)^\\./harness (llm-d .+)$");
    private static final Pattern ROW = Pattern.compile("(?m)^\\| `(LLMDBENCH_\\w+)` \\| (.*?) \\| (.*) \\|$");

    @TempDir
    Path folder;

    @Test
    void runsTheExampleOfTheOriginal() throws IOException {
        Path scenario = Files.writeString(folder.resolve("my.sh"), """
                # a stack of mine
                export LLMDBENCH_DEPLOY_MODEL_LIST=%s
                export LLMDBENCH_HARNESS_CONTAINER_IMAGE="example.com/loadharness:1"
                export LLMDBENCH_VLLM_COMMON_REPLICAS=2
                """.formatted(MODEL));
        try (SimulatedServer server = server()) {
            Session session = run(
                    server,
                    "-c",
                    scenario.toString(),
                    "-l",
                    "inference-perf",
                    "-w",
                    "sanity_random",
                    "-o",
                    "min=20,total_count=200,rate=20,duration=1",
                    "-s",
                    "3600",
                    "-j",
                    "2");

            assertThat(session.err()).isEmpty();
            assertThat(session.exitCode()).as(session.out()).isEqualTo(ExitCode.OK);
            assertThat(session.plainOut())
                    .contains(
                            "LLMDBENCH_HARNESS_CONTAINER_IMAGE has no effect, because the run is not on Kubernetes",
                            "--parallelism has no effect on LoadHarness",
                            "Only values for REPLACE_ENV_NAME in profiles: LLMDBENCH_VLLM_COMMON_REPLICAS",
                            "-o min sets data.input_distribution.min and data.output_distribution.min, as in"
                                    + " llm-d-benchmark",
                            "-o total_count sets data.input_distribution.total_count and"
                                    + " data.output_distribution.total_count",
                            "stage-1: constant 20/s for 1 s",
                            "--max-time 3600s");
            Path results = folder.resolve("results/inference-perf_id_org-model");
            assertThat(results.resolve("summary_lifecycle_metrics.json")).isNotEmptyFile();
            assertThat(results.resolve("stage-1/report.html")).isNotEmptyFile();
        }
    }

    @Test
    void waitTimeoutAbortsTheRun() {
        try (SimulatedServer server = server()) {
            Session session = run(server, "-m", MODEL, "-o", "duration=1000", "-s", "3");

            assertThat(session.exitCode()).as(session.out()).isEqualTo(ExitCode.ABORTED);
        }
    }

    @Test
    void skipWritesTheReportsOfExistingResultsAgain() throws IOException {
        try (SimulatedServer server = server()) {
            run(server, "-m", MODEL, "-o", "rate=20,duration=1");
            Path summary = folder.resolve("results/inference-perf_id_org-model/summary_lifecycle_metrics.json");
            Files.delete(summary);
            long requests = server.stats().requests();

            Session session = run(server, "-m", MODEL, "-z");

            assertThat(session.err()).isEmpty();
            assertThat(session.exitCode()).as(session.out()).isEqualTo(ExitCode.OK);
            assertThat(summary).isNotEmptyFile();
            assertThat(server.stats().requests()).isEqualTo(requests);
        }
    }

    @Test
    void namesTheVariableWithAWrongOverride() throws IOException {
        String variable = LauncherVariable.HARNESS_EXPERIMENT_PROFILE_OVERRIDES.variable();
        Path scenario = Files.writeString(folder.resolve("scenario.sh"), "export " + variable + "=7\n");

        Session session = Session.of("llm-d", "run", "-c", scenario.toString(), "-d", "--url", "http://h:1", "-m", "m");

        assertThat(session.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(session.err()).startsWith(variable + ": there is no equals sign");
    }

    @Test
    void printsTheValueOfAnAmbiguousOverride() {
        Session session = Session.of(
                "llm-d", "run", "-d", "--url", "http://h:1", "-m", "m", "-o", "rate=3,type=x,api_key=TOPSECRET12345");

        assertThat(session.out())
                .contains("--override 'rate=3,type=x,api_key=(not shown)'")
                .doesNotContain("TOPSECRET");
    }

    @Test
    void neverPrintsSecretsOfOverrides() {
        Session session = Session.of(
                "llm-d", "run", "-d", "--url", "http://h:1", "-m", "m", "-o", "server.api_key=TOPSECRET12345,rate=2");

        assertThat(session.exitCode()).isEqualTo(ExitCode.OK);
        assertThat(session.out())
                .contains("--override 'server.api_key=(not shown),rate=2'")
                .doesNotContain("TOPSECRET");
    }

    @Test
    void debugPrintsACommandForEachModel() {
        Session session = Session.of("llm-d", "run", "-d", "-m", "a,b", "--url", "http://h:1", "--experiment-id", "x");

        assertThat(session.exitCode()).isEqualTo(ExitCode.OK);
        assertThat(session.outLines())
                .hasSize(2)
                .allMatch(line -> line.startsWith("Not run: harness run --profile-file inference-perf/sanity_random"))
                .anyMatch(line -> line.contains("--model a ") && line.contains("results/inference-perf_x_a"))
                .anyMatch(line -> line.contains("--model b ") && line.contains("results/inference-perf_x_b"));
    }

    @Test
    void dryRunShowsThePlan() {
        Session session =
                Session.of("llm-d", "run", "-n", "-l", "guidellm", "-w", "sanity_concurrent", "--url", "http://h:1");

        assertThat(session.err()).isEmpty();
        assertThat(session.exitCode()).isEqualTo(ExitCode.OK);
        assertThat(session.plainOut()).contains("Plan: 2 at a time for 30 s");
    }

    @Test
    void automaticModelIsTheModelOfTheServer() {
        try (SimulatedServer server = server()) {
            Session session = run(server, "-m", "auto", "-o", "rate=20,duration=1");

            assertThat(session.err()).isEmpty();
            assertThat(session.exitCode()).as(session.out()).isEqualTo(ExitCode.OK);
            assertThat(folder.resolve("results/inference-perf_id_auto/stage-1")).isDirectory();
        }
    }

    @Test
    void nopAnalyzesTheLogOfTheServer() throws IOException {
        Path log = Path.of("../../libraries/startup/src/test/resources/io/loadharness/startup/vllm-0.9.txt");

        Session session = Session.of(
                "llm-d",
                "run",
                "-l",
                "nop",
                "-m",
                "m",
                "--server-log",
                log.toString(),
                "--work-dir",
                folder.toString(),
                "--experiment-id",
                "id");

        assertThat(session.exitCode()).as(session.err()).isEqualTo(ExitCode.OK);
        assertThat(folder.resolve("results/nop_id_m/result.yaml")).isNotEmptyFile();
    }

    @Test
    void nopUsesVariablesOfTheScenario() throws IOException {
        Path scenario = Files.writeString(folder.resolve("a.sh"), """
                export LLMDBENCH_HARNESS_NAME=nop
                export LLMDBENCH_VLLM_STANDALONE_VLLM_LOAD_FORMAT=tensorizer
                export LLMDBENCH_VLLM_STANDALONE_PREPROCESS="prepare.sh"
                """);

        Session session = Session.of(
                "llm-d",
                "run",
                "-n",
                "-c",
                scenario.toString(),
                "-m",
                "a,b",
                "--server-log",
                "x.log",
                "--work-dir",
                folder.toString());

        assertThat(session.outLines())
                .contains(
                        "LLMDBENCH_VLLM_STANDALONE_VLLM_LOAD_FORMAT of the scenario sets --load-format to tensorizer",
                        "LLMDBENCH_VLLM_STANDALONE_PREPROCESS of the scenario has no effect on a log: write its commands"
                                + " as before_start in a server file",
                        "The harness 'nop' analyzes one log: the name of the results contains only a")
                .filteredOn(line -> line.startsWith("Not run: harness nop x.log "))
                .singleElement()
                .asString()
                .contains(" --load-format tensorizer");
        assertThat(folder.resolve("results")).doesNotExist();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            --url http://h:1 -l guidelm          | -l: unknown harness 'guidelm'; did you mean 'guidellm'? Allowed: inference-perf, fmperf, guidellm, vllm-benchmark, nop.
            --url http://h:1 -w sanity_randm     | there is no file and no profile 'sanity_randm'; did you mean 'sanity_random'? All profiles: harness profiles.
            --url http://h:1 -s soon             | -s must be a whole number of seconds: got soon.
            -m m                                 | no server is given: give --url, or set LLMDBENCH_HARNESS_STACK_ENDPOINT_URL; on a cluster, llm-d-benchmark finds it.
            --url http://h:1 -k workload-pvc     | a run on Kubernetes needs an image with LoadHarness: set LLMDBENCH_HARNESS_CONTAINER_IMAGE, or add -- --image IMAGE; to run on this machine, add -- --on local.
            --url http://h:1 -k workload-pvc -z -- --print | -z needs the name of existing results: give --experiment-id, which a run prints.
            --url http://h:1 -k p -m a.b,a-b --experiment-id i -- --print | -m: 'a.b' and 'a-b' would have the same folder of results, inference-perf-i-a-b: measure them one after the other.
            -z -m m                              | -z needs the name of existing results: give --experiment-id, which a run prints.
            -l nop                               | the harness 'nop' analyzes the log of a server: give the file with --server-log.
            -c no-such.sh                        | -c: no-such.sh does not exist: give a shell script that sets variables, or 'none'.
            -c /tmp                              | -c: /tmp is not a file: give a shell script that sets variables, or 'none'.
            --url http://h:1 -m a,a              | -m names 'a' twice: name each model once.
            --url http://h:1 -m a/b,a-b --work-dir w --experiment-id i | -m: 'a/b' and 'a-b' would have the same folder of results, w/results/inference-perf_i_a-b: measure them one after the other.
            --url http://h:1 -l guidellm         | no profile is given, and guidellm has no profile 'sanity_random.yaml', the default: give -w with one of sanity_concurrent.
            --url http://h:1 -l zzzzz            | -l: unknown harness 'zzzzz'. Allowed: inference-perf, fmperf, guidellm, vllm-benchmark, nop.
            """)
    void reportsWrongOptions(String options, String sentence) {
        List<String> arguments = new ArrayList<>(List.of("llm-d", "run"));
        arguments.addAll(Arrays.asList(options.split(" ")));

        Session session = Session.of(arguments.toArray(String[]::new));

        assertThat(session.errLines()).first().isEqualTo(sentence);
        assertThat(session.exitCode()).isEqualTo(ExitCode.USAGE);
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "DEPLOY_SCENARIO")
    void eachVariableHasItsEffectOrAMessage(LauncherVariable variable) throws IOException {
        Path scenario =
                Files.writeString(folder.resolve("one.sh"), "export " + variable.variable() + "=" + value(variable));
        List<String> options = new ArrayList<>(List.of("llm-d", "run"));
        if (variable != LauncherVariable.HARNESS_DEBUG && !variable.startsPods()) {
            options.add("-d");
        }
        if (variable != LauncherVariable.HARNESS_STACK_ENDPOINT_URL) {
            options.addAll(List.of("--url", "http://h:1"));
        }
        if (variable == LauncherVariable.HARNESS_SKIP_RUN) {
            options.addAll(List.of("--experiment-id", "id"));
        }
        String effect = effect(variable);
        assertThat(Session.of("llm-d", "run", "-d", "--url", "http://h:1").out())
                .as("without the variable")
                .doesNotContain(variable == LauncherVariable.HARNESS_DEBUG ? "Runs: " : effect);

        options.addAll(List.of("-c", scenario.toString()));
        if (variable.startsPods()) {
            options.addAll(List.of("--", "--print"));
        }
        Session session = Session.of(options.toArray(String[]::new));

        assertThat(session.err()).isEmpty();
        assertThat(session.out()).contains(effect);
        assertThat(session.out().contains("Runs: ")).isEqualTo(variable.startsPods());
    }

    private String value(LauncherVariable variable) {
        return switch (variable) {
            case HARNESS_NAME -> "vllm-benchmark";
            case HARNESS_EXPERIMENT_PROFILE -> "chatbot_synthetic";
            case HARNESS_EXPERIMENT_PROFILE_OVERRIDES -> "rate=3";
            case HARNESS_STACK_ENDPOINT_URL -> "http://other:1";
            case HARNESS_PROFILES_DIR -> folder.toString();
            case HARNESS_SKIP_RUN, HARNESS_DEBUG, CONTROL_DRY_RUN -> "1";
            default -> "7";
        };
    }

    /** Returns a part of the output that only the variable causes. */
    private String effect(LauncherVariable variable) {
        return switch (variable) {
            case DEPLOY_MODEL_LIST -> " --model 7 ";
            case HARNESS_NAME -> " --profile-file vllm-benchmark/sanity_random ";
            case HARNESS_EXPERIMENT_PROFILE -> " --profile-file inference-perf/chatbot_synthetic ";
            case HARNESS_EXPERIMENT_PROFILE_OVERRIDES -> " --override rate=3 ";
            case HARNESS_WAIT_TIMEOUT -> " --max-time 7s ";
            case HARNESS_SKIP_RUN -> "Not run: harness report loadharness-logs/llm-d/results/inference-perf_id_";
            case HARNESS_DEBUG -> "Not run: ";
            case CONTROL_DRY_RUN -> "Not run: harness validate ";
            case HARNESS_STACK_ENDPOINT_URL -> " --url http://other:1 ";
            case HARNESS_PROFILES_DIR -> " --profiles-dir " + folder + " ";
            case CONTROL_WORK_DIR -> " --output-dir 7/results/inference-perf_";
            case RUN_EXPERIMENT_ID -> "/results/inference-perf_7_";
            case HARNESS_NAMESPACE -> " --namespace 7 ";
            case HARNESS_PVC_NAME -> " --pvc 7 ";
            case HARNESS_PVC_SIZE -> " --launcher-option pvc-size=7 ";
            case HARNESS_SERVICE_ACCOUNT -> " --launcher-option service-account=7 ";
            case HARNESS_CPU_NR -> " --launcher-option cpu=7 ";
            case HARNESS_CPU_MEM -> " --launcher-option memory=7 ";
            case HARNESS_CONTAINER_IMAGE, VLLM_COMMON_NAMESPACE ->
                variable.variable() + " has no effect, because the run is not on Kubernetes";
            default -> variable.variable() + " has no effect on LoadHarness";
        };
    }

    @Test
    void scenarioOfAClusterIsReadAndItsPodTextsAreSkipped() throws IOException {
        Path scenario = Files.writeString(folder.resolve("cluster.sh"), """
                export LLMDBENCH_DEPLOY_MODEL_LIST="org/model" LLMDBENCH_HARNESS_NAME=inference-perf
                export LLMDBENCH_VLLM_COMMON_EXTRA_VOLUMES=$(mktemp)
                cat << EOF > ${LLMDBENCH_VLLM_COMMON_EXTRA_VOLUMES}
                - name: shm
                  emptyDir: {}
                EOF
                export LLMDBENCH_VLLM_COMMON_ANNOTATIONS=by:$LLMDBENCH_NOT_SET
                export LLMDBENCH_CONTROL_WORK_DIR=~/data
                """);

        Session session = Session.of("llm-d", "run", "-d", "--url", "http://h:1", "-c", scenario.toString());

        assertThat(session.err()).isEmpty();
        assertThat(session.outLines())
                .contains(
                        scenario + " line 2: LLMDBENCH_VLLM_COMMON_EXTRA_VOLUMES is set by a program, which is not"
                                + " executed; it has no effect here",
                        scenario + " line 7: LLMDBENCH_VLLM_COMMON_ANNOTATIONS refers to LLMDBENCH_NOT_SET, which is"
                                + " not set and is replaced by an empty text")
                .anyMatch(line -> line.contains(" --output-dir " + System.getenv("HOME") + "/data/results/"));
    }

    @Test
    void wrongOverrideIsNamedAsThePlace() {
        Session session =
                Session.of("llm-d", "run", "-n", "--url", "http://h:1", "-m", "m", "-o", "min=2000000,max=20");

        assertThat(session.err()).startsWith("-o min: ");
        assertThat(session.exitCode()).isEqualTo(ExitCode.USAGE);
    }

    @Test
    void printedCommandIsForAShellAndHidesOnlySecrets() throws IOException {
        Path profile = Files.writeString(folder.resolve("my profile.yaml.in"), """
                target: http://h:1
                max_requests: REPLACE_ENV_LLMDBENCH_A
                data: REPLACE_ENV_LLMDBENCH_HF_TOKEN REPLACE_ENV_LLMDBENCH_B
                """);
        Path scenario = Files.writeString(
                folder.resolve("a.sh"), "export LLMDBENCH_A=1 LLMDBENCH_HF_TOKEN=pw12345 LLMDBENCH_B=\"it's a\\$b\"\n");

        Session session = Session.of(
                "llm-d",
                "run",
                "-d",
                "--url",
                "http://h:1",
                "-m",
                "m",
                "-c",
                scenario.toString(),
                "-w",
                profile.toString(),
                "--",
                "-o",
                "max_requests=3,api_key=pw12345",
                "--extra-body",
                "{\"a\": \"b?c\"}");

        assertThat(session.out())
                .contains(
                        "Not run: harness run --profile-file '" + profile + "' ",
                        " --profile-env LLMDBENCH_A=1 ",
                        " --profile-env 'LLMDBENCH_HF_TOKEN=(not shown)' ",
                        " --profile-env 'LLMDBENCH_B=it'\\''s a$b' ",
                        " -o 'max_requests=3,api_key=(not shown)' --extra-body '{\"a\": \"b?c\"}'\n")
                .doesNotContain("pw12345");
    }

    @Test
    void scenarioIsFoundWithoutItsExtension() throws IOException {
        Files.writeString(folder.resolve("real.sh"), "export LLMDBENCH_DEPLOY_MODEL_LIST=of-real\n");

        Session session = Session.of(
                "llm-d",
                "run",
                "-d",
                "--url",
                "http://h:1",
                "-c",
                folder.resolve("real").toString());

        assertThat(session.err()).isEmpty();
        assertThat(session.out()).contains(" --model of-real ");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            org/model,no/model | rate=20,duration=1 | has no model 'no/model'
            a,b                | rate=abc           | rate must be a number
            """)
    void allModelsAreCheckedBeforeTheFirstIsMeasured(String models, String overrides, String message) {
        try (SimulatedServer server = server()) {
            Session session = run(server, "-m", models, "-o", overrides);

            assertThat(session.err()).contains(message);
            assertThat(session.exitCode()).isEqualTo(ExitCode.USAGE);
            assertThat(session.out())
                    .contains("No model was measured, because this check failed: harness validate ")
                    .doesNotContain("Runs: ");
            assertThat(server.stats().requests()).isZero();
        }
    }

    @Test
    void noneIsNoScenario() {
        assertThat(Session.of("llm-d", "run", "-d", "--url", "http://h:1", "-c", "none.sh")
                        .exitCode())
                .isEqualTo(ExitCode.OK);
    }

    @Test
    void misspelledVariableIsReported() throws IOException {
        Path scenario = Files.writeString(folder.resolve("a.sh"), "export LLMDBENCH_HARNES_NAME=guidellm\n");

        assertThat(Session.of("llm-d", "run", "-d", "--url", "http://h:1", "-c", scenario.toString())
                        .outLines())
                .contains("Unknown variable LLMDBENCH_HARNES_NAME; did you mean LLMDBENCH_HARNESS_NAME?");
    }

    @Test
    void neverPrintsThePasswordOfAUrl() {
        Session session = Session.of("llm-d", "run", "-d", "--url", "http://me:pw12345@h:1", "-m", "m");

        assertThat(session.exitCode()).isEqualTo(2);
        assertThat(session.err()).contains("a server URL must not have a user or password");
        assertThat(session.out() + session.err()).doesNotContain("pw12345");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            --api-key -pw12345            | --api-key '(not shown)'
            --api-key=pw12345            | '--api-key=(not shown)'
            --hf_Token pw12345           | --hf_Token '(not shown)'
            --db-password=pw12345 --seed 1 | '--db-password=(not shown)' --seed 1
            --max-tokens 7               | --max-tokens 7
            """)
    void neverPrintsTheValueOfAnUnknownOptionThatLooksSecret(String further, String shown) {
        List<String> arguments = new ArrayList<>(List.of("llm-d", "run", "-d", "--url", "http://h:1", "-m", "m", "--"));
        arguments.addAll(List.of(further.split(" ")));

        Session session = Session.of(arguments.toArray(String[]::new));

        assertThat(session.out()).contains(" " + shown + "\n");
        assertThat(session.out() + session.err()).doesNotContain("pw12345");
    }

    @Test
    void passesOnlyVariablesThatTheProfileReads() throws IOException {
        Path scenario = Files.writeString(folder.resolve("a.sh"), "export LLMDBENCH_A=1 LLMDBENCH_B=2\n");
        Path profile = Files.writeString(folder.resolve("p.yaml.in"), """
                target: REPLACE_ENV_LLMDBENCH_HARNESS_STACK_ENDPOINT_URL
                max_requests: REPLACE_ENV_LLMDBENCH_A
                """);

        Session session = Session.of(
                "llm-d", "run", "-d", "--url", "http://h:1", "-c", scenario.toString(), "-w", profile.toString());

        assertThat(session.out())
                .contains("results/guidellm_", " --profile-env LLMDBENCH_A=1\n")
                .doesNotContain("LLMDBENCH_B=2", "--profile-env LLMDBENCH_HARNESS", "--profile-env LLMDBENCH_DEPLOY");
    }

    @Test
    void harnessThatDisagreesWithTheProfileIsReported() throws IOException {
        Path profile = Files.writeString(folder.resolve("p.yaml"), "target: http://h:1\nmax_seconds: 1\n");

        assertThat(Session.of(
                                "llm-d",
                                "run",
                                "-d",
                                "--url",
                                "http://h:1",
                                "-l",
                                "vllm-benchmark",
                                "-w",
                                profile.toString())
                        .outLines())
                .contains("-l is vllm-benchmark, but " + profile
                        + " is a profile of guidellm: the results have the name" + " vllm-benchmark");
    }

    @Test
    void usedExperimentIdIsRefusedBeforeAnyRequest() throws IOException {
        Path used = Files.createDirectories(folder.resolve("results/inference-perf_id_b/stage-1"));
        try (SimulatedServer server = server()) {
            Session session = run(server, "-m", "a,b");

            assertThat(session.errLines())
                    .first()
                    .isEqualTo("--experiment-id: " + used.getParent()
                            + " has the results of an earlier run; give another value.");
            assertThat(session.exitCode()).isEqualTo(ExitCode.USAGE);
            assertThat(server.stats().requests()).isZero();
        }
    }

    @Test
    void pageListsEveryVariable() throws IOException {
        Map<String, List<String>> rows = new LinkedHashMap<>();
        Matcher row = ROW.matcher(Files.readString(PAGE));
        while (row.find()) {
            rows.put(row.group(1), List.of(row.group(2), row.group(3)));
        }

        Map<String, List<String>> expected = new LinkedHashMap<>();
        for (LauncherVariable each : LauncherVariable.values()) {
            expected.put(
                    each.variable(), List.of(each.option().isEmpty() ? "" : "`" + each.option() + "`", each.meaning()));
        }
        assertThat(rows).isEqualTo(expected);
    }

    static Stream<String> commandsOfThePage() throws IOException {
        return COMMAND
                .matcher(Files.readString(PAGE))
                .results()
                .map(found -> found.group(1))
                .filter(each -> !each.contains("vllm.serving")) // is in a cluster
                .toList()
                .stream();
    }

    @ParameterizedTest
    @MethodSource("commandsOfThePage")
    void commandOfThePageWorks(String command) throws IOException {
        Path scenario =
                Files.writeString(folder.resolve("my-stack.sh"), "export LLMDBENCH_HARNESS_NAME=inference-perf\n");
        Path log = Path.of("../../libraries/startup/src/test/resources/io/loadharness/startup/vllm-0.9.txt");
        try (SimulatedServer server = server()) {
            String local = command.replace("http://host:8000", server.uri().toString())
                    .replace("my-stack.sh", scenario.toString())
                    .replace("vllm.log", log.toString())
                    .replace("--work-dir work", "--work-dir " + folder)
                    .replace("my-model", MODEL);
            List<String> arguments = new ArrayList<>(Arrays.asList(local.split(" ")));
            if (!local.contains("--work-dir")) {
                arguments.addAll(List.of("--work-dir", folder.toString()));
            }
            if (!local.contains("nop")) {
                arguments.add("--");
                arguments.addAll(LenientClient.OPTIONS);
            }

            Session session = Session.of(arguments.toArray(String[]::new));

            assertThat(session.err()).isEmpty();
            assertThat(session.exitCode()).as(session.out()).isEqualTo(ExitCode.OK);
        }
    }

    private Session run(SimulatedServer server, String... options) {
        List<String> arguments = new ArrayList<>(List.of("llm-d", "run"));
        arguments.addAll(List.of(options));
        arguments.addAll(List.of("--url", server.uri().toString(), "--work-dir", folder.toString()));
        arguments.addAll(List.of("--experiment-id", "id", "--"));
        arguments.addAll(LenientClient.OPTIONS);
        return Session.of(arguments.toArray(String[]::new));
    }

    private static SimulatedServer server() {
        Pace pace = new Pace(Duration.ofMillis(5), Duration.ofMillis(1));
        return SimulatedServer.start(
                SimulatorConfig.builder().model(MODEL).pace(pace).build());
    }
}
