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
import java.util.stream.Stream;
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

    /** Limits that a busy machine does not exceed. */
    private static final List<String> LENIENT =
            List.of("--max-send-delay=1h", "--max-read-delay=1h", "--max-thread-share=100", "--max-cpu-share=100");

    @TempDir
    Path folder;

    private final List<Process> started = new ArrayList<>();
    private @Nullable KubernetesBed bed;
    private @Nullable Process server;

    @BeforeAll
    @Timeout(600) // that of the class does not apply
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
        return harness(bed().kubeconfig(), output, arguments);
    }

    private Process harness(Path kubeconfig, String output, String... arguments) throws IOException {
        List<String> command = bed().on("ctl", JavaCommand.harness(List.of(), arguments));
        ProcessBuilder builder = new ProcessBuilder(InterruptSignal.withDefaultAction(command));
        builder.environment().putAll(Map.of("KUBECONFIG", kubeconfig.toString()));
        Process process = builder.redirectErrorStream(true)
                .redirectOutput(folder.resolve(output).toFile())
                .start();
        started.add(process);
        return process;
    }

    /** Starts a run with two workers, which sends requests for a time. */
    private Process run(String name, String seconds, String... options) throws IOException {
        return harness(name, words(name, seconds, options));
    }

    /** Returns the words of a run. An option replaces the default with the same name. */
    private String[] words(String name, String seconds, String... options) {
        List<String> all = new ArrayList<>(List.of("--url=" + URL, "--on=kubernetes", "--workers=2"));
        all.addAll(List.of("--image=" + IMAGE, "--run-name=" + name, "--output-dir=" + results(name)));
        all.addAll(List.of("--launcher-option=image-pull-policy=Never", "--launcher-option=cpu=1"));
        all.addAll(List.of("--launcher-option=memory=512Mi"));
        all.addAll(List.of("--load=constant", "--rate=20", "--duration=" + seconds, "--max-tokens=4"));
        all.addAll(LENIENT);
        all.removeIf(each -> Stream.of(options).anyMatch(one -> one.startsWith(nameOf(each))));
        all.addAll(Arrays.asList(options));
        all.add(0, "run");
        return all.toArray(String[]::new);
    }

    private static String nameOf(String option) {
        return option.substring(0, option.lastIndexOf('=') + 1);
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

    /** Starts a run, and waits until it sends requests. */
    private Process started(String name, String seconds, String... options) throws Exception {
        Process run = run(name, seconds, options);
        await(() -> output(name).contains(": started") || !run.isAlive());
        assertThat(output(name)).contains(": started");
        return run;
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

    /** Checks that a run has copied its results, and has left nothing in the cluster. */
    private void checkEnd(String name) throws Exception {
        RunFolder results = new RunFolder(results(name));
        assertThat(results.records()).isNotEmptyFile();
        assertThat(results(name).resolve("report.html")).isNotEmptyFile();
        assertThat(results(name).resolve("workers")).isDirectory();
        checkNothingIsLeft(name);
    }

    /** Creates a volume, and a storage class with the same name that only this volume has. */
    private void volume(String name, Path path) throws Exception {
        KubernetesBed.finished(new ProcessBuilder("chmod", "777", path.toString()));
        Path volume = Files.writeString(folder.resolve("volume.yaml"), """
            apiVersion: v1
            kind: PersistentVolume
            metadata: {name: "%s"}
            spec:
              capacity: {storage: 1Gi}
              accessModes: [ReadWriteMany]
              storageClassName: "%s"
              hostPath: {path: "%s"}
            """.formatted(name, name, path));
        bed().kubectl("apply", "-f", volume.toString());
    }

    /** Creates a file with the credentials of a service account that has no Role. */
    private Path strangerConfig() throws IOException {
        bed().kubectl("create", "serviceaccount", "stranger");
        String token = bed().kubectl("create", "token", "stranger").strip();
        return Files.writeString(
                folder.resolve("kubeconfig"),
                Files.readString(bed().kubeconfig()).replaceAll("token: \"[^\"]*\"", "token: \"" + token + "\""));
    }

    @Test
    void twoWorkersSendAllRequests() throws Exception {
        Process run = run("complete", "3s");
        assertThat(exitCode(run, "complete")).as(output("complete")).isZero();
        assertThat(output("complete"))
                .contains("\nReports and logs: " + results("complete") + "\n", "\nResults: " + results("complete"))
                .contains("2 workers on pods, all connected", "60 done")
                .contains("@worker-0 |        30 |      0", "@worker-1 |        30 |      0");
        checkEnd("complete");
    }

    @Test
    void aRunThatIsNotValidKeepsItsExitCodeAndResults() throws Exception {
        Process run = run("missed", "3s", "--require=ttft.p50<1us");
        assertThat(exitCode(run, "missed")).as(output("missed")).isEqualTo(4);
        assertThat(output("missed")).containsOnlyOnce("- required: ttft.p50<1us");
        checkEnd("missed");
    }

    @Test
    void interruptingTheCommandEndsTheRunWithItsResults() throws Exception {
        Process run = started("stopped", "600s");
        KubernetesBed.finished(new ProcessBuilder("kill", "-INT", Long.toString(run.pid())));
        assertThat(exitCode(run, "stopped")).as(output("stopped")).isEqualTo(130);
        checkEnd("stopped");
    }

    @Test
    void collectFinishesARunWhoseCommandWasKilled() throws Exception {
        Process run = started("lost", "20s");
        run.destroyForcibly().waitFor();
        Process collect = harness("collected", "collect", "lost", "--output-dir=" + results("lost"));
        assertThat(exitCode(collect, "collected")).as(output("collected")).isZero();
        assertThat(output("collected")).contains("400 done");
        checkEnd("lost");
    }

    @Test
    void aWorkerThatIsKilledMakesTheRunInvalid() throws Exception {
        Process run = started("killed", "600s");
        bed().kill(bed().pod("killed", 2));
        assertThat(exitCode(run, "killed")).as(output("killed")).isEqualTo(3);
        assertThat(output("killed"))
                .contains("**INVALID**")
                .containsOnlyOnce("- worker-1 (process 1 on killed-2) was lost: ")
                .contains("its container was killed (exit code 137) on node ");
        checkEnd("killed");
    }

    @Test
    void twoRunsInOneNamespaceKeepTheirOwnResults() throws Exception {
        String half = "--launcher-option=cpu=500m";
        Process first = run("first", "3s", half);
        Process second = run("second", "4s", half);
        assertThat(exitCode(first, "first")).as(output("first")).isZero();
        assertThat(exitCode(second, "second")).as(output("second")).isZero();
        assertThat(output("first")).contains("60 done");
        assertThat(output("second")).contains("80 done");
        for (String each : List.of("first", "second")) {
            checkEnd(each);
        }
    }

    @Test
    void aWorkerWithoutMemoryMakesTheRunInvalid() throws Exception {
        Process run = started("memory", "600s");
        bed().exhaustMemory(bed().pod("memory", 1));
        assertThat(exitCode(run, "memory")).as(output("memory")).isEqualTo(3);
        assertThat(output("memory"))
                .contains("**INVALID**")
                .containsOnlyOnce("- worker-0 (process 1 on memory-1) was lost: ")
                .contains("used more memory than its limit and was killed (OOMKilled)");
        checkEnd("memory");
    }

    @Test
    void aWorkerThatIsEvictedMakesTheRunInvalid() throws Exception {
        Process run = started("evicted", "600s");
        String pod = bed().evict(bed().pod("evicted", 2));
        assertThat(exitCode(run, "evicted")).as(output("evicted")).isEqualTo(3);
        assertThat(output("evicted"))
                .contains("**INVALID**", "Worker 1 (pod " + pod + "): removed by the cluster on node ");
        checkEnd("evicted");
    }

    @Test
    void drainingTheNodeOfAWorkerMakesTheRunInvalid() throws Exception {
        Process run = started("drained", "600s");
        String node = KubernetesBed.otherThan(bed().nodeOf(bed().pod("drained", 0)));
        try {
            bed().kubectl("drain", node, "--delete-emptydir-data", "--pod-selector=loadharness.io/run=drained");
            assertThat(exitCode(run, "drained")).as(output("drained")).isEqualTo(3);
        } finally {
            bed().kubectl("uncordon", node);
        }
        assertThat(output("drained")).contains("**INVALID**", ": removed by the cluster on node " + node);
        checkEnd("drained");
    }

    @Test
    void drainingTheNodeOfTheCoordinatorEndsTheRunWithItsResults() throws Exception {
        Process run = started("moved", "600s");
        String node = bed().nodeOf(bed().pod("moved", 0));
        String coordinator = "loadharness.io/run=moved,batch.kubernetes.io/job-completion-index=0";
        try {
            bed().kubectl("drain", node, "--delete-emptydir-data", "--pod-selector=" + coordinator);
            assertThat(exitCode(run, "moved")).as(output("moved")).isEqualTo(130);
        } finally {
            bed().kubectl("uncordon", node);
        }
        assertThat(output("moved"))
                .contains("**ABORTED**", "Coordinator (pod moved-0-", "): removed by the cluster on node " + node);
        checkEnd("moved");
    }

    @Test
    void aNodeWithoutNetworkMakesTheRunInvalid() throws Exception {
        Process run = started("node", "600s");
        String lost = KubernetesBed.otherThan(bed().nodeOf(bed().pod("node", 0)));
        bed().setConnected(lost, false);
        try {
            assertThat(exitCode(run, "node")).as(output("node")).isEqualTo(3);
        } finally {
            bed().setConnected(lost, true);
        }
        assertThat(output("node"))
                .contains("**INVALID**", " was lost: ")
                .contains("is marked for removal, but its node " + lost + " has not confirmed its end");
        checkEnd("node");
        bed().kubectl("wait", "--for=condition=Ready", "node/" + lost, "--timeout=120s");
    }

    @Test
    void aCoordinatorThatIsKilledIsNamed() throws Exception {
        Process run = started("coordinator", "600s");
        bed().kill(bed().pod("coordinator", 0));
        assertThat(exitCode(run, "coordinator")).as(output("coordinator")).isEqualTo(1);
        assertThat(output("coordinator"))
                .containsOnlyOnce("its container was killed")
                .contains("was lost before it wrote results: its container was killed (exit code 137) on node ");
        checkNothingIsLeft("coordinator");
    }

    @Test
    void aLoadGeneratorThatIsKilledIsNamed() throws Exception {
        Process run = started("generator", "600s");
        bed().kubectl("exec", bed().pod("generator", 0), "--", "sh", "-c", "kill -KILL $(cat /tmp/harness.pid)");
        assertThat(exitCode(run, "generator")).as(output("generator")).isEqualTo(137);
        assertThat(output("generator")).containsOnlyOnce("probably because its memory was not sufficient");
        checkNothingIsLeft("generator");
    }

    @Test
    void aClaimThatFillsUpDuringTheRunIsNamed() throws Exception {
        Path path = Files.createDirectories(bed().folder().resolve("small"));
        KubernetesBed.finished(new ProcessBuilder("mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", path.toString()));
        volume("small", path);
        Process run = started(
                "full",
                "20s",
                "--pvc=small",
                "--launcher-option=pvc-size=1Gi",
                "--launcher-option=storage-class=small");
        new ProcessBuilder("head", "-c", "1m", "/dev/zero")
                .redirectOutput(path.resolve("other").toFile())
                .start()
                .waitFor();
        assertThat(exitCode(run, "full")).as(output("full")).isNotZero();
        assertThat(output("full"))
                .containsOnlyOnce("The results of the run full are incomplete: the claim small is full: ");
        checkNothingIsLeft("full");
    }

    @Test
    void anImageThatIsMissingIsNamed() throws Exception {
        Process run = run("missing", "3s", "--image=localhost/none:1");
        assertThat(exitCode(run, "missing")).as(output("missing")).isEqualTo(1);
        assertThat(output("missing")).containsOnlyOnce(": the image localhost/none:1 is not on its node");
        checkNothingIsLeft("missing");
    }

    @Test
    void aUserWithoutTheRoleIsRefused() throws Exception {
        Process run = harness(strangerConfig(), "refused", words("refused", "3s"));
        assertThat(exitCode(run, "refused")).as(output("refused")).isEqualTo(1);
        assertThat(output("refused"))
                .contains("you may not create jobs, ", "ask for the Role")
                .hasLineCount(1);
        checkNothingIsLeft("refused");
    }

    /** Creates the objects that a command prints, after a controller of the cluster has changed them. */
    private void applyPrinted(String name, String text, String replacement, String... options) throws Exception {
        List<String> all = new ArrayList<>(Arrays.asList(options));
        all.add("--print");
        Process print = run(name, "3s", all.toArray(String[]::new));
        assertThat(exitCode(print, name)).as(output(name)).isZero();
        assertThat(output(name)).containsOnlyOnce(text);
        String secret = "0123456789abcdef0123456789abcdef any";
        Path file = Files.writeString(
                folder.resolve("printed.yaml"),
                output(name)
                        .replace("REPLACE-THIS-BY-A-RANDOM-TEXT any", secret)
                        .replace(text, replacement));
        bed().kubectl("apply", "-f", file.toString());
    }

    private void collectPrinted(Process collect, String name) throws Exception {
        assertThat(exitCode(collect, name)).as(output(name)).isZero();
        assertThat(output(name)).contains("60 done");
        checkEnd(name);
    }

    /** OpenShift sets a user without an entry in the password file of the image, and the group, when it admits a pod. */
    @Test
    void printedObjectsRunAsTheUserThatOpenShiftChooses() throws Exception {
        applyPrinted(
                "openshift",
                "runAsNonRoot: true",
                "runAsNonRoot: true\n        runAsUser: 1000650000\n        fsGroup: 1000650000",
                "--launcher-option=openshift=true");
        Process collect = harness("openshift", "collect", "openshift", "--output-dir=" + results("openshift"));
        collectPrinted(collect, "openshift");
    }

    /** Kueue suspends a Job when it is created, and resumes it later. */
    @Test
    void aJobThatWaitsInAQueueRunsLater() throws Exception {
        String text = "completionMode: \"Indexed\"";
        applyPrinted("queued", text, text + "\n  suspend: true", "--launcher-option=queue=clients");
        Process collect = harness("queued", "collect", "queued", "--output-dir=" + results("queued"));
        await(() -> output("queued").contains("The Job waits in its queue.") || !collect.isAlive());
        bed().kubectl("patch", "job", "queued", "--patch={\"spec\":{\"suspend\":false}}");
        collectPrinted(collect, "queued");
        assertThat(output("queued")).contains("The Job waits in its queue.");
    }

    /**
     * A pod like that of llm-d-benchmark: it copies the scripts of the harness from a ConfigMap, and its entry script calls a harness that
     * failed again.
     */
    @Test
    void theHarnessOfLlmdBenchmarkIsCalledAgainButMeasuresOnce() throws Exception {
        Path files = Path.of("../../integrations/llm-d/workload").toAbsolutePath();
        Path entry = Files.writeString(folder.resolve("llm-d-benchmark.sh"), """
            #!/usr/bin/env bash
            call() { for each in 1 2 3; do "$1" && return; done; }
            call loadharness-llm-d-benchmark.sh
            code=$?
            call loadharness-analyze_results.sh && exit "$code"
            """);
        bed().kubectl(
                        "create",
                        "configmap",
                        "llmdbench-harness-scripts",
                        "--from-file=" + files.resolve("harnesses"),
                        "--from-file=" + entry);
        Path profile = Files.writeString(
                folder.resolve("test.yaml"),
                Files.readString(files.resolve("profiles/loadharness/sanity_random.yaml.in"))
                        .replace("rate: 1", "rate: 20")
                        .replace("30s", "2s"));
        bed().kubectl("create", "configmap", "loadharness-profiles", "--from-file=" + profile);
        Path results = Files.createDirectories(bed().folder().resolve("requests"));
        Path pod = Files.writeString(
                folder.resolve("pod.yaml"), """
            apiVersion: v1
            kind: Pod
            metadata: {name: llm-d-pod}
            spec:
              restartPolicy: Never
              containers:
              - name: harness
                image: %s
                imagePullPolicy: Never
                securityContext: {runAsUser: 0}
                command: ["sh", "-c"]
                args: ["cp /workspace/harnesses/* /usr/local/bin && chmod +x /usr/local/bin/* && llm-d-benchmark.sh"]
                env:
                - {name: HOME, value: /requests/.home}
                - {name: TZ, value: UTC}
                - {name: LLMDBENCH_RUN_WORKSPACE_DIR, value: /workspace}
                - {name: LLMDBENCH_RUN_EXPERIMENT_RESULTS_DIR, value: /requests/id_1}
                - {name: LLMDBENCH_RUN_EXPERIMENT_HARNESS_WORKLOAD_NAME, value: test.yaml}
                - {name: LLMDBENCH_RUN_EXPERIMENT_ID, value: id}
                - {name: LLMDBENCH_DEPLOY_CURRENT_MODEL, value: simulated}
                - {name: LLMDBENCH_HARNESS_STACK_ENDPOINT_URL, value: "%s"}
                - {name: HARNESS_EXTRA_ARGS, value: "--require=ttft.p50<1us %s"}
                volumeMounts:
                - {name: results, mountPath: /requests}
                - {name: profiles, mountPath: /workspace/profiles/loadharness}
                - {name: scripts, mountPath: /workspace/harnesses}
              volumes:
              - {name: results, hostPath: {path: "%s"}}
              - {name: profiles, configMap: {name: loadharness-profiles}}
              - {name: scripts, configMap: {name: llmdbench-harness-scripts, defaultMode: 0755}}
            """.formatted(IMAGE, URL, String.join(" ", LENIENT), results));
        bed().kubectl("apply", "-f", pod.toString());
        bed().kubectl(
                        "wait",
                        "pod/llm-d-pod",
                        "--for=jsonpath={.status.phase}=Failed",
                        "--timeout=" + LIMIT_SECONDS + "s");
        String log = bed().kubectl("logs", "llm-d-pod");
        assertThat(log).containsOnlyOnce("constant: started").contains("- required: ttft.p50<1us");
        assertThat(log.lines().filter(each -> each.contains("loadharness: not repeated: ")))
                .hasSize(2);
        for (String each : List.of(
                "records.cbor", "benchmark_report_v0.2,_run.yaml", "run_metadata.yaml", "analysis/summary.txt")) {
            assertThat(results.resolve("id_1").resolve(each)).isNotEmptyFile();
        }
        assertThat(results.resolve("id_1/harness_exit_code")).hasContent("4");
        bed().kubectl(
                        "delete",
                        "pod/llm-d-pod",
                        "configmap/loadharness-profiles",
                        "configmap/llmdbench-harness-scripts");
    }

    @Test
    void variablesOfLlmdBenchmarkRunAProfileInTheCluster() throws Exception {
        Path scenario = Files.writeString(folder.resolve("scenario.sh"), """
            export LLMDBENCH_HARNESS_NAMESPACE=default
            export LLMDBENCH_HARNESS_PVC_NAME=workload-pvc LLMDBENCH_HARNESS_PVC_SIZE=1Gi
            export LLMDBENCH_HARNESS_CPU_NR=1 LLMDBENCH_HARNESS_CPU_MEM=512Mi
            export LLMDBENCH_HARNESS_CONTAINER_IMAGE=%s
            """.formatted(IMAGE));
        Path claimed = Files.createDirectories(bed().folder().resolve("llm-d"));
        volume("llm-d", claimed);
        List<String> options = List.of(
                "llm-d",
                "run",
                "-c=" + scenario,
                "--experiment-id=id",
                "--work-dir=" + folder.resolve("work"),
                "--url=" + URL,
                "-m=auto",
                "-o=rate=20,duration=2");
        List<String> further = new ArrayList<>(List.of("--", "--launcher-option=image-pull-policy=Never"));
        further.add("--launcher-option=storage-class=llm-d");
        further.addAll(LENIENT);
        List<String> all = new ArrayList<>(options);
        all.addAll(further);
        Process run = harness("llm-d", all.toArray(String[]::new));
        assertThat(exitCode(run, "llm-d")).as(output("llm-d")).isZero();
        Path results = folder.resolve("work/results/inference-perf_id_auto");
        assertThat(results.resolve("summary_lifecycle_metrics.json")).isNotEmptyFile();
        assertThat(output("llm-d")).contains("Report: " + results.resolve("summary_lifecycle_metrics.json"));
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
