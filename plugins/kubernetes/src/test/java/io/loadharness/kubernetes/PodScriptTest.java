// SPDX-License-Identifier: Apache-2.0
package io.loadharness.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The script of the pods, run by {@code sh} with the folders of a pod in a temporary folder. */
class PodScriptTest {

    private static final String END = "loadharness: the run bench1 ended with exit code ";

    @TempDir
    Path pod;

    private Path script;
    private Path results;

    private record Ended(int code, String output) {}

    @BeforeEach
    void prepare() throws IOException {
        for (String each : new String[] {"tmp", "config", "home", "results", "bin"}) {
            Files.createDirectories(pod.resolve(each));
        }
        results = pod.resolve("results/bench1");
        try (var in = Manifests.class.getResourceAsStream("pod.sh")) {
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            script = Files.writeString(
                    pod.resolve("pod.sh"), text.replaceAll("(?<![\\w}])/(tmp|config|results)\\b", pod + "/$1"));
        }
    }

    private void program(String name, String text) throws IOException {
        Path file = Files.writeString(pod.resolve("bin").resolve(name), "#!/bin/sh\n" + text);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private Ended run(String mode) throws IOException, InterruptedException {
        return run(mode, "bench1");
    }

    private Ended run(String mode, String name) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder("sh", script.toString(), "run", "run.yaml");
        builder.environment()
                .putAll(Map.of(
                        "HOME",
                        pod.resolve("home").toString(),
                        "PATH",
                        pod.resolve("bin") + ":" + System.getenv("PATH"),
                        "HARNESS_MODE",
                        mode,
                        "HARNESS_RUN",
                        name,
                        "HARNESS_VOLUME",
                        "the claim p",
                        "HARNESS_LINGER_SECONDS",
                        "0",
                        "JOB_COMPLETION_INDEX",
                        "0"));
        Process process = builder.redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Ended(process.waitFor(), output);
    }

    private static void assertRefused(Ended ended, String sentence) {
        assertThat(ended.output())
                .startsWith("loadharness: the run bench1 has no results: " + sentence)
                .hasLineCount(1);
        assertThat(ended.code()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 3})
    void theExitCodeIsThatOfTheCoordinator(int code) throws Exception {
        program("harness", "echo \"$*\"; exit " + code);
        Ended ended = run("run");
        assertThat(ended).isEqualTo(new Ended(code, "run run.yaml --output-dir " + results + "\n" + END + code + "\n"));
        assertThat(results.resolve("exit-code")).hasContent(Integer.toString(code));
    }

    @ParameterizedTest
    @ValueSource(ints = {134, 137})
    void aLoadGeneratorThatIsKilledIsExplainedByItsMemory(int code) throws Exception {
        program("harness", "exit " + code);
        assertThat(run("run").output())
                .contains("(exit code " + code + "), probably because its memory", "memory=SIZE.\n" + END + code);
    }

    @Test
    void aNameWithResultsOfAnEarlierRunIsRefused() throws Exception {
        program("harness", "echo started");
        Files.createDirectories(results);
        Files.writeString(results.resolve("exit-code"), "0\n");
        assertRefused(run("run"), "the claim p has the results of an earlier run with this name: choose another");
        assertThat(results.resolve("exit-code")).hasContent("0");
    }

    @Test
    void aClaimThatCannotBeWrittenIsNamed() throws Exception {
        program("harness", "echo started");
        program("mkdir", "echo \"mkdir: $2: Permission denied\" >&2; exit 1");
        assertRefused(run("run"), "the user ");
        assertThat(run("run").output()).contains(" cannot write to the claim p: mkdir: ", "Permission denied");
    }

    @Test
    void aClaimThatIsFullIsNamed() throws Exception {
        program("mkdir", "echo \"mkdir: $2: No space left on device\" >&2; exit 1");
        assertRefused(run("run"), "the claim p is full: mkdir: ");
    }

    @Test
    void anImageWithoutLoadHarnessIsNamed() throws Exception {
        assertRefused(run("run"), "its image has no program harness: give an image with LoadHarness");
    }

    @Test
    void aClaimThatFillsUpDuringTheRunIsNamed() throws Exception {
        program("harness", "ln -sf /dev/full '" + results.resolve("exit-code") + "'");
        assertThat(run("run").output())
                .startsWith("The results of the run bench1 are incomplete: the claim p is full: ")
                .endsWith("\n" + END + "1\n");
        Files.delete(results.resolve("exit-code"));
    }

    @Test
    void aRunThatFailsOnAFullClaimIsExplained() throws Exception {
        program("harness", "ln -s /dev/full '" + results.resolve("space") + "'; exit 2");
        assertThat(run("run"))
                .matches(ended -> ended.code() == 2)
                .extracting(Ended::output)
                .asString()
                .startsWith("The results of the run bench1 are incomplete: the claim p is full: ")
                .endsWith("\n" + END + "2\n");
        Files.delete(results.resolve("space"));
    }

    @Test
    void theCollectionOfARunHasItsExitCode() throws Exception {
        Files.createDirectories(results);
        Files.writeString(results.resolve("exit-code"), "3\n");
        assertThat(run("collect")).isEqualTo(new Ended(3, END + "3\n"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "running\n", "1234\n", "-"})
    void theCollectionOfARunWithoutExitCodeFails(String text) throws Exception {
        Files.createDirectories(results);
        if (!text.equals("-")) {
            Files.writeString(results.resolve("exit-code"), text);
        }
        assertThat(run("collect"))
                .isEqualTo(new Ended(
                        1,
                        "The results of the run bench1 are incomplete: it was killed, or it has not" + " ended yet.\n"
                                + END + "1\n"));
    }

    @Test
    void theCollectionOfAnUnknownRunNamesTheOthers() throws Exception {
        Files.createDirectories(pod.resolve("results/bench2"));
        assertRefused(run("collect"), "the claim p has no folder bench1; its folders are: bench2");
    }

    @Test
    void theCollectionOfAllRunsHasNoExitCodeOfOne() throws Exception {
        assertThat(run("collect", "")).isEqualTo(new Ended(0, "loadharness: the run  ended with exit code 0\n"));
    }
}
