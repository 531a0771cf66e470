// SPDX-License-Identifier: Apache-2.0
package io.loadharness.kubernetes;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/** A real Kubernetes with the nodes n1 and n2, in network namespaces of this machine, made by the scripts of src/test/bed. */
public final class KubernetesBed implements AutoCloseable {

    /** The address of the host {@code ctl}, on which the API server and the clients of the cluster are. */
    public static final String CTL = "198.18.8.254";

    private static final Path SCRIPTS = scripts();
    private static final List<String> NODES = List.of("n1", "n2");

    private final Path programs;
    private final Path folder;

    private KubernetesBed(Path programs, Path folder) {
        this.programs = programs;
        this.folder = folder;
    }

    private static Path scripts() {
        Path folder = Path.of("").toAbsolutePath();
        Path inRepository = Path.of("plugins/kubernetes/src/test/bed");
        while (!Files.exists(folder.resolve(inRepository)) && folder.getParent() != null) {
            folder = folder.getParent();
        }
        return folder.resolve(inRepository);
    }

    /** Starts a cluster; skips the tests if this machine cannot have one. */
    public static KubernetesBed start() throws IOException, InterruptedException {
        Path programs = Path.of(System.getProperty("loadharness.kubernetes", "/nonexistent"));
        Assumptions.assumeTrue(
                Stream.of("kube", "coredns").allMatch(each -> Files.isExecutable(programs.resolve(each))),
                () -> "skipped: the programs of the test cluster are missing; build them with "
                        + SCRIPTS.resolve("build") + " FOLDER, and give -Dloadharness.kubernetes=FOLDER");
        KubernetesBed bed = new KubernetesBed(programs, Files.createTempDirectory("lh-k8s-"));
        boolean isReady = false;
        try {
            ProcessBuilder up = new ProcessBuilder(
                    SCRIPTS.resolve("up").toString(),
                    bed.folder.toString(),
                    programs.resolve("kube").toString(),
                    Integer.toString(NODES.size()));
            up.environment().put("DNS", programs.resolve("coredns").toString());
            String output = finished(up);
            if (output.lines().filter(each -> each.contains(" Ready ")).count() != NODES.size()) {
                throw new IOException("The test cluster has no ready nodes:\n" + output);
            }
            isReady = true;
        } finally {
            if (!isReady) {
                bed.close();
            }
        }
        return bed;
    }

    /** Returns a script or a file of the bed. */
    public static Path script(String name) {
        return SCRIPTS.resolve(name);
    }

    /** Returns a program or an archive that the script {@code build} makes. */
    public Path program(String name) {
        return programs.resolve(name);
    }

    /** Returns the folder of the cluster, with its logs and process ids. */
    public Path folder() {
        return folder;
    }

    /** Returns the file with the address of the API server and the token of its administrator. */
    public Path kubeconfig() {
        return folder.resolve("kubeconfig");
    }

    /** Returns the words that run a command with the network of a host: {@code ctl}, {@code n1} or {@code n2}. */
    public List<String> on(String host, List<String> command) {
        List<String> words = new ArrayList<>(List.of(folder.resolve("on").toString(), host));
        words.addAll(command);
        return words;
    }

    /** Loads an image archive on all nodes. */
    public void load(Path archive) throws IOException, InterruptedException {
        for (String node : NODES) {
            container(node, "images", "import", archive.toString());
        }
    }

    /** Kills the first process of a pod, as the kernel does if memory is short. */
    public void kill(String pod) throws IOException, InterruptedException {
        container(nodeOf(pod), "tasks", "kill", "-s", "KILL", containerId(pod));
    }

    /**
     * Fills the memory of a pod until the kernel kills the first process of the pod. The kernel would otherwise kill the process that fills
     * the memory.
     */
    public void exhaustMemory(String pod) throws IOException, InterruptedException {
        String id = containerId(pod);
        String pid = container(nodeOf(pod), "tasks", "ls")
                .lines()
                .map(each -> each.strip().split("\\s+"))
                .filter(each -> each[0].equals(id))
                .map(each -> each[1])
                .findFirst()
                .orElseThrow();
        Files.writeString(Path.of("/proc", pid, "oom_score_adj"), "1000");
        end(folder.resolve("k").toString(), "exec", pod, "--", "tail", "/dev/zero");
    }

    /** Removes a pod through the eviction API, as Kubernetes does if a node is drained. Returns its name. */
    public String evict(String pod) throws IOException {
        String name = pod.replace("pod/", "");
        Path eviction = Files.writeString(folder.resolve("eviction.json"), """
            {"apiVersion":"policy/v1","kind":"Eviction","metadata":{"name":"%s","namespace":"default"}}\
            """.formatted(name));
        kubectl("create", "--raw", "/api/v1/namespaces/default/pods/" + name + "/eviction", "-f", eviction.toString());
        return name;
    }

    /** Returns the name of the node that runs a pod. */
    public String nodeOf(String pod) {
        return kubectl("get", pod, "-o", "jsonpath={.spec.nodeName}");
    }

    /** Disconnects a node from the network, as if it had lost its power, or connects it again. */
    public void setConnected(String node, boolean isConnected) throws IOException, InterruptedException {
        String state = isConnected ? "up" : "down";
        finished(new ProcessBuilder("ip", "-n", "lhk8s-lan", "link", "set", "v-" + node, state));
    }

    /** Returns the other one of the two nodes. */
    public static String otherThan(String node) {
        return NODES.get(1 - NODES.indexOf(node));
    }

    private String containerId(String pod) {
        return kubectl("get", pod, "-o", "jsonpath={.status.containerStatuses[0].containerID}")
                .replace("containerd://", "");
    }

    private String container(String node, String... command) throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(List.of("ctr", "-a"));
        words.add(folder.resolve(node).resolve("containerd.sock").toString());
        words.addAll(List.of("-n", "k8s.io"));
        words.addAll(Arrays.asList(command));
        return finished(new ProcessBuilder(words));
    }

    /** Runs kubectl as the administrator, and returns its output. */
    public String kubectl(String... arguments) {
        List<String> command = new ArrayList<>(List.of(folder.resolve("k").toString()));
        command.addAll(Arrays.asList(arguments));
        try {
            return finished(new ProcessBuilder(command));
        } catch (IOException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** Returns the names of the objects of a run. */
    public String objects(String run) {
        return kubectl(
                "get",
                "jobs,pods,configmaps,secrets,services",
                "-l",
                "loadharness.io/run=" + run,
                "--ignore-not-found",
                "-o",
                "name");
    }

    /** Returns the name of a pod of a run, for kubectl. */
    public String pod(String run, int index) {
        return kubectl(
                        "get",
                        "pods",
                        "-l",
                        "loadharness.io/run=" + run + ",batch.kubernetes.io/job-completion-index=" + index,
                        "-o",
                        "name")
                .strip();
    }

    /** Runs a command to its end, and returns its output. Throws an exception if the command fails. */
    public static String finished(ProcessBuilder builder) throws IOException, InterruptedException {
        Process process = builder.redirectErrorStream(true).start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IOException(String.join(" ", builder.command()) + " failed with exit code " + process.exitValue()
                    + ":\n" + output);
        }
        return output;
    }

    @Override
    public void close() throws IOException {
        end(SCRIPTS.resolve("down").toString(), folder.toString());
        // Does not follow mounts, which `down` could not remove.
        end("rm", "-rf", "--one-file-system", folder.toString());
    }

    private static void end(String... command) throws IOException {
        try {
            new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
