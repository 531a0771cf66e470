// SPDX-License-Identifier: Apache-2.0
package io.loadharness.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadharness.cluster.SubmitRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs on a real Kubernetes with two nodes, in network namespaces of this machine. The pods run a stand-in for LoadHarness, so that the
 * launcher is tested and nothing else. Needs root, and the programs that {@code src/test/bed/build} makes.
 */
@Tag("kubernetes")
@TestInstance(Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class KubernetesClusterTest {

    private static final Duration LIMIT = Duration.ofMinutes(3);

    @TempDir
    Path folder;

    private final List<Process> started = new ArrayList<>();
    private @Nullable KubernetesBed bed;

    @BeforeAll
    @Timeout(600)
    void start() throws Exception {
        bed = KubernetesBed.start();
        image();
        kubectl(
                "apply",
                "-n",
                "default",
                "-f",
                Path.of("../../integrations/kubernetes/role.yaml")
                        .toAbsolutePath()
                        .toString());
    }

    private KubernetesBed bed() {
        return Objects.requireNonNull(bed);
    }

    private void image() throws Exception {
        Path archive = bed().folder().resolve("stand-in.tar");
        List<String> command = new ArrayList<>(
                List.of(KubernetesBed.script("make-image.py").toString(), archive.toString(), "localhost/stand-in:1"));
        for (String each : List.of("bin", "tmp", "etc", "proc", "sys", "dev", "usr", "usr/bin")) {
            command.addAll(List.of("--dir", each));
        }
        for (String each : List.of("sh", "sleep", "cat", "tar", "mkdir", "touch", "id", "head", "ls", "rm")) {
            command.addAll(List.of("--link", "bin/" + each + "=/bin/busybox"));
        }
        command.addAll(List.of("--file", "bin/busybox=/usr/bin/busybox"));
        command.addAll(List.of("--file", "usr/bin/harness=" + KubernetesBed.script("stand-in")));
        KubernetesBed.finished(new ProcessBuilder(command));
        bed().load(archive);
    }

    @AfterAll
    void stop() throws Exception {
        started.forEach(Process::destroyForcibly);
        if (bed != null) {
            bed.close();
        }
    }

    private String kubectl(String... arguments) {
        return bed().kubectl(arguments);
    }

    /** Starts a run with a name. Its output is in a file of this name. */
    private Process submit(String name, String... options) throws IOException {
        return submit(bed().kubeconfig(), name, options);
    }

    private Process submit(String name, Path results, String... options) throws IOException {
        return submit(bed().kubeconfig(), name, results, options);
    }

    private Process submit(Path kubeconfig, String name, String... options) throws IOException {
        return submit(kubeconfig, name, folder.resolve("results-" + name), options);
    }

    private Process submit(Path kubeconfig, String name, Path results, String... options) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-Dkubeconfig=" + kubeconfig,
                "-cp",
                System.getProperty("java.class.path"),
                SubmitMain.class.getName(),
                results.toString(),
                "run-name=" + name,
                "image-pull-policy=Never",
                "cpu=50m",
                "memory=64Mi"));
        if (List.of(options).stream().noneMatch(each -> each.startsWith("image="))) {
            command.add("image=localhost/stand-in:1");
        }
        command.addAll(List.of(options));
        Process process = new ProcessBuilder(bed().on("ctl", command))
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve(name).toFile())
                .start();
        started.add(process);
        return process;
    }

    private String output(String name) {
        try {
            return Files.readString(folder.resolve(name));
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void await(BooleanSupplier condition) throws InterruptedException {
        long end = System.nanoTime() + LIMIT.toNanos();
        while (!condition.getAsBoolean() && System.nanoTime() < end) {
            TimeUnit.MILLISECONDS.sleep(200);
        }
    }

    private void awaitPods(String name) throws InterruptedException {
        await(() -> output(name).contains("All 3 pods run."));
        assertThat(output(name)).contains("All 3 pods run.");
    }

    private int exitCode(Process process, String name) throws InterruptedException {
        assertThat(process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS))
                .as(output(name))
                .isTrue();
        return process.exitValue();
    }

    private String left(String name) {
        return bed().objects(name);
    }

    private String pod(String name, int index) {
        return bed().pod(name, index);
    }

    @Test
    void twoRunsAtOnceEndWithTheirOwnResults() throws Exception {
        Process first = submit("first");
        Process second = submit("second", "env=FAKE_CODE=3");
        assertThat(exitCode(first, "first")).as(output("first")).isZero();
        assertThat(exitCode(second, "second")).as(output("second")).isEqualTo(3);
        assertThat(output("first"))
                .contains("user 10001", "secret and home are usable", "file verdict", "file logs/large")
                .contains("--on pods --workers 2");
        assertThat(folder.resolve("results-first/logs/large")).hasSize(3_000_000);
        assertThat(folder.resolve("results-second/exit-code")).hasContent("3");
        assertThat(left("first") + left("second")).isEmpty();
    }

    @Test
    void aWorkerThatIsRemovedEndsTheRunWithItsResults() throws Exception {
        Process run = submit("removed", "env=FAKE_SECONDS=60");
        awaitPods("removed");
        kubectl("delete", pod("removed", 1), "--grace-period=1", "--wait=false");
        assertThat(exitCode(run, "removed")).as(output("removed")).isEqualTo(130);
        assertThat(output("removed")).contains("* Kubernetes ends the run: ", "file verdict");
        assertThat(left("removed")).isEmpty();
    }

    @Test
    void aWorkerThatIsEvictedIsExplained() throws Exception {
        Process run = submit("evicted", "env=FAKE_SECONDS=60");
        awaitPods("evicted");
        String name = bed().evict(pod("evicted", 2));
        exitCode(run, "evicted");
        assertThat(output("evicted"))
                .contains("* Worker 1 (pod " + name + "): removed by the cluster on node ", "file verdict");
        assertThat(left("evicted")).isEmpty();
    }

    @Test
    void aRunThatFailsIsNotRepeated() throws Exception {
        Process run = submit("failing", "env=FAKE_OOM=0", "env=FAKE_SECONDS=8");
        exitCode(run, "failing");
        assertThat(output("failing")).contains("with 3 pods");
        assertThat(kubectl("get", "events", "--field-selector=reason=SuccessfulCreate", "-o", "name")
                        .lines()
                        .filter(each -> each.startsWith("event/failing.")))
                .hasSize(3);
        assertThat(folder.resolve("results-failing/workers/worker-0.log"))
                .content()
                .contains("137");
        assertThat(left("failing")).isEmpty();
    }

    @Test
    void resultsOnAClaimAreCollectedLater() throws Exception {
        Path volume = Files.writeString(folder.resolve("volume.yaml"), """
            apiVersion: v1
            kind: PersistentVolume
            metadata: {name: results}
            spec:
              capacity: {storage: 1Gi}
              accessModes: [ReadWriteMany]
              storageClassName: test
              hostPath: {path: "%s"}
            """.formatted(writable("volume")));
        kubectl("apply", "-f", volume.toString());
        Process run = submit("kept", "pvc=results", "pvc-size=1Gi", "storage-class=test");
        assertThat(exitCode(run, "kept")).as(output("kept")).isZero();
        assertThat(output("kept")).contains("* Created the claim results of 1Gi.", "file verdict");
        Process collection = submit("kept", folder.resolve("collected"), "pvc=results", "skip-run=true");
        assertThat(exitCode(collection, "kept")).as(output("kept")).isZero();
        assertThat(folder.resolve("collected/logs/large")).hasSize(3_000_000);
        assertThat(kubectl("get", "jobs,pods", "-o", "name")).doesNotContain("collect");
        kubectl("delete", "pvc", "results");
    }

    private Path writable(String name) throws IOException {
        Path path = Files.createDirectories(bed().folder().resolve(name));
        return Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwxrwxrwx"));
    }

    @Test
    void aDebugPodSleepsUntilItIsStopped() throws Exception {
        Process run = submit("debugged", "debug-pod=true");
        await(() -> output("debugged").contains("* The pod runs."));
        assertThat(kubectl("exec", pod("debugged", 0), "--", "cat", "/config/run.yaml"))
                .contains("# empty");
        run.destroy();
        exitCode(run, "debugged");
        await(() -> left("debugged").isEmpty());
        assertThat(left("debugged")).isEmpty();
    }

    @Test
    void aRunAboveItsLimitIsAskedToEnd() throws Exception {
        Process run = submit("long", "env=FAKE_SECONDS=100", "wait=5");
        assertThat(exitCode(run, "long")).as(output("long")).isEqualTo(130);
        assertThat(output("long")).contains("* The run did not end within --wait 5 s", "file verdict");
        assertThat(left("long")).isEmpty();
    }

    @Test
    void aServerThatPausesDoesNotEndTheRun() throws Exception {
        Process run = submit("paused", "env=FAKE_SECONDS=12");
        awaitPods("paused");
        String server =
                Files.readString(bed().folder().resolve("pids/apiserver")).strip();
        KubernetesBed.finished(new ProcessBuilder("kill", "-STOP", server));
        try {
            await(() -> output("paused").contains(KubernetesRun.SILENT_SERVER));
        } finally {
            KubernetesBed.finished(new ProcessBuilder("kill", "-CONT", server));
        }
        assertThat(exitCode(run, "paused")).as(output("paused")).isZero();
        assertThat(output("paused")).contains(KubernetesRun.SILENT_SERVER, "file verdict");
        assertThat(left("paused")).isEmpty();
    }

    @Test
    void aServerThatStartsAgainDoesNotEndTheRun() throws Exception {
        Process run = submit("restarted", "env=FAKE_SECONDS=20");
        awaitPods("restarted");
        Path pid = bed().folder().resolve("pids/apiserver");
        String server = Files.readString(pid).strip();
        List<String> start = new ArrayList<>(List.of(
                "bash",
                "-c",
                "(exec nsenter --net=/run/netns/lhk8s-ctl setsid \"$@\" >/dev/null 2>&1 </dev/null) & echo $! >\"$0\"",
                pid.toString()));
        start.addAll(
                List.of(Files.readString(Path.of("/proc", server, "cmdline")).split("\0")));
        KubernetesBed.finished(new ProcessBuilder("kill", "-KILL", server));
        try {
            await(() -> output("restarted").contains(KubernetesRun.SILENT_SERVER));
        } finally {
            KubernetesBed.finished(new ProcessBuilder(start));
        }
        assertThat(exitCode(run, "restarted")).as(output("restarted")).isZero();
        assertThat(output("restarted")).contains("file verdict");
        assertThat(left("restarted")).isEmpty();
    }

    @Test
    void aCoordinatorThatIsKilledIsExplained() throws Exception {
        Process run = submit("killed", "env=FAKE_SECONDS=60");
        awaitPods("killed");
        bed().kill(pod("killed", 0));
        assertThat(exitCode(run, "killed")).isEqualTo(1);
        assertThat(output("killed"))
                .contains("was lost before it wrote results: its container was killed (exit code 137)");
        assertThat(left("killed")).isEmpty();
    }

    @Test
    void nothingIsLeftOfALaptopThatIsLost() throws Exception {
        Process run = submit("lost", "env=FAKE_SECONDS=5", "linger=3", "ttl=2");
        awaitPods("lost");
        run.destroyForcibly().waitFor();
        await(() -> left("lost").isEmpty());
        assertThat(left("lost")).isEmpty();
    }

    @Test
    void aSignalEndsTheRunAndKeepsItsResults() throws Exception {
        Process run = submit("stopped", "env=FAKE_SECONDS=60");
        awaitPods("stopped");
        run.destroy();
        assertThat(exitCode(run, "stopped")).as(output("stopped")).isEqualTo(130);
        assertThat(output("stopped")).contains("file verdict");
        assertThat(left("stopped")).isEmpty();
    }

    @Test
    void anImageThatIsMissingIsNamed() throws Exception {
        Process run = submit("missing", "image=localhost/none:1");
        assertThat(exitCode(run, "missing")).isEqualTo(1);
        assertThat(output("missing")).contains("cannot start: the image localhost/none:1 is not on its node");
        assertThat(left("missing")).isEmpty();
    }

    @Test
    void aUserWithoutTheRoleIsRefusedAndOneWithItIsNot() throws Exception {
        kubectl("create", "serviceaccount", "stranger");
        kubectl("create", "serviceaccount", "user");
        kubectl("create", "rolebinding", "user", "--role=loadharness", "--serviceaccount=default:user");
        Process refused = submit(kubeconfig("stranger"), "refused");
        Process allowed = submit(kubeconfig("user"), "allowed");
        assertThat(exitCode(refused, "refused")).isEqualTo(1);
        assertThat(output("refused")).contains("error you may not create jobs, ", "ask for the Role");
        assertThat(exitCode(allowed, "allowed")).as(output("allowed")).isZero();
        assertThat(left("allowed")).isEmpty();
    }

    private Path kubeconfig(String account) throws IOException {
        String token = kubectl("create", "token", account).strip();
        return Files.writeString(
                folder.resolve("kubeconfig-" + account),
                Files.readString(bed().kubeconfig()).replaceAll("token: \"[^\"]*\"", "token: \"" + token + "\""));
    }

    @Test
    void printedManifestsAreAcceptedByTheServer() throws Exception {
        Path file = Files.writeString(
                folder.resolve("printed.yaml"),
                new KubernetesSubmitter()
                        .describe(new SubmitRequest(
                                2,
                                List.of("run", "run.yaml"),
                                Map.of("run.yaml", "# empty\n"),
                                Set.of(),
                                "hidden any",
                                Map.of("image", "localhost/stand-in:1", "run-name", "printed"))));
        assertThat(kubectl("apply", "--dry-run=server", "--validate=strict", "-f", file.toString()))
                .contains("job.batch/printed created", "service/printed created");
    }

    @Test
    @Order(Integer.MAX_VALUE) // the node stays lost
    void aNodeThatIsLostIsExplained() throws Exception {
        Process run = submit("node", "env=FAKE_SECONDS=70");
        awaitPods("node");
        String first = kubectl("get", pod("node", 0), "-o", "jsonpath={.spec.nodeName}");
        String other = first.equals("n1") ? "n2" : "n1";
        for (String each : List.of("kubelet-", "containerd-")) {
            Path pid = bed().folder().resolve("pids/" + each + other);
            KubernetesBed.finished(
                    new ProcessBuilder("kill", "-KILL", Files.readString(pid).strip()));
        }
        assertThat(exitCode(run, "node")).as(output("node")).isZero();
        assertThat(output("node"))
                .contains("its node " + other + " no longer reports its state", "file verdict")
                .contains("is marked for removal, but its node " + other + " has not confirmed its end");
        assertThat(kubectl("get", "jobs,configmaps,secrets,services", "-o", "name"))
                .doesNotContain("/node\n");
    }
}
