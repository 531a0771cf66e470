// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cluster;

import io.loadharness.Scenario;
import io.loadharness.TestRun.Progress;
import io.loadharness.client.RequestTotals;
import io.loadharness.cluster.protocol.ClusterProtocol;
import io.loadharness.internal.PlainText;
import io.loadharness.internal.TemporaryFolders;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The coordinator's state of the slice of one worker. Checks each message of the worker, and writes its result files. The thread that reads
 * the messages changes the state. Other threads only read it.
 */
final class SliceLink {

    private static final int MAX_SENTENCE = 4_000;
    private static final int MAX_MESSAGES = 1_000;

    /** The phases of a slice. */
    private enum Phase {
        PREPARING,
        READY,
        STARTED,
        ENDED,
        LOST
    }

    private final Path folder;
    private final boolean isLocal;
    private final Consumer<String> messages;
    private final LongSupplier clock;
    private final SliceFiles results;
    private int messageCount;
    private Phase phase = Phase.PREPARING; // guarded by this
    private volatile @Nullable SlicePlan plan;
    private volatile Progress progress = new Progress(0, 0, 0, Duration.ZERO, Optional.empty());
    private volatile RequestTotals requests = RequestTotals.NONE;
    private volatile int exitCode;
    private volatile String sentence = "";
    private volatile String loss = "";
    private volatile long lastProgress;
    private volatile @Nullable Path workerFolder;

    /**
     * Creates the state of a slice that is being prepared.
     *
     * @param folder the folder for its results; it is created with the first file
     * @param isLocal true if the worker runs on this machine
     */
    SliceLink(Path folder, boolean isLocal, Consumer<String> messages, LongSupplier clock) {
        this.folder = folder;
        this.isLocal = isLocal;
        this.messages = messages;
        this.clock = clock;
        lastProgress = clock.getAsLong();
        results = new SliceFiles(folder);
    }

    /**
     * Processes a message of the worker.
     *
     * @throws IllegalArgumentException if the message is not valid
     * @throws IOException if a file cannot be written
     */
    void take(ClusterProtocol.ToCoordinator message) throws IOException {
        switch (message.getMessageCase()) {
            case SLICE_FOLDER -> {
                require(Phase.PREPARING, "names its folder");
                if (isLocal) {
                    workerFolder = temporaryFolder(message.getSliceFolder().getPath());
                }
            }
            case SLICE_READY -> {
                ClusterProtocol.SliceReady ready = message.getSliceReady();
                plan = new SlicePlan(
                        Scenario.valueOf(ready.getScenario()),
                        ready.hasRate() ? OptionalDouble.of(ready.getRate()) : OptionalDouble.empty(),
                        printable(ready.getTransport()));
                advance(Phase.PREPARING, Phase.READY, "is ready");
            }
            case SLICE_PROGRESS -> {
                require(Phase.STARTED, "reports progress");
                progress = progress(message.getSliceProgress());
                if (message.getSliceProgress().hasRequests()) {
                    requests =
                            RequestTotalsCodec.decode(message.getSliceProgress().getRequests());
                }
            }
            case SLICE_MESSAGE -> {
                if (++messageCount <= MAX_MESSAGES) {
                    messages.accept(printable(message.getSliceMessage().getText()));
                }
            }
            case SLICE_OUTPUT -> {
                require(Phase.STARTED, "sends results");
                results.add(message.getSliceOutput());
                lastProgress = clock.getAsLong();
            }
            case SLICE_WRITING -> {
                require(Phase.STARTED, "writes results");
                lastProgress = clock.getAsLong();
            }
            case SLICE_ENDED -> end(message.getSliceEnded());
            default -> throw new IllegalArgumentException("the message has an unexpected type");
        }
    }

    private static Path temporaryFolder(String path) {
        Path folder = Path.of(path);
        if (!folder.isAbsolute() || !String.valueOf(folder.getFileName()).startsWith(SliceTask.FOLDER_PREFIX)) {
            throw new IllegalArgumentException("the folder " + printable(path) + " is not the folder of a slice");
        }
        return folder;
    }

    private static String printable(String text) {
        return PlainText.of(text.substring(0, Math.min(MAX_SENTENCE, text.length())));
    }

    private static Progress progress(ClusterProtocol.SliceProgress message) {
        if (Math.min(
                        Math.min(message.getIssued(), message.getCompleted()),
                        Math.min(message.getFailed(), Math.min(message.getElapsed(), message.getExpected())))
                < 0) {
            throw new IllegalArgumentException("the progress of a slice is negative");
        }
        return new Progress(
                message.getIssued(),
                message.getCompleted(),
                message.getFailed(),
                Duration.ofNanos(message.getElapsed()),
                message.hasExpected() ? Optional.of(Duration.ofNanos(message.getExpected())) : Optional.empty());
    }

    private synchronized void require(Phase wanted, String action) {
        if (phase != wanted) {
            throw new IllegalArgumentException("a slice that is " + phase + " " + action);
        }
    }

    private synchronized void advance(Phase from, Phase to, String action) {
        require(from, action);
        phase = to;
    }

    private synchronized void end(ClusterProtocol.SliceEnded message) throws IOException {
        if (phase == Phase.ENDED) {
            throw new IllegalArgumentException("a slice ended twice");
        }
        results.requireComplete();
        exitCode = message.getExitCode();
        sentence = printable(message.getSentence());
        phase = Phase.ENDED;
    }

    /** Called when the connection has ended. Has no effect if the slice has already ended. */
    synchronized void lost(String why) {
        if (phase != Phase.ENDED) {
            phase = Phase.LOST;
            loss = why;
        }
        try {
            results.close();
        } catch (IOException e) {
            // the file is incomplete in any case
        }
    }

    /** Marks a ready slice as started. Called before the worker is asked to start it. Returns false if the slice is not ready. */
    synchronized boolean start() {
        if (phase != Phase.READY) {
            return false;
        }
        phase = Phase.STARTED;
        return true;
    }

    synchronized boolean isReady() {
        return phase == Phase.READY;
    }

    synchronized boolean hasEnded() {
        return phase == Phase.ENDED || phase == Phase.LOST;
    }

    synchronized boolean isRefused() {
        return phase == Phase.ENDED;
    }

    /** Returns true if the slice has ended with a failure. A slice that is complete but not valid has not failed. */
    synchronized boolean hasFailed() {
        return phase == Phase.ENDED
                && (exitCode == SliceProgram.Result.FAILED || exitCode == SliceProgram.Result.WRONG_ARGUMENTS);
    }

    Optional<SlicePlan> plan() {
        return Optional.ofNullable(plan);
    }

    Progress progress() {
        return progress;
    }

    /** Returns the requests of the slice, which are up to about a second old. */
    RequestTotals requests() {
        return requests;
    }

    int exitCode() {
        return exitCode;
    }

    String sentence() {
        return sentence;
    }

    /** Returns the reason why the worker was lost before the slice ended; an empty string if it was not lost. */
    String loss() {
        return loss;
    }

    /** Returns the time at which a part of a result file, or a message about their progress, arrived last, in nanoseconds of the clock. */
    long lastProgress() {
        return lastProgress;
    }

    /** Returns the folder for the results. If the worker was lost on this machine, first copies the results that it has left. */
    Path folder() {
        Path left = workerFolder;
        if (left != null && !loss.isEmpty()) {
            copy(left.resolve(SliceTask.OUTPUT));
        }
        return folder;
    }

    private void copy(Path left) {
        try {
            for (String each : SlicePaths.below(left)) {
                Path copy = folder.resolve(each);
                Files.createDirectories(copy.getParent(), SlicePaths.privateFolder());
                Files.copy(left.resolve(each), copy, StandardCopyOption.REPLACE_EXISTING);
            }
        } catch (IOException | UncheckedIOException e) {
            // the worker still runs and deletes its folder; the results may be incomplete
        }
    }

    /** Deletes the temporary folder of a worker of this machine. Called when the worker has ended. */
    void deleteWorkerFolder() {
        Path left = workerFolder;
        if (left != null) {
            TemporaryFolders.delete(left);
        }
    }
}
