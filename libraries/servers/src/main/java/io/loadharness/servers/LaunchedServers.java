// SPDX-License-Identifier: Apache-2.0
package io.loadharness.servers;

import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The state file of servers that were started together. The file is stored next to the logs until the servers are stopped. With this file,
 * LoadHarness can find and stop the servers after the process that started them has ended. LoadHarness stops the processes that a state
 * file names. Therefore LoadHarness reads a state file only if no other user could have written the file. Immutable.
 *
 * @param folder the folder of the state file and the logs
 * @param machine the machine on which the servers run
 * @param id the value of the environment variable that marks all processes of these servers
 * @param source a label of the start, usually the path of the spec file
 * @param owner the process that started the servers; when this process ends, the servers are stopped; empty for detached servers
 * @param stopGrace the time between the signals TERM and KILL
 * @param healthPath the path of the health endpoint
 * @param replicas the started servers
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

    private static final Set<PosixFilePermission> FOLDER_MODE = PosixFilePermissions.fromString("rwx------");
    private static final Set<PosixFilePermission> FILE_MODE = PosixFilePermissions.fromString("rw-------");

    /** Copies the list of replicas. */
    public LaunchedServers {
        replicas = List.copyOf(replicas);
    }

    /**
     * Returns the state files below a log folder, the oldest first; empty if the folder does not exist. The servers of a state file may
     * have ended without being stopped. State files of other users are omitted.
     *
     * @throws IOException if a state file cannot be read, is damaged, or could have been changed by other users; the message gives its
     *     path
     */
    public static List<LaunchedServers> in(Path logFolder) throws IOException {
        List<IOException> damaged = new ArrayList<>();
        List<LaunchedServers> states = in(logFolder, each -> {
            if (!(each instanceof ForeignStateException)) {
                damaged.add(each);
            }
        });
        if (!damaged.isEmpty()) {
            throw damaged.get(0);
        }
        return states;
    }

    /**
     * Returns the state files below a log folder, the oldest first. Omits state files that cannot be read, and state files that other users
     * own or could have changed.
     *
     * @param damaged receives an exception for each state file that cannot be read, and a {@link ForeignStateException} for each state file
     *     of another user
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
                requireOwn(each);
                states.add(read(each.resolve(FILE)));
            } catch (NoSuchFileException e) {
                // the servers were stopped
            } catch (AccessDeniedException e) {
                damaged.accept(
                        Files.getOwner(each).equals(thisUser())
                                ? new IOException(e.getFile() + " cannot be read: permission denied", e)
                                : foreign(each, Files.getOwner(each)));
            } catch (IOException e) {
                damaged.accept(e);
            }
        }
        return states;
    }

    /**
     * Checks that only this user could have written a state file. This user must own the file and its folder. Their modes must be 600 and
     * 700.
     */
    private static void requireOwn(Path folder) throws IOException {
        Path file = folder.resolve(FILE);
        PosixFileAttributes attributes =
                Files.readAttributes(file, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        if (!attributes.isRegularFile()) {
            throw new IOException(file + " must be a file of this user: it is a link or a folder. Delete it");
        }
        requireOwn(file, attributes, FILE_MODE, "600");
        requireOwn(folder, Files.readAttributes(folder, PosixFileAttributes.class), FOLDER_MODE, "700");
    }

    private static void requireOwn(
            Path path, PosixFileAttributes attributes, Set<PosixFilePermission> mode, String octal) throws IOException {
        UserPrincipal owner = attributes.owner();
        if (!owner.equals(thisUser())) {
            throw foreign(path, owner);
        }
        if (!attributes.permissions().equals(mode)) {
            throw new IOException(path + " was not read, because its mode is "
                    + PosixFilePermissions.toString(attributes.permissions()) + ", but it was created with the mode "
                    + octal + ". Check which servers are still running, then set the mode with `chmod " + octal + "`");
        }
    }

    private static ForeignStateException foreign(Path path, UserPrincipal owner) {
        return new ForeignStateException(path + " belongs to the user " + owner.getName()
                + " and was not read: only that user can see and stop these servers");
    }

    private static UserPrincipal thisUser() throws IOException {
        Path file = Files.createTempFile("loadharness-", "");
        try {
            return Files.getOwner(file);
        } finally {
            Files.delete(file);
        }
    }

    /** Creates a file that only this user can read and write. Does nothing if the file exists. */
    static Path createFile(Path file) throws IOException {
        return Files.exists(file) ? file : Files.createFile(file, PosixFilePermissions.asFileAttribute(FILE_MODE));
    }

    /** Creates a folder for a state file and logs. Only this user can access the folder. */
    static Path createFolder(Path folder) throws IOException {
        Files.createDirectories(Objects.requireNonNull(folder.toAbsolutePath().getParent()));
        return Files.createDirectory(folder, PosixFilePermissions.asFileAttribute(FOLDER_MODE))
                .toAbsolutePath();
    }

    /** Thrown for a state file of another user. The message gives the path and the user. */
    public static final class ForeignStateException extends IOException {

        private static final long serialVersionUID = 1;

        ForeignStateException(String message) {
            super(message);
        }
    }

    /**
     * Returns the name of the machine on which the servers run; empty if the servers run on this machine. The state of servers on another
     * machine is unknown, and this process cannot stop these servers.
     */
    public Optional<String> otherHost() {
        return Machine.parse(machine).otherHost();
    }

    /** Returns true if the servers are orphaned: their owner has ended, or the machine was rebooted. */
    public boolean isOrphaned() {
        return isRebooted() || (otherHost().isEmpty() && isOwnerGone());
    }

    private boolean isOwnerGone() {
        return owner.filter(process -> ProcessId.parse(process).living().isEmpty())
                .isPresent();
    }

    private boolean isRebooted() {
        return Machine.parse(machine).isRebooted();
    }

    /**
     * Checks the health of a replica and returns the problem; empty if the replica is ready. {@code limit} is the timeout of the request.
     */
    public Optional<String> problem(Replica replica, Duration limit) {
        return !isRebooted() && replica.isAlive()
                ? replica.healthPage(healthPath).problem(limit)
                : Optional.of(replica + " is not running");
    }

    /**
     * Stops all processes, even if the thread is interrupted. Deletes the state file if no process is left.
     *
     * @throws IOException if the folder cannot be written
     * @throws IllegalStateException if the servers run on another machine
     */
    public StopReport stop() throws IOException {
        otherHost().ifPresent(host -> {
            throw new IllegalStateException(
                    "the servers of " + folder + " run on another machine: stop them on " + host);
        });
        StopReport report =
                isRebooted() ? StopReport.NOTHING : new ServerShutdown(processes(), replicas, stopGrace).run();
        if (report.left().isEmpty()) {
            Files.deleteIfExists(file());
        }
        return report;
    }

    ServerProcesses processes() {
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
        Files.deleteIfExists(unfinished);
        createFile(unfinished);
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
            throw damaged(file, "it is not a text file", e);
        } catch (IllegalArgumentException e) {
            throw damaged(file, String.valueOf(e.getMessage()), e);
        }
    }

    private static IOException damaged(Path file, String how, Exception cause) {
        return new IOException(
                file + " is damaged: " + how
                        + ". Check which servers are still running, stop them, and delete the file",
                cause);
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
