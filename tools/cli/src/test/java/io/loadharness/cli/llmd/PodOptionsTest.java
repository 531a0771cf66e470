// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.llmd;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadharness.cli.ExitCode;
import io.loadharness.cli.Session;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code harness llm-d run} with options of pods: the command line and the objects of the run, which are printed and not created. */
class PodOptionsTest {

    @TempDir
    Path folder;

    /** Prints the objects of a run with the lines of a scenario, and the options after {@code --print}. */
    private Session print(String scenario, String... options) throws IOException {
        Path file = Files.writeString(folder.resolve("scenario.sh"), scenario);
        List<String> all = new ArrayList<>(List.of("llm-d", "run", "--url", "http://h:1", "-m", "org/Model"));
        all.addAll(List.of("-c", file.toString(), "--experiment-id", "id", "--work-dir", folder.toString()));
        all.addAll(Arrays.asList(options));
        return Session.of(all.toArray(String[]::new));
    }

    @Test
    void oneVariableBringsTheDefaultsOfLlmdBenchmark() throws IOException {
        Session session = print("""
            export LLMDBENCH_HARNESS_CPU_NR=8
            export LLMDBENCH_HARNESS_CONTAINER_IMAGE=example.com/loadharness:1
            export LLMDBENCH_VLLM_COMMON_NAMESPACE=serving
            """, "-o", "rate=3", "--", "--print");

        assertThat(session.err()).isEmpty();
        assertThat(session.exitCode()).isEqualTo(ExitCode.OK);
        assertThat(session.out())
                .contains(
                        "Runs: harness run inference-perf/sanity_random --url http://h:1 --model org/Model --override rate=3"
                                + " --output-dir " + folder.resolve("results/inference-perf_id_org-Model")
                                + " --on kubernetes --image example.com/loadharness:1 --run-name inference-perf-id-org-model"
                                + " --namespace serving --pvc workload-pvc --launcher-option pvc-size=20Gi"
                                + " --launcher-option cpu=8 --launcher-option memory=32Gi --wait 3600s --print\n")
                .contains(
                        "image: \"example.com/loadharness:1\"",
                        "namespace: \"serving\"",
                        "cpu: \"8\"",
                        "memory: \"32Gi\"")
                .contains("storage: \"20Gi\"", "claimName: \"workload-pvc\"", "--url=http://h:1", "--override=rate=3")
                .contains("- \"run\"\n", "- \"inference-perf/sanity_random\"\n")
                .doesNotContain("no effect");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            -k p                         | --pvc p
            -p servers,bench             | --namespace bench
            -p bench                     | --namespace bench
            -k p -s 0                    | --wait 0s
            -k p -s 60                   | --wait 60s
            -k p -z                      | --skip-run
            -k p -d                      | --debug
            """)
    void optionsReplaceVariables(String options, String expected) throws IOException {
        List<String> all = new ArrayList<>(Arrays.asList(options.split(" ")));
        all.addAll(List.of("--", "--print"));

        Session session = print(
                "export LLMDBENCH_HARNESS_PVC_NAME=other LLMDBENCH_HARNESS_WAIT_TIMEOUT=7\n",
                all.toArray(String[]::new));

        assertThat(session.err()).isEmpty();
        assertThat(session.out().lines().findFirst().orElseThrow() + " ").contains(" " + expected + " ");
    }

    @Test
    void furtherOptionsReplaceVariables() throws IOException {
        Session session = print(
                "export LLMDBENCH_HARNESS_CPU_NR=8 LLMDBENCH_HARNESS_CONTAINER_IMAGE=a/b:1\n",
                "--",
                "--print",
                "--image=c/d:1",
                "--launcher-option",
                "cpu=2",
                "--workers=4");

        assertThat(session.err()).isEmpty();
        assertThat(session.out())
                .contains("image: \"c/d:1\"", "cpu: \"2\"", "completions: 5")
                .doesNotContain("a/b:1", "cpu=8");
    }

    @Test
    void onLocalRunsOnThisMachine() throws IOException {
        Session session = print("export LLMDBENCH_HARNESS_PVC_NAME=p\n", "-d", "--", "--on", "local");

        assertThat(session.err()).isEmpty();
        assertThat(session.out())
                .contains("LLMDBENCH_HARNESS_PVC_NAME has no effect, because the run is not on Kubernetes")
                .contains("Not run: harness run --profile-file inference-perf/sanity_random ", " --on local\n");
    }

    @Test
    void theOutputOfPrintIsYaml() throws IOException {
        Session session = print("export LLMDBENCH_HARNESS_PVC_NAME=p LLMDBENCH_B=8\n", "--", "--print");

        List<String> start =
                session.out().lines().takeWhile(each -> !each.equals("---")).toList();
        assertThat(start)
                .allMatch(each -> each.startsWith("# "))
                .anyMatch(each -> each.startsWith("# Runs: harness run "))
                .anyMatch(each -> each.contains("LLMDBENCH_B"));
        assertThat(session.out()).contains("\n---\napiVersion: ").doesNotContain("# ---", "# apiVersion");
    }

    @Test
    void podsGetTheFileOfTheProfileAndItsVariables() throws IOException {
        Path profile = Files.writeString(folder.resolve("my.yaml.in"), """
                target: http://h:1
                max_requests: REPLACE_ENV_LLMDBENCH_A
                """);

        Session session = print(
                "export LLMDBENCH_HARNESS_PVC_NAME=p LLMDBENCH_A=7 LLMDBENCH_B=8\n",
                "-w",
                profile.toString(),
                "--",
                "--print");

        assertThat(session.err()).isEmpty();
        assertThat(session.out())
                .contains("Runs: harness run " + profile + " ", " --launcher-option env=LLMDBENCH_A=7 ")
                .contains("  my.yaml.in: |\n    target: http://h:1\n", "- \"my.yaml.in\"\n", "name: \"LLMDBENCH_A\"\n")
                .doesNotContain("LLMDBENCH_B=8", "--profile-env");
    }

    @Test
    void aSecretOfTheProfileIsRefusedAndNotPrinted() throws IOException {
        Path profile = Files.writeString(folder.resolve("my.yaml.in"), """
                target: http://h:1
                data: REPLACE_ENV_LLMDBENCH_HF_TOKEN
                """);

        Session session = print(
                "export LLMDBENCH_HARNESS_PVC_NAME=p LLMDBENCH_HF_TOKEN=hf_4711\n",
                "-w",
                profile.toString(),
                "--",
                "--print");

        assertThat(session.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(session.err())
                .contains("the value of LLMDBENCH_HF_TOKEN would be visible in the Job: put the variable");
        assertThat(session.out() + session.err()).doesNotContain("4711");
    }

    @Test
    void theNameOfALongFolderIsCutAndUnique() {
        Path folder = Path.of("results/inference-perf_20261129-183000_meta-llama-Llama-3.2-1B-Instruct");
        String name = PodOptions.runName(folder);

        assertThat(name)
                .startsWith("inference-perf-20261129-183000-meta-llama-l")
                .hasSizeLessThanOrEqualTo(52);
        assertThat(name).isNotEqualTo(PodOptions.runName(folder.resolveSibling(folder.getFileName() + "-FP8")));
        assertThat(PodOptions.runName(Path.of("fmperf_1_a.B_"))).isEqualTo("fmperf-1-a-b");
    }
}
