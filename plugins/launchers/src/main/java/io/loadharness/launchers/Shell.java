// SPDX-License-Identifier: Apache-2.0
package io.loadharness.launchers;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Creates words and commands for POSIX shells. */
final class Shell {

    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_@%+=:,./-]+");

    private static final Path SETSID = Path.of("/usr/bin/setsid");

    private Shell() {}

    /** Quotes a text, so that a shell reads it as one word. */
    static String quote(String text) {
        return PLAIN.matcher(text).matches() ? text : "'" + text.replace("'", "'\\''") + "'";
    }

    static String quote(Collection<String> words) {
        return words.stream().map(Shell::quote).collect(Collectors.joining(" "));
    }

    /**
     * Returns a command that runs in its own session. Therefore, Ctrl-C in the terminal does not end the command before the worker ends.
     */
    static ProcessBuilder inOwnSession(List<String> words) {
        List<String> command = new ArrayList<>();
        if (Files.isExecutable(SETSID)) {
            command.add(SETSID.toString());
        }
        command.addAll(words);
        return new ProcessBuilder(command);
    }

    /** Returns the text of a script that is a resource of this package. */
    static String script(String name) throws IOException {
        try (InputStream script = Shell.class.getResourceAsStream(name)) {
            if (script == null) {
                throw new IOException("the script " + name + " is missing in LoadHarness: build it again");
            }
            return new String(script.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
