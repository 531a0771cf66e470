// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadharness.cli.InterruptSignal;
import io.loadharness.cli.JavaCommand;
import io.loadharness.kubernetes.KubernetesBed;
import io.loadharness.report.RunFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs of LoadHarness itself on a real Kubernetes, with an image that {@code harness image} writes. The server is a simulated server on the
 * machine of the user. Needs root, and the programs and the base image that {@code plugins/kubernetes/src/test/bed/build} makes.
 */
@Tag("kubernetes")
@TestInstance(Lifecycle.PER_CLASS)
@Timeout(600)
class KubernetesRunTest {

    private static final String IMAGE = "localhost/loadharness:test";
    private static final String URL = "http://" + KubernetesBed.CTL + ":8000";
    private static final long LIMIT_SECONDS = 300;

    @TempDir
    Path folder;

    private final List<Process> started = new ArrayList<>();
    private @Nullable KubernetesBed bed;
    private @Nullable Process server;

    @BeforeAll
    void start(@TempDir Path temporary) throws Exception {
        bed = KubernetesBed.start();
        Path base = bed.program("base.tar");
        Assumptions.assumeTrue(Files.exists(base), () -> "skipped: " + base + " does not exist");
        Path archive = temporary.resolve("loadharness.tar");
        KubernetesBed.finished(new ProcessBuilder(
                JavaCommand.harness(List.of(), "image", "--base=" + base, "--output=" + archive, "--name=" + IMAGE)));
        bed.load(archive);
        server = new ProcessBuilder(bed.on(
                        "ctl",
                        JavaCommand.harness(
                                List.of(), "simulate", "--host=0.0.0.0", "--port=8000", "--first-token-us=2000")))
                .redirectErrorStream(true)
                .redirectOutput(temporary.resolve("server").toFile())
                .start();
    }

    @AfterEach
    void stopRuns() {
        started.forEach(Process::destroyForcibly);
        started.clear();
    }

    @AfterAll
    void stop() throws Exception {
        if (server != null) {
            server.destroyForcibly();
        }
        if (bed != null) {
            bed.close();
        }
    }

    private KubernetesBed bed() {
        return Objects.requireNonNull(bed);
    }

    /** Starts a command of the user, with its output in a file of the given name. */
    private Process harness(String output, String... arguments) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(bed().on("ctl", JavaCommand.harness(List.of(), arguments)));
        builder.environment().putAll(Map.of("KUBECONFIG", bed().kubeconfig().toString()));
        Process process = builder.redirectErrorStream(true)
                .redirectOutput(folder.resolve(output).toFile())
                .start();
        started.add(process);
        return process;
    }

    /** Starts a run with two workers, which sends requests for a time. */
    private Process run(String name, String seconds, String... options) throws IOException {
        List<String> all = new ArrayList<>(List.of("run", "--url=" + URL, "--on=kubernetes", "--workers=2"));
        all.addAll(List.of("--image=" + IMAGE, "--run-name=" + name, "--output-dir=" + results(name)));
        all.addAll(List.of("--launcher-option=image-pull-policy=Never", "--launcher-option=cpu=1"));
        all.addAll(List.of("--launcher-option=memory=512Mi"));
        all.addAll(List.of("--load=constant", "--rate=20", "--duration=" + seconds, "--max-tokens=4"));
        all.addAll(List.of("--max-send-delay=1h", "--max-read-delay=1h", "--max-thread-share=100"));
        all.addAll(List.of("--max-cpu-share=100"));
        all.addAll(Arrays.asList(options));
        return harness(name, all.toArray(String[]::new));
    }

    private Path results(String name) {
        return folder.resolve("results-" + name);
    }

    private String output(String name) throws IOException {
        return Files.readString(folder.resolve(name));
    }

    private static void await(Callable<Boolean> condition) throws Exception {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_SECONDS);
        while (!condition.call() && System.nanoTime() < end) {
            TimeUnit.MILLISECONDS.sleep(200);
        }
    }

    private void awaitRequests(Process run, String name) throws Exception {
        await(() -> output(name).contains(": started") || !run.isAlive());
        assertThat(output(name)).contains(": started");
    }

    private int exitCode(Process process, String name) throws Exception {
        assertThat(process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS))
                .as(output(name))
                .isTrue();
        return process.exitValue();
    }

    private void checkNothingIsLeft(String name) throws Exception {
        await(() -> bed().objects(name).isEmpty());
        assertThat(bed().objects(name)).isEmpty();
    }

    private void checkResults(String name) {
        RunFolder results = new RunFolder(results(name));
        assertThat(results.records()).isNotEmptyFile();
        assertThat(results(name).resolve("report.html")).isNotEmptyFile();
        assertThat(results(name).resolve("workers")).isDirectory();
    }

    @Test
    void twoWorkersSendAllRequests() throws Exception {
        Process run = run("complete", "3s");
        assertThat(exitCode(run, "complete")).as(output("complete")).isZero();
        assertThat(output("complete"))
                .contains("2 workers on pods, all connected", "60 done")
                .contains("@worker-0 |        30 |      0", "@worker-1 |        30 |      0");
        checkResults("complete");
        checkNothingIsLeft("complete");
    }

    @Test
    void aRunThatIsNotValidKeepsItsExitCodeAndResults() throws Exception {
        Process run = run("missed", "3s", "--require=ttft.p50<1us");
        assertThat(exitCode(run, "missed")).as(output("missed")).isEqualTo(4);
        assertThat(output("missed")).containsOnlyOnce("- required: ttft.p50<1us");
        checkResults("missed");
        checkNothingIsLeft("missed");
    }

    @Test
    void interruptingTheCommandEndsTheRunWithItsResults() throws Exception {
        InterruptSignal.assumeHandled();
        Process run = run("stopped", "600s");
        awaitRequests(run, "stopped");
        KubernetesBed.finished(new ProcessBuilder("kill", "-INT", Long.toString(run.pid())));
        assertThat(exitCode(run, "stopped")).as(output("stopped")).isEqualTo(130);
        checkResults("stopped");
        checkNothingIsLeft("stopped");
    }

    @Test
    void collectFinishesARunWhoseCommandWasKilled() throws Exception {
        Process run = run("lost", "20s");
        awaitRequests(run, "lost");
        run.destroyForcibly().waitFor();
        Process collect = harness("collected", "collect", "lost", "--output-dir=" + results("lost"));
        assertThat(exitCode(collect, "collected")).as(output("collected")).isZero();
        assertThat(output("collected")).contains("400 done");
        checkResults("lost");
        checkNothingIsLeft("lost");
    }

    @Test
    void aWorkerThatIsKilledMakesTheRunInvalid() throws Exception {
        Process run = run("killed", "600s");
        awaitRequests(run, "killed");
        bed().kill(bed().pod("killed", 2));
        assertThat(exitCode(run, "killed")).as(output("killed")).isEqualTo(3);
        assertThat(output("killed"))
                .contains("**INVALID**")
                .containsOnlyOnce("- worker-1 (process 1 on killed-2) was lost: ")
                .contains("its container was killed (exit code 137) on node ");
        checkResults("killed");
        checkNothingIsLeft("killed");
    }

    @Test
    void variablesOfLlmdBenchmarkRunAProfileInTheCluster() throws Exception {
        Path scenario = Files.writeString(folder.resolve("scenario.sh"), """
            export LLMDBENCH_HARNESS_NAMESPACE=default
            export LLMDBENCH_HARNESS_PVC_NAME=workload-pvc LLMDBENCH_HARNESS_PVC_SIZE=1Gi
            export LLMDBENCH_HARNESS_CPU_NR=1 LLMDBENCH_HARNESS_CPU_MEM=512Mi
            export LLMDBENCH_HARNESS_CONTAINER_IMAGE=%s
            """.formatted(IMAGE));
        Path claimed = Files.createDirectories(bed().folder().resolve("claimed"));
        KubernetesBed.finished(new ProcessBuilder("chmod", "777", claimed.toString()));
        Path volume = Files.writeString(folder.resolve("volume.yaml"), """
            apiVersion: v1
            kind: PersistentVolume
            metadata: {name: llm-d}
            spec:
              capacity: {storage: 1Gi}
              accessModes: [ReadWriteMany]
              storageClassName: llm-d
              hostPath: {path: "%s"}
            """.formatted(claimed));
        bed().kubectl("apply", "-f", volume.toString());
        List<String> options = List.of(
                "llm-d",
                "run",
                "-c=" + scenario,
                "--experiment-id=id",
                "--work-dir=" + folder.resolve("work"),
                "--url=" + URL,
                "-m=auto",
                "-o=rate=20,duration=2");
        List<String> further = List.of(
                "--",
                "--launcher-option=image-pull-policy=Never",
                "--launcher-option=storage-class=llm-d",
                "--max-send-delay=1h",
                "--max-read-delay=1h",
                "--max-thread-share=100",
                "--max-cpu-share=100");
        List<String> all = new ArrayList<>(options);
        all.addAll(further);
        Process run = harness("llm-d", all.toArray(String[]::new));
        assertThat(exitCode(run, "llm-d")).as(output("llm-d")).isZero();
        Path results = folder.resolve("work/results/inference-perf_id_auto");
        assertThat(results.resolve("summary_lifecycle_metrics.json")).isNotEmptyFile();
        assertThat(claimed.resolve("inference-perf-id-auto/summary_lifecycle_metrics.json"))
                .isNotEmptyFile();
        checkNothingIsLeft("inference-perf-id-auto");

        KubernetesBed.finished(new ProcessBuilder("rm", "-r", results.toString()));
        all = new ArrayList<>(options);
        all.add("-z");
        all.addAll(further);
        Process again = harness("again", all.toArray(String[]::new));
        assertThat(exitCode(again, "again")).as(output("again")).isZero();
        assertThat(results.resolve("summary_lifecycle_metrics.json")).isNotEmptyFile();
    }
}
