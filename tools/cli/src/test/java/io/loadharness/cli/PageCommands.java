// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Reads the commands in the code blocks of a page. */
public final class PageCommands {

    private static final Pattern COMMAND = Pattern.compile("(?m)^(?:\\w+=\\S+ )?\\./harness (.+)$");
    private static final Pattern WORD = Pattern.compile("\"([^\"]*)\"|'([^']*)'|(\\S+)");

    private PageCommands() {}

    /** Returns the commands of a page without {@code ./harness} and the variables before it. */
    public static List<String> of(Path page) {
        return COMMAND.matcher(text(page))
                .results()
                .map(found -> found.group(1))
                .toList();
    }

    /** Returns the words of a command, without quotation marks. */
    public static String[] words(String command) {
        return WORD.matcher(command).results().map(PageCommands::word).toArray(String[]::new);
    }

    private static String word(MatchResult found) {
        return Stream.of(found.group(1), found.group(2), found.group(3))
                .filter(Objects::nonNull)
                .findFirst()
                .orElseThrow();
    }

    /** Returns the text of a page. */
    public static String text(Path page) {
        try {
            return Files.readString(page);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
