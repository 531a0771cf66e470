// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmark;

import io.loadharness.benchmark.RunCompanion.Notes;
import io.loadharness.report.ReportException;
import io.loadharness.report.WholeFile;
import io.loadharness.servers.Replica;
import io.loadharness.startup.LogTime;
import io.loadharness.startup.PatternPack;
import io.loadharness.startup.Startup;
import io.loadharness.startup.StartupJson;
import io.loadharness.startup.StartupLog;
import io.loadharness.startup.StartupPage;
import io.loadharness.startup.StartupText;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** How servers started, as their logs tell when they are ready. Read by a thread of its own, for which nobody waits long. */
final class StartupReports {

    /** What a server prints while it starts is much less; what prints more would keep the processors of the client busy. */
    private static final int MOST_BYTES = 8 << 20;

    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private final boolean expected;
    private final List<String> sentences = new ArrayList<>();
    private final List<Path> files = new ArrayList<>();
    private final CountDownLatch done = new CountDownLatch(1);

    private StartupReports(boolean expected) {
        this.expected = expected;
    }

    /**
     * Begins to read the logs of servers that are ready.
     *
     * @param expected whether a log that is not understood is worth a word; other servers may print what they like
     */
    static StartupReports begin(List<Replica> replicas, boolean expected, Path folder) {
        StartupReports reports = new StartupReports(expected);
        Thread thread = new Thread(() -> reports.make(replicas, folder.toAbsolutePath()), "startup-reports");
        thread.setDaemon(true);
        thread.start();
        return reports;
    }

    /** Reports what is known by now; waits for a short time at most. */
    Notes tell(Consumer<String> messages) {
        try {
            if (!done.await(PATIENCE.toNanos(), TimeUnit.NANOSECONDS)) {
                messages.accept("No start-up report: the logs are not read yet; ./harness nop reads them.");
                return Notes.NONE;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Notes.NONE;
        }
        sentences.forEach(messages);
        files.stream()
                .filter(each -> each.toString().endsWith(".html"))
                .forEach(each -> messages.accept("How it started: " + each));
        return files.isEmpty() ? Notes.NONE : new Notes(sentences, files, Optional.empty());
    }

    private void make(List<Replica> replicas, Path folder) {
        try {
            replicas.forEach(each -> make(each, folder));
        } finally {
            done.countDown();
        }
    }

    private void make(Replica replica, Path folder) {
        try {
            Startup startup = read(replica.log());
            write(startup, folder.resolve("startup-replica-" + replica.index()));
            sentences.add("Replica " + replica.index() + ": " + StartupText.sentence(startup));
        } catch (ReportException e) {
            if (expected) {
                sentences.add("No start-up report: " + e.getMessage());
            }
        } catch (IOException | RuntimeException e) {
            sentences.add("The start-up report cannot be made: " + e.getMessage());
        }
    }

    private static Startup read(Path log) throws IOException {
        try (InputStream in = Files.newInputStream(log)) {
            byte[] begin = in.readNBytes(MOST_BYTES + 1);
            if (begin.length > MOST_BYTES) {
                throw new IOException(
                        log + " was too long when the server was ready; ./harness nop reads such a log too");
            }
            LogTime time = new LogTime(ZoneId.systemDefault(), Optional.empty(), Instant.now());
            List<Startup> starts = StartupLog.read(
                    log.getFileName().toString(), new ByteArrayInputStream(begin), time, PatternPack.builtIn());
            return starts.get(starts.size() - 1);
        }
    }

    private void write(Startup startup, Path file) throws IOException {
        Files.createDirectories(file.getParent());
        Path page = file.resolveSibling(file.getFileName() + ".html");
        WholeFile.write(page, out -> StartupPage.write(startup, out));
        files.add(page);
        Path json = file.resolveSibling(file.getFileName() + ".json");
        WholeFile.write(json, out -> {
            Writer text = new OutputStreamWriter(out, StandardCharsets.UTF_8);
            StartupJson.write(startup, text);
            text.flush();
        });
        files.add(json);
    }
}
