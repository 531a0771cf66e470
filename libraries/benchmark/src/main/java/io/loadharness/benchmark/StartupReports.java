// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmark;

import io.loadharness.benchmark.RunSidecar.Notes;
import io.loadharness.report.AtomicFileWriter;
import io.loadharness.report.ReportException;
import io.loadharness.servers.LogMask;
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

/** Start-up reports of servers that are ready. A separate thread creates them from the logs of the servers. */
final class StartupReports {

    /**
     * The maximum size of a parsed log. Servers print far less during their start. Parsing larger logs would load the CPUs of the client.
     */
    private static final int MAX_BYTES = 8 << 20;

    private static final Duration MAX_WAIT = Duration.ofSeconds(2);

    private final boolean expected;
    private final LogMask mask;
    private final List<String> sentences = new ArrayList<>();
    private final List<Path> files = new ArrayList<>();
    private final CountDownLatch done = new CountDownLatch(1);

    private StartupReports(boolean expected, LogMask mask) {
        this.expected = expected;
        this.mask = mask;
    }

    /**
     * Starts reading the logs of servers that are ready.
     *
     * @param mask removes secrets from the reports
     * @param expected true to print a message about a log that cannot be parsed; false for servers whose logs may have any format
     */
    static StartupReports start(List<Replica> replicas, boolean expected, LogMask mask, Path folder) {
        StartupReports reports = new StartupReports(expected, mask);
        Thread thread = new Thread(() -> reports.create(replicas, folder.toAbsolutePath()), "startup-reports");
        thread.setDaemon(true);
        thread.start();
        return reports;
    }

    /** Waits at most two seconds for the reports. If the reports are ready, prints them and returns their files. */
    Notes report(Consumer<String> messages) {
        try {
            if (!done.await(MAX_WAIT.toNanos(), TimeUnit.NANOSECONDS)) {
                messages.accept("No start-up report: the logs were not parsed in time; 'harness nop LOG' parses them.");
                return Notes.NONE;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Notes.NONE;
        }
        sentences.forEach(messages);
        files.stream()
                .filter(each -> each.toString().endsWith(".html"))
                .forEach(each -> messages.accept("Start-up report: " + each));
        return files.isEmpty() ? Notes.NONE : new Notes(sentences, files, Optional.empty());
    }

    private void create(List<Replica> replicas, Path folder) {
        try {
            replicas.forEach(each -> create(each, folder));
        } finally {
            done.countDown();
        }
    }

    private void create(Replica replica, Path folder) {
        try {
            Startup startup = read(replica.log());
            write(startup, folder.resolve("startup-replica-" + replica.index()));
            sentences.add("Replica " + replica.index() + ": " + StartupText.sentence(startup));
        } catch (ReportException e) {
            if (expected) {
                sentences.add("No start-up report: " + e.getMessage());
            }
        } catch (IOException | RuntimeException e) {
            sentences.add("The start-up report cannot be created: " + e.getMessage());
        }
    }

    private Startup read(Path log) throws IOException {
        try (InputStream in = Files.newInputStream(log)) {
            byte[] bytes = in.readNBytes(MAX_BYTES + 1);
            if (bytes.length > MAX_BYTES) {
                throw new IOException(
                        log + " was longer than 8 MiB when the server was ready; 'harness nop LOG' parses it");
            }
            byte[] masked =
                    mask.values(new String(bytes, StandardCharsets.UTF_8)).getBytes(StandardCharsets.UTF_8);
            LogTime time = new LogTime(ZoneId.systemDefault(), Optional.empty(), Instant.now());
            List<Startup> starts = StartupLog.read(
                    log.getFileName().toString(), new ByteArrayInputStream(masked), time, PatternPack.builtIn());
            return starts.get(starts.size() - 1);
        }
    }

    private void write(Startup startup, Path file) throws IOException {
        Files.createDirectories(file.getParent());
        Path page = file.resolveSibling(file.getFileName() + ".html");
        AtomicFileWriter.write(page, out -> StartupPage.write(startup, out));
        files.add(page);
        Path json = file.resolveSibling(file.getFileName() + ".json");
        AtomicFileWriter.write(json, out -> {
            Writer text = new OutputStreamWriter(out, StandardCharsets.UTF_8);
            StartupJson.write(startup, text);
            text.flush();
        });
        files.add(json);
    }
}
