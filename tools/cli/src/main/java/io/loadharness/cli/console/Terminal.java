// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.console;

import io.loadharness.cli.signal.Signals;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The terminal behind standard output: its current width and its capabilities. Thread-safe. */
final class Terminal {

    static final int DEFAULT_WIDTH = 80;
    private static final String SIZE_COMMAND = "test -t 1 && stty size <&1 >&2";
    private static final Pattern SIZE = Pattern.compile("\\d+ (\\d+)\\s*");

    private final boolean colored;
    private volatile int width;

    private Terminal(boolean colored, int width) {
        this.colored = colored;
        this.width = width;
    }

    /** Returns the terminal of this process; empty if standard output is not a terminal, or its cursor cannot be moved. */
    static Optional<Terminal> ofThisProcess() {
        Map<String, String> environment = System.getenv();
        return canMoveCursor(environment.getOrDefault("TERM", ""))
                ? readWidth().map(width -> withResizeHandler(isColored(environment), width))
                : Optional.empty();
    }

    static boolean canMoveCursor(String type) {
        return !type.isEmpty() && !type.equals("dumb");
    }

    static boolean isColored(Map<String, String> environment) {
        return environment.getOrDefault("NO_COLOR", "").isEmpty();
    }

    private static Terminal withResizeHandler(boolean colored, int width) {
        Terminal terminal = new Terminal(colored, width);
        Signals.on("WINCH", () -> terminal.width = readWidth().orElse(terminal.width));
        return terminal;
    }

    /** Reads the width from {@code stty}; empty if standard output is not a terminal. */
    private static Optional<Integer> readWidth() {
        try {
            Process process = new ProcessBuilder("sh", "-c", SIZE_COMMAND)
                    .redirectOutput(ProcessBuilder.Redirect.INHERIT)
                    .start();
            String size = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
            return process.waitFor() == 0 ? Optional.of(width(size)) : Optional.empty();
        } catch (IOException noShell) {
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    /** Parses the width in the output of {@code stty size}; returns {@link #DEFAULT_WIDTH} if the output contains no width or zero. */
    static int width(String size) {
        Matcher matcher = SIZE.matcher(size);
        return matcher.matches() && !matcher.group(1).equals("0") ? Integer.parseInt(matcher.group(1)) : DEFAULT_WIDTH;
    }

    int width() {
        return width;
    }

    boolean isColored() {
        return colored;
    }
}
