// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadharness.cli.ExitCode;
import io.loadharness.cli.Session;
import io.loadharness.cluster.SubmittedRun;
import io.loadharness.report.RunFolder;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A run on a cluster that is printed and not submitted. */
class SubmitOptionsTest {

    @TempDir
    Path folder;

    private Path file;

    @BeforeEach
    void write() throws IOException {
        file = Files.writeString(folder.resolve("run.yaml"), "server:\n  url: http://vllm:8000\n");
    }

    private Session print(String... options) {
        List<String> all = new ArrayList<>(List.of("run", file.toString(), "--on", "kubernetes", "--print"));
        all.addAll(List.of(options));
        return Session.of(all.toArray(String[]::new));
    }

    @Test
    void theRunFileIsInTheConfigMap() {
        Session printed = print("--workers", "8", "--min-queries", "10");
        assertThat(printed.exitCode()).as(printed.err()).isEqualTo(ExitCode.OK);
        assertThat(printed.out())
                .contains("      url: http://vllm:8000", "completions: 9", "\"--min-queries=10\"")
                .doesNotContain("\"--print\"", "projected:");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "server:\n  url: http://vllm:8000\n  header: X-Org=bench-4711\n",
                "server:\n  url: http://jane:bench-4711@vllm:8000\n",
                "server:\n  url: http://vllm:8000?code=bench-4711\n",
                "server:\n  url: http://vllm:8000\n# hf_token: bench-4711\n"
            })
    void aRunFileWithASecretIsInTheSecret(String text) throws IOException {
        Files.writeString(file, text);
        Session printed = print();
        assertThat(printed.exitCode()).as(printed.err()).isEqualTo(ExitCode.OK);
        assertThat(printed.out()).doesNotContain("4711").contains("REPLACE-THIS-BY-THE-TEXT-OF run.yaml", "projected:");
    }

    @ParameterizedTest
    @ValueSource(strings = {"bench-4711", "-----BEGIN PRIVATE KEY-----\nbench-4711\n"})
    void otherFilesAreAlwaysInTheSecret(String text) throws IOException {
        Path other = Files.writeString(folder.resolve("other"), text);
        Session printed = print("--launcher-option", "file=" + other);
        assertThat(printed.out())
                .doesNotContain("4711", "BEGIN")
                .contains("REPLACE-THIS-BY-THE-TEXT-OF other", "      url: http://vllm:8000");
    }

    @Test
    void referencesToVariablesOfThePodsStay() throws IOException {
        String text = """
            server:
              url: ${SERVER_OF_PODS}
              model: ["${MODEL_OF_PODS}"]
            loadgen:
              target-qps: ${RATE_OF_PODS}
            """;
        Files.writeString(file, text);
        Session printed = print();
        assertThat(printed.exitCode()).as(printed.err()).isEqualTo(ExitCode.OK);
        assertThat(printed.out()).contains("url: ${SERVER_OF_PODS}", "target-qps: ${RATE_OF_PODS}");
        Files.writeString(file, text + "cluster:\n  on: kubernetes\n");
        assertThat(Session.of("run", file.toString(), "--print").out()).contains("url: ${SERVER_OF_PODS}");
        Files.writeString(file, "cluster:\n  namespace: ${SERVER_OF_PODS}\n");
        assertThat(print().err()).contains("needs the environment variable SERVER_OF_PODS");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        --header=A: b                     | --header would be visible in the Job
        --launcher-option=env=HF_TOKEN=b  | the value of HF_TOKEN would be visible in the Job
        --launcher-option=env=HTTP_PROXY=http://jane:b@proxy | the value of HTTP_PROXY would be visible in the Job
        --header-env=X-Api-Key=sk-4711    | --header-env would be visible in the Job
        --profile-env=A=b                 | --profile-env would be visible in the Job
        --url=http://jane:b@vllm:8000     | --url would be visible in the Job, and may contain a secret: write it
        --url=http://vllm:8000?code=b     | --url would be visible in the Job
        --override=api.headers.Org=b      | --override would be visible in the Job
        -o=headers.Authorization=b        | --override would be visible in the Job
        --engine-option=api_key=b         | --engine-option would be visible in the Job
        """)
    void secretsOfTheCommandLineAreRefused(String option, String message) {
        Session printed = print(option);
        assertThat(printed.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(printed.err()).contains(message);
        assertThat(printed.out()).isEmpty();
    }

    @Test
    void aHeaderWithTheNameOfAVariableIsPassed() {
        Session printed = print("--header-env", "X-Api-Key=API_KEY");
        assertThat(printed.exitCode()).as(printed.err()).isEqualTo(ExitCode.OK);
        assertThat(printed.out()).contains("--header-env=X-Api-Key=API_KEY");
    }

    @Test
    void slicesAreStartedByTheCoordinatorInTheCluster() {
        assertThat(print("--slices").out()).contains("\"--slices\"");
    }

    /** Submits without an image, which is an error, to a folder that has the records of a run. */
    private Session submit(String run, String... options) throws IOException {
        Path earlier = Files.createDirectories(folder.resolve("results").resolve(run));
        Files.createFile(new RunFolder(earlier).records());
        List<String> all = new ArrayList<>(
                List.of("run", file.toString(), "--on=kubernetes", "--output-dir=" + folder.resolve("results")));
        all.addAll(List.of(options));
        return Session.of(all.toArray(String[]::new));
    }

    @ParameterizedTest
    @ValueSource(strings = {"--workers=1", "--pvc=p --skip-run --run-name=bench1"})
    void aFolderWithAnEarlierRunIsRefused(String options) throws IOException {
        Session session = submit(".", options.split(" "));
        assertThat(session.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(session.err()).contains("has the records of an earlier run: choose another folder");
    }

    @ParameterizedTest
    @CsvSource({"., --debug", "., --pvc=p --skip-run", "earlier, --workers=1"})
    void aFolderWithARunThatIsNotReplacedIsAccepted(String run, String options) throws IOException {
        Session session = submit(run, options.split(" "));
        assertThat(session.err()).contains("--on kubernetes needs --image").doesNotContain("earlier run");
    }

    @Test
    void debugKeepsThePodSleeping() {
        assertThat(print("--debug").out()).contains("value: \"debug\"", "A pod that sleeps");
    }

    @Test
    void optionsOfAClusterNeedOne() {
        Session session = Session.of("run", file.toString(), "--namespace", "bench");
        assertThat(session.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(session.err()).contains("--namespace applies only to a run in a cluster");
    }

    @Test
    void theScriptForSlurmContainsTheFoldersOfTheRun() {
        Path output = folder.resolve("run");
        Session printed = Session.of(
                "run",
                file.toString(),
                "--scenario=server",
                "--target-qps=1",
                "--on=slurm",
                "--print",
                "--output-dir=" + output);
        assertThat(printed.exitCode()).as(printed.err()).isEqualTo(ExitCode.OK);
        assertThat(printed.outLines()).contains("#SBATCH --output=" + output.resolve("workers/slurm.log"));
        assertThat(output).doesNotExist();
    }

    /** A run that has ended, with its output and its files. */
    private record EndedRun(List<String> output, List<String> files) implements SubmittedRun {

        @Override
        public String name() {
            return "bench";
        }

        @Override
        public String resultFolder() {
            return "/results/bench";
        }

        @Override
        public int await(Consumer<String> log) {
            output.forEach(log);
            return ExitCode.FAILED;
        }

        @Override
        public void fetch(Path folder) throws IOException {
            Files.createDirectories(folder);
            for (String each : files) {
                Files.writeString(folder.resolve(each), "text");
            }
        }

        @Override
        public void stop() {}

        @Override
        public void close() {}
    }

    private String completed(EndedRun run) throws Exception {
        StringWriter out = new StringWriter();
        assertThat(SubmitOptions.complete(run, folder.resolve("copy"), new PrintWriter(out)))
                .isEqualTo(ExitCode.FAILED);
        return out.toString();
    }

    @Test
    void writtenFilesAreNamedByTheirCopies() throws Exception {
        List<String> output = List.of(
                "Reports and logs: /results/bench",
                "  Report: /results/bench/stage_0.json",
                "Report: /results/bench-2",
                "cannot write to /results/bench: No space left on device");
        Path copy = folder.resolve("copy");
        assertThat(completed(new EndedRun(output, List.of("records.cbor"))).lines())
                .containsExactly(
                        "Reports and logs: " + copy,
                        "  Report: " + copy + "/stage_0.json",
                        "Report: /results/bench-2",
                        "cannot write to /results/bench: No space left on device",
                        "Results: " + copy);
    }

    @Test
    void filesWithoutRecordsAreNotResults() throws Exception {
        assertThat(completed(new EndedRun(List.of("loadharness: --rate must be positive"), List.of("exit-code"))))
                .isEqualTo("loadharness: --rate must be positive\nFiles without records of a run: "
                        + folder.resolve("copy") + "\n");
    }
}
