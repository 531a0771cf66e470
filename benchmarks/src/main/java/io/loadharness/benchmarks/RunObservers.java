// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmarks;

import io.loadharness.Scenario;
import io.loadharness.TestRun.Progress;
import io.loadharness.benchmark.BenchmarkListener;
import io.loadharness.benchmark.BenchmarkListener.RunProgress;
import io.loadharness.cli.console.Displays;
import io.loadharness.inference.RequestObserver;
import io.loadharness.record.SampleRecorder;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/**
 * The observers of {@code harness run}: the recorder and a live panel. The output of the panel is discarded. Close this object after the
 * system under test.
 */
final class RunObservers implements AutoCloseable {

    private static final int COLUMNS = 80;
    private static final long REDRAW_NANOS = Duration.ofMillis(50).toNanos();

    private final Path folder = Files.createTempDirectory("loadharness-bench-");
    private final SampleRecorder recorder = SampleRecorder.open(folder.resolve("records.cbor"));
    private final BenchmarkListener panel = Displays.panel(new PrintWriter(Writer.nullWriter()), COLUMNS);
    private final Thread drawer = new Thread(this::draw, "bench-panel");
    private volatile boolean isClosed;

    private final RequestObserver observer = RequestObserver.of(recorder, panel.observe(Scenario.SERVER));

    RunObservers() throws IOException {
        panel.started(Scenario.SERVER);
        drawer.setDaemon(true);
        drawer.start();
    }

    /** Returns the observer that receives the events of all requests. */
    RequestObserver observer() {
        return observer;
    }

    private void draw() {
        long start = System.nanoTime();
        while (!isClosed) {
            Duration elapsed = Duration.ofNanos(System.nanoTime() - start);
            Progress progress = new Progress(1, 0, 0, elapsed, Optional.empty());
            panel.progress(new RunProgress(Scenario.SERVER, progress, false));
            LockSupport.parkNanos(this, REDRAW_NANOS);
        }
    }

    @Override
    public void close() {
        isClosed = true;
        recorder.abandon();
        try {
            Files.deleteIfExists(folder);
        } catch (IOException leftBehind) {
            // an empty temporary folder remains
        }
    }
}
