// SPDX-License-Identifier: Apache-2.0
package io.loadharness.engine;

import io.loadharness.Failure;
import io.loadharness.inference.EngineProvider;
import io.loadharness.inference.Health;
import io.loadharness.inference.InferenceBackend;
import io.loadharness.inference.InferenceRequest;
import io.loadharness.inference.Output;
import io.loadharness.inference.Response;
import io.loadharness.inference.ResponseListener;
import io.loadharness.inference.Timeline;
import io.loadharness.inference.TokenSource;
import io.loadharness.inference.Usage;
import io.loadharness.internal.ErrorText;
import io.loadharness.internal.JvmShutdown;
import io.loadharness.internal.MissingResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * The worker's end of the protocol for an {@link InferenceBackend}. One thread reads the frames of the harness and passes on the requests;
 * the threads of the engine write the responses. Another thread loads the model, and another sends heartbeats.
 */
final class HarnessLink {

    private final SocketChannel channel;
    private final Selector readable = Selector.open();
    private final Selector writable = Selector.open();
    private final EngineProvider provider;
    private final FrameReader reader = new FrameReader();
    private final SubmitCodec codec = new SubmitCodec();
    private final FrameWriter writer = new FrameWriter();
    private volatile @Nullable InferenceBackend backend;
    private final Map<Long, Answer> inFlight = new ConcurrentHashMap<>();
    private final Set<Long> cancelled = new HashSet<>();
    private final LongAdder repeatedResults = new LongAdder();
    private boolean inQuery;
    private boolean isOver;

    HarnessLink(SocketChannel channel, EngineProvider provider) throws IOException {
        this.channel = channel;
        this.provider = provider;
        channel.configureBlocking(false); // an interrupt of a thread of the engine would close a blocking channel
        channel.register(readable, SelectionKey.OP_READ);
        channel.register(writable, SelectionKey.OP_WRITE);
    }

    /** Serves the harness until it sends {@code BYE} or closes the connection, and closes the engine. */
    void serve() throws IOException {
        send(
                WorkerProtocol.HELLO,
                Map.of(
                        "protocol",
                        WorkerProtocol.VERSION,
                        "engine",
                        provider.name(),
                        "version",
                        "",
                        "pid",
                        ProcessHandle.current().pid()));
        try {
            while (!isOver && reader.read(channel) >= 0) {
                reader.parse(this::frame);
                if (!isOver && !reader.hasMore()) {
                    await(readable);
                }
            }
        } finally {
            InferenceBackend loaded = backend;
            if (loaded != null) {
                loaded.close();
            }
        }
    }

    /** Waits for the channel. Clears the interrupt flag of this thread, which would end each wait, and returns true if it was set. */
    private static boolean await(Selector selector) throws IOException {
        boolean interrupted = Thread.interrupted();
        selector.select();
        selector.selectedKeys().clear();
        return interrupted;
    }

    private void frame(byte type, ByteBuffer bytes, int start, int end) {
        switch (type) {
            case WorkerProtocol.LOAD -> startLoading(FrameJson.object(FrameReader.bytes(bytes, start, end)));
            case WorkerProtocol.WARM_UP -> send(WorkerProtocol.WARMED_UP, new byte[0]);
            case WorkerProtocol.SUBMIT -> submit(bytes, start, end);
            case WorkerProtocol.CANCEL -> cancel(bytes, start, end);
            case WorkerProtocol.CHECK -> check(bytes, start, end);
            case WorkerProtocol.REPORT -> report(bytes.getLong(start));
            case WorkerProtocol.BEGIN_RUN -> beginRun();
            case WorkerProtocol.BYE -> isOver = true;
            default -> throw new ProtocolException("sent a frame of the unknown type " + type);
        }
    }

    private void startLoading(Map<String, @Nullable Object> load) {
        Map<String, String> options = new HashMap<>();
        if (load.get("options") instanceof Map<?, ?> map) {
            map.forEach((name, value) -> options.put(String.valueOf(name), String.valueOf(value)));
        }
        long interval = load.get("heartbeat_ms") instanceof Number number ? number.longValue() : 1000;
        daemon("heartbeat", () -> beat(interval));
        daemon("load", () -> load(options));
    }

    private static void daemon(String name, Runnable task) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        thread.start();
    }

    private void beat(long interval) {
        try {
            while (true) {
                Thread.sleep(interval);
                send(WorkerProtocol.HEARTBEAT, new byte[0]);
            }
        } catch (InterruptedException | UncheckedIOException e) {
            // the harness has ended
        }
    }

    private void load(Map<String, String> options) {
        try {
            InferenceBackend created = provider.create(options);
            backend = created;
            created.start();
            Health health = created.health();
            while (!health.ready()) {
                if (health.permanent()) {
                    throw new IOException(health.detail());
                }
                Thread.sleep(10);
                health = created.health();
            }
            Map<String, Object> loaded = new LinkedHashMap<>();
            loaded.put("model", health.detail());
            loaded.put("detail", health.detail());
            loaded.put("batches", created.concurrentBatches());
            created.concurrentRequests().ifPresent(number -> loaded.put("requests", number));
            loaded.put("check", true);
            loaded.put("report", true);
            loaded.put("runs", true);
            loaded.put("collects", true);
            send(WorkerProtocol.LOADED, loaded);
        } catch (Throwable e) {
            notLoaded(e);
        }
    }

    /** Reports that the engine cannot be used. If this is not possible, ends this process. The harness then reports its end. */
    private void notLoaded(Throwable cause) {
        try {
            cause.printStackTrace();
            String message = cause instanceof Error ? cause.toString() : ErrorText.of(cause);
            send(WorkerProtocol.NOT_LOADED, Map.of("message", message));
        } catch (Throwable e) { // the memory is exhausted, or the harness has ended
            JvmShutdown.halt(1);
        }
    }

    private InferenceBackend loaded() {
        InferenceBackend loaded = backend;
        if (loaded == null) {
            throw new ProtocolException("sent a request before the model was loaded");
        }
        return loaded;
    }

    private void submit(ByteBuffer bytes, int start, int end) {
        int count = bytes.getInt(start);
        int flags = bytes.getInt(start + 4);
        boolean moreFollow = (flags & WorkerProtocol.MORE) != 0;
        InferenceBackend to = loaded();
        if (moreFollow && !inQuery) {
            to.beginQuery();
        }
        submit(to, bytes, start, end, count, (flags & WorkerProtocol.TOGETHER) != 0);
        if (!moreFollow && inQuery) {
            to.endQuery();
        }
        inQuery = moreFollow;
    }

    private void submit(InferenceBackend to, ByteBuffer bytes, int start, int end, int count, boolean together) {
        List<InferenceRequest> requests = new ArrayList<>(count);
        List<Answer> answers = new ArrayList<>(count);
        int at = start + 8;
        for (int i = 0; i < count; i++) {
            SubmitCodec.Numbered each = codec.decode(bytes, at, end);
            at = SubmitCodec.next(bytes, at);
            requests.add(each.request());
            answers.add(new Answer(each.id()));
        }
        if (together) {
            try {
                to.sendTogether(requests, answers);
            } catch (RuntimeException e) {
                answers.forEach(each -> each.failUnlessEnded(Failure.of(e)));
            }
            return;
        }
        for (int i = 0; i < count; i++) {
            try {
                to.send(requests.get(i), answers.get(i));
            } catch (RuntimeException e) {
                answers.get(i).failUnlessEnded(Failure.of(e));
            }
        }
    }

    /** Cancels requests one by one, or all at once if no others are in flight: some engines can only cancel all. */
    private void cancel(ByteBuffer bytes, int start, int end) {
        List<Answer> single = new ArrayList<>();
        for (int at = start; at + Long.BYTES <= end; at += Long.BYTES) {
            Answer answer = inFlight.get(bytes.getLong(at));
            if (answer != null) {
                cancelled.add(answer.id);
                single.add(answer);
            }
        }
        cancelled.retainAll(inFlight.keySet());
        if (cancelled.containsAll(inFlight.keySet())) {
            loaded().cancelRequests();
        } else {
            single.forEach(loaded()::cancelRequest);
        }
    }

    private void check(ByteBuffer bytes, int start, int end) {
        SubmitCodec.Numbered checked = codec.decode(bytes, start, end);
        String problem = "";
        try {
            loaded().check(checked.request());
        } catch (RuntimeException e) {
            problem = ErrorText.of(e);
        }
        answer(WorkerProtocol.CHECKED, checked.id(), problem.getBytes(StandardCharsets.UTF_8));
    }

    private void beginRun() {
        repeatedResults.reset();
        loaded().beginRun();
    }

    private void report(long id) {
        answer(WorkerProtocol.REPORTED, id, FrameJson.bytes(EngineReport.contentOf(loaded(), repeatedResults.sum())));
    }

    private void answer(byte type, long id, byte[] body) {
        synchronized (writer) {
            writer.begin(type).int64(id).bytes(body).end();
            write();
        }
    }

    private void send(byte type, Map<String, ?> object) {
        send(type, FrameJson.bytes(object));
    }

    private void send(byte type, byte[] body) {
        synchronized (writer) {
            writer.begin(type).bytes(body).end();
            write();
        }
    }

    /** Writes the frames of the writer. The caller holds its lock. */
    private void write() {
        ByteBuffer[] parts = writer.parts();
        boolean interrupted = false;
        try {
            while (parts[parts.length - 1].hasRemaining()) {
                if (channel.write(parts) == 0) {
                    interrupted |= await(writable);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            writer.clear();
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Writes the response of one request as frames. Ignores tokens after the end, because another thread may have failed the request. */
    private final class Answer implements ResponseListener {

        private final long id;
        private boolean ended;

        Answer(long id) {
            this.id = id;
            inFlight.put(id, this);
        }

        private void ending() {
            if (ended) {
                repeatedResults.increment();
                throw new IllegalStateException("the engine has already ended the response of this request");
            }
            ended = true;
            inFlight.remove(id);
        }

        @Override
        public void firstToken(long nanos, Output first) {
            synchronized (writer) {
                if (ended) {
                    return;
                }
                int[] ids = first.tokenIds();
                if (ids.length > 0) {
                    writer.begin(WorkerProtocol.TOKENS)
                            .int32(1)
                            .int32(0)
                            .int64(id)
                            .int32(ids.length)
                            .ints(ids)
                            .end();
                } else {
                    text(first.text(), 0);
                }
                write();
            }
        }

        @Override
        public void tokens(long nanos, int tokenIds) {
            synchronized (writer) {
                if (!ended) {
                    text("", tokenIds);
                    write();
                }
            }
        }

        private void text(String text, int tokens) {
            writer.begin(WorkerProtocol.TEXT)
                    .int64(id)
                    .int32(tokens == 0 && text.isEmpty() ? WorkerProtocol.UNSENT_TEXT : tokens)
                    .bytes(text.getBytes(StandardCharsets.UTF_8))
                    .end();
        }

        @Override
        public void end(Response response) {
            if (response == null) {
                failed(MissingResponse.FAILURE, Timeline.endedAt(System.nanoTime()));
                return;
            }
            synchronized (writer) {
                ending();
                Output output = response.output();
                if (output.isBytes()) {
                    writer.begin(WorkerProtocol.OUTPUT)
                            .int64(id)
                            .bytes(output.bytes())
                            .end();
                } else {
                    done(response, output);
                }
                write();
            }
        }

        private void done(Response response, Output output) {
            Usage usage = response.usage();
            boolean counted = usage.completion() >= 0 || response.tokenSource() == TokenSource.NONE;
            byte[] reason = response.finishReason().getBytes(StandardCharsets.UTF_8);
            byte[] text = output.text().getBytes(StandardCharsets.UTF_8);
            writer.begin(WorkerProtocol.DONE)
                    .int64(id)
                    .int32(usage.prompt())
                    .int32(usage.cached())
                    .int32(counted ? usage.completion() : response.tokenCount())
                    .int32(usage.reasoning())
                    .int32(reason.length)
                    .int32(text.length)
                    .int32(output.tokenIds().length)
                    .bytes(reason)
                    .bytes(text)
                    .ints(output.tokenIds())
                    .end();
        }

        @Override
        public void failed(Failure failure, Timeline timeline) {
            Failure reported = MissingResponse.reported(failure);
            synchronized (writer) {
                ending();
                writer.begin(WorkerProtocol.FAILED)
                        .int64(id)
                        .bytes(FrameJson.bytes(Map.of(
                                "kind",
                                reported.kind().name().toLowerCase(Locale.ROOT),
                                "message",
                                reported.message())))
                        .end();
                write();
            }
        }

        void failUnlessEnded(Failure failure) {
            synchronized (writer) {
                if (!ended) {
                    failed(failure, Timeline.endedAt(System.nanoTime()));
                }
            }
        }
    }
}
