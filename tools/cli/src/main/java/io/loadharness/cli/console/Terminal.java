// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.console;

import io.loadharness.cli.signal.Signals;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The terminal that the standard output is: how wide it is now, and what it can do. Safe for any number of threads. */
final class Terminal {

    static final int USUAL_WIDTH = 80;
    private static final String ASK_SIZE = "test -t 1 && stty size <&1 >&2";
    private static final Pattern SIZE = Pattern.compile("\\d+ (\\d+)\\s*");

    private final boolean coloured;
    private volatile int width;

    private Terminal(boolean coloured, int width) {
        this.coloured = coloured;
        this.width = width;
    }

    /** That of this process; empty if the standard output is none, or one that cannot move its cursor. */
    static Optional<Terminal> ofThisProcess() {
        Map<String, String> environment = System.getenv();
        return canMove(environment.getOrDefault("TERM", ""))
                ? askWidth().map(width -> listening(isColoured(environment), width))
                : Optional.empty();
    }

    static boolean canMove(String type) {
        return !type.isEmpty() && !type.equals("dumb");
    }

    static boolean isColoured(Map<String, String> environment) {
        return environment.getOrDefault("NO_COLOR", "").isEmpty();
    }

    private static Terminal listening(boolean coloured, int width) {
        Terminal terminal = new Terminal(coloured, width);
        Signals.on("WINCH", () -> terminal.width = askWidth().orElse(terminal.width));
        return terminal;
    }

    /** What the system says; empty if the standard output is no terminal. */
    private static Optional<Integer> askWidth() {
        try {
            Process process = new ProcessBuilder("sh", "-c", ASK_SIZE)
                    .redirectOutput(ProcessBuilder.Redirect.INHERIT)
                    .start();
            String answer = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
            return process.waitFor() == 0 ? Optional.of(width(answer)) : Optional.empty();
        } catch (IOException noShell) {
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    /** As {@code stty} tells it; what does not know its size says zero. */
    static int width(String size) {
        Matcher matcher = SIZE.matcher(size);
        return matcher.matches() && !matcher.group(1).equals("0") ? Integer.parseInt(matcher.group(1)) : USUAL_WIDTH;
    }

    int width() {
        return width;
    }

    boolean isColoured() {
        return coloured;
    }
}
