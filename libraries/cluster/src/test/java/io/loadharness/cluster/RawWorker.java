// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cluster;

import com.google.protobuf.ByteString;
import com.google.protobuf.MessageLite;
import io.loadharness.cluster.protocol.ClusterProtocol;
import java.io.IOException;
import java.net.Socket;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLSocket;

/** A worker that a test controls message by message. */
final class RawWorker implements AutoCloseable {

    final Socket raw;
    private final FramedSocket socket;
    String binding;
    volatile ClusterProtocol.ClientReport report = ClusterProtocol.ClientReport.getDefaultInstance();
    volatile boolean sendsReports = true;
    volatile boolean answersPings = true;

    /** The messages that {@link #answerAll} does not answer. */
    final BlockingQueue<ClusterProtocol.ToWorker> others = new LinkedBlockingQueue<>();

    /** Connects without a handshake. */
    RawWorker(LaunchRequest request) throws IOException {
        String first = request.arguments().get(1).split(",", -1)[0];
        int colon = first.lastIndexOf(':');
        raw = new Socket(first.substring(0, colon), Integer.parseInt(first.substring(colon + 1)));
        Secrets secrets = Secrets.parse(request.secret());
        if (secrets.fingerprint().isPresent()) {
            SSLSocket encrypted =
                    RunCertificate.connect(raw, secrets.fingerprint().get());
            socket = new FramedSocket(raw, encrypted);
            binding = RunCertificate.fingerprint(encrypted);
        } else {
            socket = new FramedSocket(raw, raw);
            binding = "";
        }
    }

    /** Connects with the right token. */
    static RawWorker connect(LaunchRequest request, int rank) {
        try {
            RawWorker worker = new RawWorker(request);
            ClusterProtocol.ToWorker answer = worker.greet(
                    Secrets.parse(request.secret()), Coordinator.PROTOCOL_VERSION, WorkerProgram.version(), rank);
            if (!answer.hasWelcome()) {
                throw new IOException("refused: " + answer.getRefusal().getReason());
            }
            return worker;
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    ClusterProtocol.ToWorker greet(Secrets secrets, int protocol, String version, int rank) throws IOException {
        byte[] random = read().getChallenge().getRandom().toByteArray();
        write(ClusterProtocol.ToCoordinator.newBuilder()
                .setHello(ClusterProtocol.Hello.newBuilder()
                        .setProtocolVersion(protocol)
                        .setLoadharnessVersion(version)
                        .setJavaVersion("17")
                        .setHost("test")
                        .setProcessId(1)
                        .setRank(rank)
                        .setProof(ByteString.copyFrom(secrets.proof(Secrets.WORKER, random, binding)))
                        .setRandom(ByteString.copyFrom(Secrets.random())))
                .build());
        return read();
    }

    void write(MessageLite message) throws IOException {
        socket.write(message);
    }

    void writeBytes(byte... bytes) throws IOException {
        socket.write(bytes);
    }

    ClusterProtocol.ToWorker read() throws IOException {
        return ClusterProtocol.ToWorker.parseFrom(
                Objects.requireNonNull(socket.read(FramedSocket.MAX_BYTES), "the connection has ended"));
    }

    /** Answers pings and opens endpoints until the connection ends. */
    Thread answerAll() {
        Thread thread = new Thread(
                () -> {
                    try {
                        while (true) {
                            answer(read());
                        }
                    } catch (IOException | NullPointerException e) {
                        // the connection has ended
                    }
                },
                "test-worker");
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    /** Waits for the next request that {@link #answerAll} received. Ignores other messages. */
    void awaitRequest() throws InterruptedException {
        ClusterProtocol.ToWorker message;
        do {
            message = Objects.requireNonNull(others.poll(60, TimeUnit.SECONDS), "no request arrived");
        } while (!message.hasRequest());
    }

    void answer(ClusterProtocol.ToWorker message) throws IOException {
        if (message.hasPing()) {
            if (answersPings) {
                write(ClusterProtocol.ToCoordinator.newBuilder()
                        .setPong(ClusterProtocol.Pong.newBuilder()
                                .setId(message.getPing().getId()))
                        .build());
            }
        } else if (message.hasFinish() && sendsReports) {
            write(ClusterProtocol.ToCoordinator.newBuilder().setReport(report).build());
        } else if (message.hasOpen()) {
            write(ClusterProtocol.ToCoordinator.newBuilder()
                    .setOpened(ClusterProtocol.EndpointOpened.newBuilder()
                            .setEndpoint(message.getOpen().getEndpoint())
                            .setTransport("test"))
                    .build());
        } else {
            others.add(message);
        }
    }

    @Override
    public void close() {
        socket.close();
    }
}
