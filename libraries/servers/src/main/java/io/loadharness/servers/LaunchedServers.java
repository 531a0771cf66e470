// SPDX-License-Identifier: Apache-2.0
package io.loadharness.servers;

import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import java.util.function.Consumer;

/**
 * What is on disk of servers that were started, in a folder of their own beside their logs, until they were stopped: enough to find and end
 * them when the process that started them is no more. Never changes.
 *
 * @param machine where they run
 * @param id what all their processes bear in their environment
 * @param source what they were started for, as the path of a file
 * @param owner the process that they end with; empty for servers that go on without one
 * @param stopGrace from TERM to KILL
 */
public record LaunchedServers(
        Path folder,
        String machine,
        String id,
        String source,
        Optional<String> owner,
        Duration stopGrace,
        String healthPath,
        List<Replica> replicas) {

    private static final String FILE = "state.properties";

    /** As it was written. */
    public LaunchedServers {
        replicas = List.copyOf(replicas);
    }

    /**
     * All below a log folder, the oldest first; none if there is no such folder.
     *
     * @throws IOException if one cannot be read, or is damaged; says which
     */
    public static List<LaunchedServers> in(Path logFolder) throws IOException {
        List<IOException> damaged = new ArrayList<>();
        List<LaunchedServers> states = in(logFolder, damaged::add);
        if (!damaged.isEmpty()) {
            throw damaged.get(0);
        }
        return states;
    }

    /**
     * The same, without those that cannot be read.
     *
     * @param damaged takes what is wrong with one of these, with its file
     * @throws IOException if the folder cannot be read
     */
    public static List<LaunchedServers> in(Path logFolder, Consumer<IOException> damaged) throws IOException {
        List<Path> folders = new ArrayList<>();
        if (Files.isDirectory(logFolder)) {
            try (DirectoryStream<Path> stream = Files.newDirectoryStream(logFolder, Files::isDirectory)) {
                stream.forEach(folders::add);
            }
        }
        folders.sort(null);
        List<LaunchedServers> states = new ArrayList<>();
        for (Path each : folders) {
            try {
                states.add(read(each.resolve(FILE)));
            } catch (NoSuchFileException e) {
                // those that it was of were stopped
            } catch (AccessDeniedException e) {
                damaged.accept(new IOException(e.getFile() + " must not be read by this user", e));
            } catch (IOException e) {
                damaged.accept(e);
            }
        }
        return states;
    }

    /** The name of the machine that they run on, if it is another one: what has become of them is not known here, and they are left alone. */
    public Optional<String> elsewhere() {
        return Machine.parse(machine).elsewhere();
    }

    /** Whether nobody cares for them: the process that they shall end with is no more, or the machine was booted since. */
    public boolean isAbandoned() {
        return isOver() || (elsewhere().isEmpty() && isOwnerGone());
    }

    private boolean isOwnerGone() {
        return owner.filter(process -> ProcessId.parse(process).living().isEmpty())
                .isPresent();
    }

    private boolean isOver() {
        return Machine.parse(machine).isOver();
    }

    /** What is wrong with a replica now; empty if it is ready. */
    public Optional<String> complaint(Replica replica, Duration limit) {
        return !isOver() && replica.isAlive()
                ? replica.healthPage(healthPath).complaint(limit)
                : Optional.of(replica + " does not live");
    }

    /**
     * Ends all their processes, also if the thread is interrupted, and forgets them if none is left.
     *
     * @throws IOException if the folder cannot be written
     * @throws IllegalStateException if they are {@link #elsewhere}
     */
    public StopReport stop() throws IOException {
        elsewhere().ifPresent(host -> {
            throw new IllegalStateException(folder + " is of servers on " + host);
        });
        StopReport report = isOver() ? StopReport.NOTHING : new ServerShutdown(family(), replicas, stopGrace).run();
        if (report.left().isEmpty()) {
            Files.deleteIfExists(file());
        }
        return report;
    }

    ServerProcesses family() {
        return new ServerProcesses(id, replicas.stream().map(Replica::process).toList());
    }

    Path file() {
        return folder.resolve(FILE);
    }

    LaunchedServers with(Replica another) {
        List<Replica> all = new ArrayList<>(replicas);
        all.add(another);
        return new LaunchedServers(folder, machine, id, source, owner, stopGrace, healthPath, all);
    }

    LaunchedServers withoutOwner() {
        return new LaunchedServers(folder, machine, id, source, Optional.empty(), stopGrace, healthPath, replicas);
    }

    void write() throws IOException {
        Properties properties = new Properties();
        properties.setProperty("machine", machine);
        properties.setProperty("id", id);
        properties.setProperty("source", source);
        properties.setProperty("owner", owner.orElse(""));
        properties.setProperty("stop-grace-ms", String.valueOf(stopGrace.toMillis()));
        properties.setProperty("health-path", healthPath);
        properties.setProperty("replicas", String.valueOf(replicas.size()));
        for (Replica each : replicas) {
            String prefix = "replica." + each.index() + ".";
            properties.setProperty(prefix + "process", each.process().toString());
            properties.setProperty(prefix + "host", each.host());
            properties.setProperty(prefix + "port", String.valueOf(each.port()));
            properties.setProperty(prefix + "devices", String.join(",", each.devices()));
            properties.setProperty(prefix + "log", each.log().toString());
        }
        Path unfinished = folder.resolve(FILE + ".new");
        try (Writer out = Files.newBufferedWriter(unfinished)) {
            properties.store(out, "Servers that LoadHarness started");
        }
        Files.move(unfinished, file(), StandardCopyOption.ATOMIC_MOVE);
    }

    static LaunchedServers read(Path file) throws IOException {
        Properties properties = new Properties();
        try (Reader in = Files.newBufferedReader(file)) {
            properties.load(in);
            List<Replica> replicas = new ArrayList<>();
            for (int i = 0; i < Integer.parseInt(value(properties, "replicas")); i++) {
                replicas.add(replica(i, properties));
            }
            return new LaunchedServers(
                    Objects.requireNonNull(file.toAbsolutePath().getParent()),
                    Machine.parse(value(properties, "machine")).toString(),
                    value(properties, "id"),
                    value(properties, "source"),
                    Optional.of(value(properties, "owner"))
                            .filter(text -> !text.isEmpty())
                            .map(text -> ProcessId.parse(text).toString()),
                    Duration.ofMillis(Long.parseLong(value(properties, "stop-grace-ms"))),
                    value(properties, "health-path"),
                    replicas);
        } catch (CharacterCodingException e) {
            throw damaged(file, "it is no text", e);
        } catch (IllegalArgumentException e) {
            throw damaged(file, String.valueOf(e.getMessage()), e);
        }
    }

    private static IOException damaged(Path file, String how, Exception cause) {
        return new IOException(
                file + " is damaged, " + how + ": look which servers still run, end them, and delete the file", cause);
    }

    private static Replica replica(int index, Properties properties) {
        String prefix = "replica." + index + ".";
        ProcessId process = ProcessId.parse(value(properties, prefix + "process"));
        String devices = value(properties, prefix + "devices");
        return new Replica(
                index,
                value(properties, prefix + "host"),
                Integer.parseInt(value(properties, prefix + "port")),
                devices.isEmpty() ? List.of() : List.of(devices.split(",", -1)),
                Path.of(value(properties, prefix + "log")),
                process.pid(),
                process.start());
    }

    private static String value(Properties properties, String key) {
        String value = properties.getProperty(key);
        if (value == null) {
            throw new IllegalArgumentException("it has no " + key);
        }
        return value;
    }
}
