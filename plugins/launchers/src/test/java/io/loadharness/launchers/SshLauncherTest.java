// SPDX-License-Identifier: Apache-2.0
package io.loadharness.launchers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadharness.cluster.LaunchedWorkers;
import io.loadharness.cluster.Launcher;
import io.loadharness.cluster.WorkerState;
import io.loadharness.cluster.WorkerState.Phase;
import io.loadharness.internal.TemporaryFolders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Workers on three hosts with real ssh servers. */
@Tag("network")
@EnabledOnOs(OS.LINUX)
class SshLauncherTest extends LauncherContract {

    private static final String HOSTS = "198.18.9.1,198.18.9.2,198.18.9.3";

    private static Bed bed;

    @BeforeAll
    static void makeBed() throws IOException {
        bed = Bed.ssh(3);
    }

    @AfterAll
    static void removeBed() throws Exception {
        if (bed != null) {
            bed.close();
        }
    }

    @Override
    Launcher launcher() {
        return new SshLauncher(bed.on("ctl"));
    }

    @Override
    Map<String, String> options() {
        return Map.of("hosts", HOSTS, "java", java(), "ssh-option", sshOptions("key"));
    }

    private static String java() {
        return Path.of(System.getProperty("java.home"), "bin/java").toString();
    }

    private static String sshOptions(String key) {
        return String.join("\n", bed.sshOptions(key));
    }

    @Override
    List<String> userSide(List<String> command) {
        return bed.on("ctl", command.toArray(String[]::new));
    }

    @Override
    void checkNothingIsLeft() throws Exception {
        // A command on a host ends a moment after its connection.
        await(() -> Bed.processes(bed.folder() + "/home-h"), List::isEmpty);
        for (int host = 1; host <= 3; host++) {
            for (String entry : cache(host)) {
                assertThat(entry).matches("[0-9a-f]{32}");
            }
        }
    }

    private static Path cacheFolder(int host) {
        return bed.folder().resolve("home-h" + host + "/.cache/loadharness/programs");
    }

    private static List<String> cache(int host) throws IOException {
        if (!Files.exists(cacheFolder(host))) {
            return List.of();
        }
        try (Stream<Path> entries = Files.list(cacheFolder(host))) {
            return entries.map(entry -> entry.getFileName().toString()).toList();
        }
    }

    private void refuses(Map<String, String> options, String... parts) throws Exception {
        Throwable refusal = org.assertj.core.api.Assertions.catchThrowable(() -> start(request(3, options)));
        assertThat(refusal).isInstanceOf(IOException.class).hasMessageContainingAll(parts);
        assertThat(refusal.getMessage()).doesNotContain("\n").doesNotEndWith(".");
        checkNothingIsLeft();
    }

    @Test
    void saysThatAHostIsUnreachable() throws Exception {
        refuses(
                Map.of("hosts", "198.18.9.1,198.18.9.77", "ssh-option", sshOptions("key") + "\nConnectTimeout=1"),
                "the host 198.18.9.77 is unreachable (");
    }

    @Test
    void saysThatAHostHasNoAddress() throws Exception {
        refuses(Map.of("hosts", "198.18.9.1,nowhere.invalid"), "the host nowhere.invalid has no address (");
    }

    @Test
    void saysThatAHostRefusesTheKey() throws Exception {
        refuses(Map.of("ssh-option", sshOptions("stranger")), "refused the login (", "ssh-copy-id 198.18.9.");
    }

    @Test
    void saysThatAHostKeyIsUnknown() throws Exception {
        refuses(
                Map.of("ssh-option", sshOptions("key").replace("/known", "/unknown")),
                "the host key of 198.18.9.",
                " is unknown: connect once with `ssh 198.18.9.");
    }

    @Test
    void saysThatAHostKeyHasChanged() throws Exception {
        Path other = temporary.resolve("known");
        String strange = Files.readString(bed.folder().resolve("stranger.pub"));
        Files.writeString(other, "198.18.9.1 " + strange.substring(0, strange.lastIndexOf(' ')) + "\n");
        refuses(
                Map.of(
                        "hosts",
                        "198.18.9.1",
                        "ssh-option",
                        sshOptions("key").replace(bed.folder() + "/known", other.toString())),
                "the host key of 198.18.9.1 has changed",
                "ssh-keygen -R 198.18.9.1");
    }

    @Test
    void saysThatNoServerListens() throws Exception {
        refuses(Map.of("ssh-option", sshOptions("key") + "\nPort=23"), "runs no ssh server (");
    }

    @Test
    void saysThatJavaIsMissing() throws Exception {
        refuses(Map.of("java", "/nowhere/java"), "has no Java at `/nowhere/java`: install Java 17 or newer");
    }

    @Test
    void saysThatJavaIsTooOld() throws Exception {
        Path old = temporary.resolve("java");
        Files.writeString(old, "#!/bin/sh\necho '    java.specification.version = 1.8' >&2\n");
        Files.setPosixFilePermissions(old, PosixFilePermissions.fromString("rwxr-xr-x"));
        refuses(Map.of("java", old.toString()), "has Java 1.8 at `" + old + "`, which is too old");
    }

    @Test
    void saysThatTheProgramCannotBeCopied() throws Exception {
        Path cache = bed.folder().resolve("home-h2/.cache");
        TemporaryFolders.delete(cache);
        Files.writeString(cache, "a file instead of a folder");
        try {
            refuses(Map.of(), "the program could not be copied to 198.18.9.2:~/.cache/loadharness/programs (");
        } finally {
            Files.delete(cache);
        }
    }

    @Test
    void saysThatTheDiskOfAHostIsFull() throws Exception {
        TemporaryFolders.delete(cacheFolder(2));
        Path full = Files.createDirectories(cacheFolder(2));
        Bed.mountSmallDisk(full);
        try {
            refuses(
                    Map.of(),
                    "the program could not be copied to 198.18.9.2:~/.cache/loadharness/programs (",
                    "No space left on device",
                    "): check the space and the permissions there");
            assertThat(full).isEmptyDirectory();
        } finally {
            Bed.unmount(full);
        }
    }

    @Test
    void copiesTheProgramOnce() throws Exception {
        start(3).stop(Duration.ofSeconds(10));
        List<FileTime> times = new ArrayList<>();
        for (int host = 1; host <= 3; host++) {
            times.add(Files.getLastModifiedTime(program(host).resolve("files.sha256")));
        }
        start(3).stop(Duration.ofSeconds(10));
        for (int host = 1; host <= 3; host++) {
            assertThat(Files.getLastModifiedTime(program(host).resolve("files.sha256")))
                    .isEqualTo(times.get(host - 1));
        }
    }

    @Test
    void deletesOldCopiesAndNoOtherOldFiles() throws Exception {
        TemporaryFolders.delete(cacheFolder(1));
        Path copy = Files.createDirectories(cacheFolder(1).resolve("0".repeat(32)));
        Path other = Files.writeString(cacheFolder(1).resolveSibling("calibration-netty.json"), "{}");
        FileTime longAgo = FileTime.from(Instant.now().minus(Duration.ofDays(40)));
        Files.setLastModifiedTime(copy, longAgo);
        Files.setLastModifiedTime(other, longAgo);

        start(1).stop(Duration.ofSeconds(10));

        assertThat(copy).doesNotExist();
        assertThat(other).hasContent("{}");
    }

    private static Path program(int host) throws IOException {
        assertThat(cache(host)).hasSize(1);
        return cacheFolder(host).resolve(cache(host).get(0));
    }

    @Test
    void repairsADamagedCopy() throws Exception {
        start(3).stop(Duration.ofSeconds(10));
        Path jar;
        try (Stream<Path> files = Files.list(program(2))) {
            jar = files.filter(file -> file.toString().endsWith(".jar"))
                    .findFirst()
                    .orElseThrow();
        }
        Files.writeString(jar, "no jar");
        LaunchedWorkers workers = start(3);
        pids(3);
        workers.stop(Duration.ofSeconds(10));
        checkNothingIsLeft();
    }

    @Test
    void severalRunsCopyAtTheSameTime() throws Exception {
        for (int host = 1; host <= 3; host++) {
            TemporaryFolders.delete(cacheFolder(host));
        }
        List<CompletableFuture<LaunchedWorkers>> runs = new ArrayList<>();
        for (int run = 0; run < 4; run++) {
            Path logs = Files.createDirectories(temporary.resolve("run-" + run));
            var base = request(3, Map.of());
            var request = new io.loadharness.cluster.LaunchRequest(
                    3, base.classPath(), base.mainClass(), base.arguments(), SECRET, base.options(), logs);
            runs.add(CompletableFuture.supplyAsync(
                    () -> {
                        try {
                            return launcher().start(request);
                        } catch (IOException | InterruptedException e) {
                            throw new IllegalStateException(e);
                        }
                    },
                    task -> new Thread(task).start()));
        }
        List<LaunchedWorkers> all = new ArrayList<>();
        List<String> failures = new ArrayList<>();
        for (CompletableFuture<LaunchedWorkers> run : runs) {
            try {
                all.add(run.join());
            } catch (CompletionException e) {
                failures.add(e.toString());
            }
        }
        List<WorkerState> states =
                all.stream().flatMap(run -> run.states().stream()).toList();
        all.forEach(LaunchedWorkers::close);
        assertThat(failures).isEmpty();
        assertThat(states).hasSize(12).noneMatch(state -> state.phase() == Phase.PENDING);
        checkNothingIsLeft();
        assertThat(cache(1)).hasSize(1);
    }

    @Test
    void aWorkerEndsWithItsConnection() throws Exception {
        LaunchedWorkers workers = start(3);
        List<Long> pids = pids(3);
        String ssh = Bed.run(List.of("pgrep", "-f", "ssh .*198.18.9.2 exec sh .*--rank 1$"))
                .lines()
                .findFirst()
                .orElseThrow();
        Bed.run(List.of("kill", "-9", ssh));
        awaitEnd(List.of(pids.get(1)));
        assertThat(awaitEnd(workers, 1).sentence())
                .isEqualTo(
                        "lost with the ssh connection to 198.18.9.2: the local ssh was killed by signal 9 (SIGKILL)");
        assertThat(workers.states().get(0).phase()).isEqualTo(Phase.RUNNING);
    }

    @Test
    void aDeafWorkerEndsWithItsConnectionToo() throws Exception {
        User user = startUser(2, Map.of());
        List<Long> pids = pids(2);
        Bed.run(List.of("kill", "-STOP", Long.toString(pids.get(0))));
        user.process.destroyForcibly().waitFor();
        awaitEnd(pids);
    }

    @Test
    void moreWorkersThanHostsShareThem() throws Exception {
        LaunchedWorkers workers = start(request(5, Map.of("hosts", "198.18.9.1,198.18.9.2")));
        pids(5);
        assertThat(workers.states())
                .extracting(state -> state.sentence())
                .containsExactly("on 198.18.9.1", "on 198.18.9.2", "on 198.18.9.1", "on 198.18.9.2", "on 198.18.9.1");
    }

    @Test
    void readsHostsFromAFile() throws Exception {
        Path hosts = Files.writeString(temporary.resolve("hosts.txt"), "# ours\n198.18.9.1\n\n198.18.9.3 # far\n");
        assertThat(launcher().defaultWorkers(Map.of("hosts", hosts.toString()))).isEqualTo(2);
        assertThat(launcher().defaultWorkers(options())).isEqualTo(3);
        Files.writeString(hosts, "198.18.9.1\n-oProxyCommand=x\n");
        assertThatThrownBy(() -> launcher().defaultWorkers(Map.of("hosts", hosts.toString())))
                .hasMessageContaining("\"-oProxyCommand=x\" is not a host (" + hosts + ", line 2)");
        assertThatThrownBy(() -> launcher().defaultWorkers(Map.of("hosts", "a,,b")))
                .hasMessageContaining("\"\" is not a host (--hosts)");
        assertThatThrownBy(() -> launcher().defaultWorkers(Map.of())).hasMessageContaining("--hosts is missing");
    }
}
