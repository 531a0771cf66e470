// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cluster;

import io.loadharness.TestRun.Progress;
import io.loadharness.client.RequestTotals;
import io.loadharness.cluster.protocol.ClusterProtocol;
import io.loadharness.internal.TemporaryFolders;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A slice in a worker: the arguments for the {@link SliceProgram}, a temporary folder, and the connection to the coordinator. The folder is
 * deleted at the end. Thread-safe.
 */
public final class SliceTask {

    /** The start of the name of each temporary folder. */
    static final String FOLDER_PREFIX = "loadharness-slice-";

    /** The folder for results in the temporary folder. */
    static final String OUTPUT = "results";

    private static final String INPUTS = "inputs";
    private static final long END_MILLIS = 4_000;
    private static final long BUSY_NANOS = 50_000_000;

    /** The temporary folders of this process that are not deleted yet. */
    private static final Set<Path> FOLDERS = ConcurrentHashMap.newKeySet();

    private final Consumer<ClusterProtocol.ToCoordinator> sender;
    private final Supplier<SliceProgram> programs;
    private final ClusterProtocol.RunSlice request;
    private final Path folder;
    private final SliceFiles inputs;
    private final Map<String, Path> inputFiles = new TreeMap<>();
    private final CompletableFuture<SliceStart> start = new CompletableFuture<>();
    private final Thread thread = new Thread(this::run, "loadharness-slice");
    private long lastCpuNanos; // used only by work()
    private long busyCalls; // used only by work()
    private final Thread exitHook = new Thread(this::end, "loadharness-slice-exit");
    private final WritingReporter writing = new WritingReporter(this::work, this::reportWriting);
    private @Nullable String stopReason; // guarded by this
    private @Nullable Consumer<String> stopper; // guarded by this
    private @Nullable Thread waiting; // guarded by this

    /** Creates the temporary folder. */
    SliceTask(ClusterProtocol.RunSlice request, Consumer<ClusterProtocol.ToCoordinator> sender) throws IOException {
        this(request, sender, SliceTask::installedProgram);
    }

    /** Creates the temporary folder, for a slice that another program than the installed one runs. */
    SliceTask(
            ClusterProtocol.RunSlice request,
            Consumer<ClusterProtocol.ToCoordinator> sender,
            Supplier<SliceProgram> programs)
            throws IOException {
        this.request = request;
        this.sender = sender;
        this.programs = programs;
        folder = Files.createTempDirectory(FOLDER_PREFIX, SlicePaths.privateFolder());
        FOLDERS.add(folder);
        inputs = new SliceFiles(folder.resolve(INPUTS));
        thread.setDaemon(true);
    }

    /** Sends the path of the temporary folder, and starts the program as soon as all input files have arrived. */
    void begin() {
        sender.accept(ClusterProtocol.ToCoordinator.newBuilder()
                .setSliceFolder(ClusterProtocol.SliceFolder.newBuilder()
                        .setPath(folder.toAbsolutePath().toString()))
                .build());
        Runtime.getRuntime().addShutdownHook(exitHook);
        startIfComplete();
    }

    // Messages of the coordinator, on the thread that reads them

    void input(ClusterProtocol.SliceContent part) throws IOException {
        if (inputs.complete() == request.getInputs()) {
            throw new IOException("the coordinator sent more files than it announced");
        }
        if (!part.getPath().isEmpty()) {
            SlicePaths.check(part.getPath());
            inputFiles.put(part.getPath(), folder.resolve(INPUTS).resolve(part.getPath()));
        }
        inputs.add(part);
        startIfComplete();
    }

    private void startIfComplete() {
        if (inputs.complete() == request.getInputs()) {
            thread.start();
        }
    }

    void start(ClusterProtocol.StartSlice message) {
        start.complete(new SliceStart(
                Instant.EPOCH.plusNanos(message.getStart()),
                new ClockOffset(message.getClockOffset(), message.getClockBound())));
    }

    /** Asks the program to stop. Further calls have no effect. */
    synchronized void stop(String reason) {
        if (stopReason == null) {
            stopReason = reason;
            writing.start();
            if (stopper != null) {
                stopper.accept(reason);
            }
            if (waiting != null) {
                waiting.interrupt();
            }
        }
    }

    /** Stops the program, waits several seconds for its end, and deletes the folder. */
    void end() {
        stop("the connection to the coordinator ended");
        try {
            thread.join(END_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        writing.close();
        deleteFolder();
    }

    private void deleteFolder() {
        TemporaryFolders.delete(folder);
        FOLDERS.remove(folder);
    }

    /** Deletes the folders of all slices. Called immediately before this process ends. */
    static void deleteFolders() {
        FOLDERS.forEach(TemporaryFolders::delete);
    }

    // The program

    private void run() {
        ClusterProtocol.SliceEnded.Builder ended = ClusterProtocol.SliceEnded.newBuilder();
        try {
            SliceProgram.Result result = programs.get().run(this);
            if (start.isDone()) {
                sendResults();
            }
            ended.setExitCode(result.exitCode()).setSentence(result.sentence());
        } catch (Throwable e) { // the coordinator waits for the message about the end
            ended.setExitCode(SliceProgram.Result.FAILED).setSentence(String.valueOf(e.getMessage()));
        }
        writing.close();
        deleteFolder();
        try {
            Runtime.getRuntime().removeShutdownHook(exitHook);
        } catch (IllegalStateException e) {
            // the JVM is shutting down; the hook has no effect now
        }
        sender.accept(
                ClusterProtocol.ToCoordinator.newBuilder().setSliceEnded(ended).build());
    }

    private static SliceProgram installedProgram() {
        return ServiceLoader.load(SliceProgram.class)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("this worker has no program for slices"));
    }

    /**
     * Returns a measure of the work of the program: the number of calls of this method before which its thread was busy, plus the size of
     * its results. A thread that only waits for the end of a run, and looks every 50 ms, is not busy.
     */
    @SuppressWarnings("deprecation") // Thread.threadId() requires Java 19
    private long work() {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long cpu = threads.isThreadCpuTimeSupported() ? threads.getThreadCpuTime(thread.getId()) : 0;
        busyCalls += cpu - lastCpuNanos >= BUSY_NANOS ? 1 : 0;
        lastCpuNanos = cpu;
        long done = busyCalls;
        try {
            for (String each : SlicePaths.below(output())) {
                done += Files.size(output().resolve(each));
            }
        } catch (IOException | UncheckedIOException e) {
            // the program has replaced or deleted a file meanwhile
        }
        return done;
    }

    private void reportWriting() {
        if (start.isDone()) {
            sender.accept(ClusterProtocol.ToCoordinator.newBuilder()
                    .setSliceWriting(ClusterProtocol.SliceWriting.getDefaultInstance())
                    .build());
        }
    }

    /** Sends the results. Sends small files first, because the large records cannot be used without the small description of the run. */
    private void sendResults() throws IOException, InterruptedException {
        Map<String, Long> sizes = new TreeMap<>();
        for (String each : SlicePaths.below(output())) {
            sizes.put(each, Files.size(output().resolve(each)));
        }
        List<String> ordered = sizes.entrySet().stream()
                .sorted(Map.Entry.comparingByValue())
                .map(Map.Entry::getKey)
                .toList();
        for (String each : ordered) {
            Path file = output().resolve(each);
            SliceFiles.send(
                    each,
                    Files.size(file),
                    Files.newInputStream(file),
                    part -> sender.accept(ClusterProtocol.ToCoordinator.newBuilder()
                            .setSliceOutput(part)
                            .build()));
        }
    }

    /** Returns the arguments for the {@link SliceProgram}. */
    public List<String> arguments() {
        return request.getArgumentsList();
    }

    /** Returns the copies of the input files by the paths of their {@link SliceRequest.Input}. {@link #awaitStart} deletes the copies. */
    public Map<String, Path> inputs() {
        return Map.copyOf(inputFiles);
    }

    /**
     * Deletes the copies of input files in a folder of {@link #inputs}. The program calls this method as soon as it has read files with
     * secrets. If this process is killed later, no secret is left.
     */
    public void deleteInputs(String inputFolder) {
        SlicePaths.check(inputFolder);
        TemporaryFolders.delete(folder.resolve(INPUTS).resolve(inputFolder));
    }

    /** Returns the number of the slice, starting at 0. */
    public int rank() {
        return request.getRank();
    }

    /** Returns the number of slices. */
    public int count() {
        return request.getCount();
    }

    /**
     * Returns the folder for results. The program creates this folder. When the program has ended, the files in the folder are sent to the
     * coordinator.
     */
    public Path output() {
        return folder.resolve(OUTPUT);
    }

    /**
     * Reports that the slice can start, and waits until all slices can start. Deletes the input files, because these files may contain
     * secrets. The program must have read the files before this call.
     *
     * @throws InterruptedException if the slice was stopped
     */
    public SliceStart awaitStart(SlicePlan plan) throws InterruptedException {
        synchronized (this) {
            if (stopReason != null) {
                throw new InterruptedException(stopReason);
            }
            waiting = Thread.currentThread();
        }
        TemporaryFolders.delete(folder.resolve(INPUTS));
        try {
            ClusterProtocol.SliceReady.Builder ready = ClusterProtocol.SliceReady.newBuilder()
                    .setScenario(plan.scenario().name())
                    .setTransport(plan.transport());
            plan.ratePerSecond().ifPresent(ready::setRate);
            sender.accept(ClusterProtocol.ToCoordinator.newBuilder()
                    .setSliceReady(ready)
                    .build());
            return start.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException("a start is a value", e);
        } finally {
            synchronized (this) {
                waiting = null;
            }
        }
    }

    /**
     * Sends the progress to the coordinator. Has no effect before the start.
     *
     * @param requests the requests since the start; empty if they were sent less than a second ago
     */
    public void progress(Progress now, Optional<RequestTotals> requests) {
        if (start.isDone()) {
            ClusterProtocol.SliceProgress.Builder progress = ClusterProtocol.SliceProgress.newBuilder()
                    .setIssued(now.issued())
                    .setCompleted(now.completed())
                    .setFailed(now.failed())
                    .setElapsed(now.elapsed().toNanos());
            now.expected().ifPresent(expected -> progress.setExpected(expected.toNanos()));
            requests.ifPresent(each -> progress.setRequests(RequestTotalsCodec.encode(each)));
            sender.accept(ClusterProtocol.ToCoordinator.newBuilder()
                    .setSliceProgress(progress)
                    .build());
        }
    }

    /** Sends a message for the user. */
    public void message(String sentence) {
        sender.accept(ClusterProtocol.ToCoordinator.newBuilder()
                .setSliceMessage(ClusterProtocol.SliceMessage.newBuilder().setText(sentence))
                .build());
    }

    /**
     * Sets the action that stops the program. The action receives the reason. If the slice was already stopped, the action is called
     * immediately.
     */
    public synchronized void onStop(Consumer<String> action) {
        stopper = action;
        if (stopReason != null) {
            action.accept(stopReason);
        }
    }

    /** Returns the number of the slice and the number of slices, such as {@code 0/3}. */
    @Override
    public String toString() {
        return rank() + "/" + count();
    }
}
