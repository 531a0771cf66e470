// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cluster;

import com.google.protobuf.ByteString;
import io.loadharness.cluster.protocol.ClusterProtocol;
import io.loadharness.internal.HostName;
import io.loadharness.internal.JvmShutdown;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;

/**
 * The program of a worker. The program connects to the coordinator and sends requests until the connection ends. If the program reads the
 * secret from its standard input, it also ends when this input ends. Launchers start the program. Users start the program only on machines
 * for which no launcher exists.
 */
public final class WorkerProgram {

    /** The exit status of a worker whose coordinator disconnected. */
    public static final int OK = 0;

    /** The exit status of a worker that could not connect or was refused. */
    public static final int FAILED = 2;

    private static final int CONNECT_MILLIS = 3_000;
    private static final String USUAL_CONNECT_SECONDS = "20";
    private static final int HANDSHAKE_MILLIS = 10_000;

    /** The maximum silence of the coordinator. The coordinator sends a message every second. */
    private static final Duration MAX_SILENCE = Duration.ofSeconds(30);

    private static final int MAX_SECRET_LENGTH = 1000;

    /** Variables in which launchers store the rank of a process. */
    private static final List<String> RANK_VARIABLES =
            List.of("JOB_COMPLETION_INDEX", "SLURM_PROCID", "PMI_RANK", "OMPI_COMM_WORLD_RANK", "LWS_WORKER_INDEX");

    private WorkerProgram() {}

    /** Runs a worker and exits with its exit status. */
    public static void main(String[] arguments) {
        System.exit(run(List.of(arguments)));
    }

    /**
     * Runs a worker.
     *
     * @param arguments {@code --connect HOST:PORT[,HOST:PORT]...}, {@code --rank N}, {@code --secret-file FILE} and
     *     {@code --connect-seconds N}
     * @return the exit status
     */
    public static int run(List<String> arguments) {
        try {
            String connect = option(arguments, "--connect")
                    .orElseThrow(() -> new IllegalArgumentException(
                            "--connect is missing: give the address of the coordinator, HOST:PORT"));
            int rank = rank(option(arguments, "--rank"), System.getenv());
            Optional<Path> file = option(arguments, "--secret-file").map(Path::of);
            Secrets secrets = Secrets.parse(file.isPresent() ? firstLine(file.get()) : fromInput());
            long seconds = Long.parseLong(option(arguments, "--connect-seconds").orElse(USUAL_CONNECT_SECONDS));
            work(connect(connect, secrets, seconds, rank), rank);
            return OK;
        } catch (IllegalArgumentException | IOException e) {
            System.err.println(e.getMessage());
            return FAILED;
        }
    }

    private static Optional<String> option(List<String> arguments, String name) {
        for (int i = 0; i < arguments.size(); i++) {
            if (arguments.get(i).equals(name) && i + 1 < arguments.size()) {
                return Optional.of(arguments.get(i + 1));
            }
            if (arguments.get(i).startsWith(name + "=")) {
                return Optional.of(arguments.get(i).substring(name.length() + 1));
            }
        }
        return Optional.empty();
    }

    static int rank(Optional<String> given, Map<String, String> environment) {
        String text = given.or(() -> RANK_VARIABLES.stream()
                        .map(environment::get)
                        .filter(Objects::nonNull)
                        .findFirst())
                .orElseThrow(() -> new IllegalArgumentException(
                        "--rank is missing: give the number of the worker, starting at 0"));
        try {
            int rank = Integer.parseInt(text.strip());
            if (rank >= 0) {
                return rank;
            }
        } catch (NumberFormatException e) {
            // reported below
        }
        throw new IllegalArgumentException("--rank must be a number starting at 0: got " + text);
    }

    private static String firstLine(Path file) throws IOException {
        try {
            return Files.readAllLines(file).stream().findFirst().orElse("");
        } catch (IOException e) {
            throw new IOException("the secret file " + file + " cannot be read; the launcher creates it", e);
        }
    }

    /** Returns the first line of the standard input. Starts a thread that ends this process when the input ends. */
    private static String fromInput() throws IOException {
        InputStream in = System.in;
        StringBuilder line = new StringBuilder();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0 || line.length() > MAX_SECRET_LENGTH) {
                throw new IllegalArgumentException(
                        "the first line of the standard input must be the secret: the worker must be started by a launcher");
            }
            line.append((char) next);
        }
        Thread watchdog = new Thread(() -> exitAtEnd(in), "loadharness-stdin");
        watchdog.setDaemon(true);
        watchdog.start();
        return line.toString();
    }

    private static void exitAtEnd(InputStream in) {
        try {
            while (in.read() >= 0) {
                // ignores the input; only its end matters
            }
        } catch (IOException e) {
            // an error also means the end of the input
        }
        try {
            System.err.println("The launcher has closed the standard input: this worker ends.");
            SliceTask.deleteFolders();
        } finally {
            JvmShutdown.halt(OK);
        }
    }

    /** Thrown if the coordinator refuses this worker. A further attempt would not help. */
    private static final class RefusedException extends IOException {

        private static final long serialVersionUID = 1;

        RefusedException(String message) {
            super(message);
        }
    }

    /**
     * A connection before the handshake.
     *
     * @param binding the fingerprint of the certificate of the coordinator; empty without TLS
     */
    private record Connection(FramedSocket socket, String binding) {}

    /**
     * Connects to the first address at which the coordinator accepts this worker. Repeats failed attempts until the deadline, but not if
     * the coordinator refuses this worker.
     */
    private static FramedSocket connect(String addresses, Secrets secrets, long seconds, int rank) throws IOException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        IOException last = null;
        do {
            for (String each : addresses.split(",", -1)) {
                try {
                    Connection connection = connectTo(each, secrets);
                    try {
                        greet(connection, secrets, rank);
                        return connection.socket();
                    } catch (IOException | RuntimeException e) {
                        connection.socket().close();
                        throw e;
                    }
                } catch (RefusedException e) {
                    throw e;
                } catch (IOException e) {
                    last = new IOException("the coordinator at " + each + " cannot be reached: " + e.getMessage(), e);
                }
            }
            pause();
        } while (System.nanoTime() - deadline < 0);
        throw last;
    }

    private static void pause() throws IOException {
        try {
            TimeUnit.MILLISECONDS.sleep(200);
        } catch (InterruptedException e) {
            throw new IOException("interrupted", e);
        }
    }

    private static Connection connectTo(String address, Secrets secrets) throws IOException {
        int colon = address.lastIndexOf(':');
        int port;
        try {
            port = Integer.parseInt(address.substring(colon + 1));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("--connect must be HOST:PORT: got " + address, e);
        }
        String host = address.substring(0, Math.max(0, colon)).replaceAll("^\\[|\\]$", "");
        Socket raw = new Socket();
        try {
            raw.connect(new InetSocketAddress(host, port), CONNECT_MILLIS);
            raw.setSoTimeout(HANDSHAKE_MILLIS);
            raw.setTcpNoDelay(true);
            Optional<String> fingerprint = secrets.fingerprint();
            if (fingerprint.isEmpty()) {
                return new Connection(new FramedSocket(raw, raw), "");
            }
            SSLSocket encrypted = RunCertificate.connect(raw, fingerprint.get());
            return new Connection(new FramedSocket(raw, encrypted), RunCertificate.fingerprint(encrypted));
        } catch (IOException | RuntimeException e) {
            raw.close();
            throw e;
        }
    }

    private static void greet(Connection connection, Secrets secrets, int rank) throws IOException {
        FramedSocket socket = connection.socket();
        ClusterProtocol.Challenge challenge = next(socket).getChallenge();
        byte[] random = Secrets.random();
        socket.write(ClusterProtocol.ToCoordinator.newBuilder()
                .setHello(ClusterProtocol.Hello.newBuilder()
                        .setProtocolVersion(Coordinator.PROTOCOL_VERSION)
                        .setLoadharnessVersion(version())
                        .setJavaVersion(String.valueOf(System.getProperty("java.version")))
                        .setHost(HostName.ofThisMachine())
                        .setProcessId(ProcessHandle.current().pid())
                        .setRank(rank)
                        .setProof(ByteString.copyFrom(secrets.proof(
                                Secrets.WORKER, challenge.getRandom().toByteArray(), connection.binding())))
                        .setRandom(ByteString.copyFrom(random)))
                .build());
        ClusterProtocol.ToWorker reply = next(socket);
        if (reply.hasRefusal()) {
            throw new RefusedException("the coordinator refuses this worker: "
                    + WorkerIdentity.printable(reply.getRefusal().getReason()));
        }
        if (!secrets.isProved(
                Secrets.COORDINATOR, random, reply.getWelcome().getProof().toByteArray(), connection.binding())) {
            throw new RefusedException(
                    "the program at the address of the coordinator does not know the token of this run");
        }
    }

    private static void work(FramedSocket socket, int rank) throws IOException {
        System.out.println("Connected as worker " + rank + ".");
        socket.readTimeout(0);
        try (WorkerSession session = new WorkerSession(socket);
                LivenessWatch watch = new LivenessWatch(
                        "loadharness-worker-watch", MAX_SILENCE, () -> List.of(session), System.nanoTime())) {
            watch.start();
            session.work();
        }
        System.out.println("The coordinator has disconnected.");
    }

    private static ClusterProtocol.ToWorker next(FramedSocket socket) throws IOException {
        byte @Nullable [] bytes = socket.read(FramedSocket.MAX_HANDSHAKE_BYTES);
        if (bytes == null) {
            throw new IOException("the coordinator closed the connection before the worker was accepted");
        }
        return ClusterProtocol.ToWorker.parseFrom(bytes);
    }

    static String version() {
        return Objects.requireNonNullElse(WorkerProgram.class.getPackage().getImplementationVersion(), "from sources");
    }
}
