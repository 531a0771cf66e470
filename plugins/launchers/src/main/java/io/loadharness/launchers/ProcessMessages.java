// SPDX-License-Identifier: Apache-2.0
package io.loadharness.launchers;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** The last error messages of a process. A separate thread reads them. Thread-safe. */
final class ProcessMessages {

    private static final int LAST_LINES = 20;
    private static final int LINE_LENGTH = 500;

    private final Deque<String> lines = new ArrayDeque<>();
    private final CountDownLatch end = new CountDownLatch(1);

    private ProcessMessages() {}

    static ProcessMessages of(InputStream stream) {
        return of(stream, line -> {});
    }

    /** Reads a stream to its end. Passes each line that starts with {@code loadharness: } to {@code reports}, without this prefix. */
    static ProcessMessages of(InputStream stream, Consumer<String> reports) {
        ProcessMessages messages = new ProcessMessages();
        Thread reader = new Thread(() -> messages.read(stream, reports), "launcher-messages");
        reader.setDaemon(true);
        reader.start();
        return messages;
    }

    private void read(InputStream stream, Consumer<String> reports) {
        try (BufferedReader reader = new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                if (line.startsWith("loadharness: ")) {
                    reports.accept(line.substring("loadharness: ".length()));
                } else if (!line.isBlank()) {
                    add(line.substring(0, Math.min(LINE_LENGTH, line.length())));
                }
            }
        } catch (IOException e) {
            // The process was killed.
        } finally {
            end.countDown();
        }
    }

    private synchronized void add(String line) {
        lines.addLast(line);
        if (lines.size() > LAST_LINES) {
            lines.removeFirst();
        }
    }

    /** Waits at most one second for the end of the stream, and returns the last lines. */
    String text() throws InterruptedException {
        awaitEnd();
        return now();
    }

    /** Waits at most one second for the end of the stream, because a process that inherited the stream may keep it open. */
    boolean awaitEnd() throws InterruptedException {
        return end.await(1, TimeUnit.SECONDS);
    }

    synchronized String now() {
        return String.join("\n", lines);
    }
}
