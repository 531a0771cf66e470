package io.loadharness.benchmarks;

import io.loadharness.Scenario;
import io.loadharness.TestRun.Progress;
import io.loadharness.cli.console.Displays;
import io.loadharness.cli.run.RunDisplay;
import io.loadharness.cli.target.ServerUnderTest;
import io.loadharness.record.SampleRecorder;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/** All that watches a run of {@code harness run}: records on the disk, and a panel that nobody sees. Its owner closes it, after the system. */
final class Watchers implements AutoCloseable {

    private static final int COLUMNS = 80;
    private static final long BETWEEN_LOOKS = Duration.ofMillis(50).toNanos();

    private final Path folder = Files.createTempDirectory("loadharness-bench-");
    private final SampleRecorder recorder = SampleRecorder.open(folder.resolve("records.cbor"));
    private final RunDisplay panel = Displays.panel(new PrintWriter(Writer.nullWriter()), COLUMNS);
    private final Thread drawer = new Thread(this::draw, "bench-panel");
    private volatile boolean closed;

    Watchers(ServerUnderTest server) throws IOException {
        server.watchedBy(recorder, panel.watchNext());
        panel.started(Scenario.SERVER);
        drawer.setDaemon(true);
        drawer.start();
    }

    private void draw() {
        long begin = System.nanoTime();
        while (!closed) {
            Duration elapsed = Duration.ofNanos(System.nanoTime() - begin);
            panel.at(Scenario.SERVER, new Progress(1, 0, 0, elapsed, Optional.empty()), false);
            LockSupport.parkNanos(this, BETWEEN_LOOKS);
        }
    }

    @Override
    public void close() {
        closed = true;
        recorder.abandon();
        try {
            Files.deleteIfExists(folder);
        } catch (IOException leftBehind) {
            // an empty folder among temporary files
        }
    }
}
