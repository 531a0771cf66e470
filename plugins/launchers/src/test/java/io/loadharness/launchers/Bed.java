// SPDX-License-Identifier: Apache-2.0
package io.loadharness.launchers;

import io.loadharness.internal.TemporaryFolders;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/** Hosts in network namespaces of this machine, made by a script of src/test/beds, which ends with this process. */
public final class Bed implements AutoCloseable {

    private static final Path SCRIPTS = scripts();

    private final String id;
    private final Path folder;
    private final Process script;

    private Bed(String id, Path folder, Process script) {
        this.id = id;
        this.folder = folder;
        this.script = script;
    }

    private static Path scripts() {
        Path folder = Path.of("").toAbsolutePath();
        Path inRepository = Path.of("plugins/launchers/src/test/beds");
        while (!Files.exists(folder.resolve(inRepository)) && folder.getParent() != null) {
            folder = folder.getParent();
        }
        return folder.resolve(inRepository);
    }

    /** Makes a bed of the hosts h1, h2 and so on with ssh servers; skips the test if this machine cannot have one. */
    public static Bed ssh(int hosts) throws IOException {
        return make("ssh", hosts, List.of("sshd", "ssh", "ssh-keygen", "ip", "nsenter", "unshare"));
    }

    /** Makes a bed of the nodes n1, n2 and so on of Slurm; skips the test if this machine cannot have one. */
    public static Bed slurm(int nodes) throws IOException {
        return make(
                "slurm",
                nodes,
                List.of("slurmctld", "slurmd", "munged", "sbatch", "srun", "scontrol", "ip", "nsenter", "unshare"));
    }

    /** Returns the words that run a command of Slurm on the user's host. */
    public List<String> slurmCommand(String... command) {
        List<String> words = new ArrayList<>(on("ctl", "env", "SLURM_CONF=" + folder.resolve("slurm.conf")));
        words.addAll(Arrays.asList(command));
        return words;
    }

    /** Returns the options of ssh that log in with a key of the bed: {@code key}, or {@code stranger}, which is refused. */
    public List<String> sshOptions(String key) {
        return List.of(
                "IdentityFile=" + folder.resolve(key),
                "IdentitiesOnly=yes",
                "UserKnownHostsFile=" + folder.resolve("known"));
    }

    /** Makes a bed; skips the test if this machine cannot have one, unless {@code -Dloadharness.beds=required}. */
    private static Bed make(String name, int hosts, List<String> programs) throws IOException {
        String reason = missing(programs);
        if (!reason.isEmpty() && "required".equals(System.getProperty("loadharness.beds"))) {
            throw new IllegalStateException("The bed " + name + " is required, but " + reason + ".");
        }
        Assumptions.assumeTrue(reason.isEmpty(), () -> "The bed " + name + " is skipped: " + reason + ".");
        Path folder = Files.createTempDirectory("lh-" + name + "-");
        String id = Long.toString(ProcessHandle.current().pid() % 46656, 36) + name.charAt(1);
        Process script = new ProcessBuilder(
                        SCRIPTS.resolve(name + ".sh").toString(), id, folder.toString(), Integer.toString(hosts))
                .redirectError(folder.resolve("bed.log").toFile())
                .start();
        BufferedReader output =
                new BufferedReader(new InputStreamReader(script.getInputStream(), StandardCharsets.UTF_8));
        String line = output.readLine();
        while (line != null && !line.equals("ready")) {
            line = output.readLine();
        }
        if (line == null) {
            throw new IOException("The bed " + name + " did not start: " + Files.readString(folder.resolve("bed.log")));
        }
        return new Bed(id, folder, script);
    }

    private static String missing(List<String> programs) throws IOException {
        if (!"root".equals(System.getProperty("user.name"))) {
            return "it needs root";
        }
        for (String program : programs) {
            if (Stream.of("/usr/sbin/", "/usr/bin/", "/sbin/", "/bin/")
                    .noneMatch(place -> Files.isExecutable(Path.of(place + program)))) {
                return "the program " + program + " is not installed";
            }
        }
        try {
            Process probe = new ProcessBuilder("unshare", "--net", "true").start();
            return probe.waitFor() == 0 ? "" : "this machine does not allow network namespaces";
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "the test was interrupted";
        }
    }

    /** Returns the folder of the bed, with its keys, settings and logs. */
    public Path folder() {
        return folder;
    }

    /** Returns the words that run a command with the network of a host. */
    public List<String> on(String host, String... command) {
        List<String> words = new ArrayList<>(List.of("nsenter", "--net=/run/netns/lh-" + id + "-" + host));
        words.addAll(Arrays.asList(command));
        return words;
    }

    /** Kills all processes of a host at once, as a power failure would, and cuts its cable. */
    public void killHost(String host) throws IOException, InterruptedException {
        String space = "lh-" + id + "-" + host;
        cutCable(host);
        for (String pid : run(List.of("ip", "netns", "pids", space)).lines().toList()) {
            run(List.of("kill", "-9", pid.strip()));
        }
    }

    /** Cuts the cable of a host, on which all processes continue. */
    public void cutCable(String host) throws IOException, InterruptedException {
        run(List.of("ip", "-n", "lh-" + id + "-" + host, "link", "set", "eth0", "down"));
    }

    /** Compiles a library in C of src/test/beds, and returns its file in the folder of the bed. */
    public Path compile(String source) throws IOException, InterruptedException {
        Path library = folder.resolve(source.replace(".c", ".so"));
        String messages = run(List.of(
                "cc",
                "-shared",
                "-fPIC",
                "-o",
                library.toString(),
                SCRIPTS.resolve(source).toString()));
        if (!Files.exists(library)) {
            throw new IOException("The library " + source + " cannot be compiled: " + messages);
        }
        return library;
    }

    /** Mounts a file system of 32 KiB over a folder. */
    public static void mountSmallDisk(Path folder) throws IOException, InterruptedException {
        run(List.of("mount", "-t", "tmpfs", "-o", "size=32k", "tmpfs", folder.toString()));
    }

    /** Unmounts the file system over a folder. */
    public static void unmount(Path folder) throws IOException, InterruptedException {
        run(List.of("umount", "-l", folder.toString()));
    }

    /** Runs a command to its end, and returns what it writes. */
    public static String run(List<String> command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return output;
    }

    /** Returns the command lines of processes that contain a text, other than servers of the bed. */
    public static List<String> processes(String part) throws IOException, InterruptedException {
        return run(List.of("ps", "-e", "-ww", "-o", "args"))
                .lines()
                .filter(line -> line.contains(part) && !line.contains("/sshd ") && !line.startsWith("sshd"))
                .toList();
    }

    /** Returns the process numbers and command lines of the processes on the hosts of this bed that contain a text. */
    public List<String> hostProcesses(String part) throws IOException, InterruptedException {
        List<String> networks = new ArrayList<>();
        try (DirectoryStream<Path> hosts = Files.newDirectoryStream(Path.of("/run/netns"), "lh-" + id + "-*")) {
            for (Path host : hosts) {
                networks.add(Files.getAttribute(host, "unix:ino").toString());
            }
        }
        return run(List.of("ps", "-e", "-ww", "-o", "netns=,pid=,args="))
                .lines()
                .map(line -> line.strip().split(" +", 2))
                .filter(columns -> networks.contains(columns[0]) && columns[1].contains(part))
                .map(columns -> columns[1])
                .toList();
    }

    /** Returns true if a process runs; one that has ended and waits for its parent does not. */
    public static boolean runs(long pid) {
        try {
            String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
            return !stat.substring(stat.lastIndexOf(')') + 2).startsWith("Z");
        } catch (IOException e) {
            return false;
        }
    }

    @Override
    public void close() {
        try {
            script.getOutputStream().close();
            script.waitFor(30, TimeUnit.SECONDS);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        TemporaryFolders.delete(folder);
    }
}
