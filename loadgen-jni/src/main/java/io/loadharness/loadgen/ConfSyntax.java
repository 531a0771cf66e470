// SPDX-License-Identifier: Apache-2.0
package io.loadharness.loadgen;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Parses the lines {@code key = value}. LoadGen splits lines only at blanks. Therefore it ignores {@code k=v}, which is a single word. A
 * comment starts with a separate {@code #} or is a single word such as {@code #word}.
 */
final class ConfSyntax {

    private static final Pattern BLANKS = Pattern.compile("[ \t\r]+");
    private static final Pattern NUMBER =
            Pattern.compile("[+-]?(0[xX][0-9a-fA-F]+|([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][+-]?[0-9]+)?)");

    /** An assignment as written. */
    record Assignment(int line, String key, String value) {}

    private ConfSyntax() {}

    static List<Assignment> assignments(ConfText text) {
        List<Assignment> assignments = new ArrayList<>();
        for (int line = 1; line <= text.lines().size(); line++) {
            assignment(text, line).ifPresent(assignments::add);
        }
        return assignments;
    }

    private static Optional<Assignment> assignment(ConfText text, int line) {
        String stripped = text.lines().get(line - 1).strip();
        List<String> words = List.of(BLANKS.split(stripped));
        if (stripped.isEmpty() || isComment(words)) {
            return Optional.empty();
        }
        if (stripped.startsWith("#")) {
            throw text.problem(
                    line, "LoadGen reads " + Quote.of(stripped) + " as a key; put a blank after the first '#'");
        }
        if (words.size() != 3 || !words.get(1).equals("=")) {
            throw text.problem(line, Quote.of(stripped) + " " + fault(stripped));
        }
        return Optional.of(new Assignment(line, words.get(0), words.get(2)));
    }

    private static boolean isComment(List<String> words) {
        if (!words.get(0).startsWith("#")) {
            return false;
        }
        boolean alone =
                words.get(0).equals("#") || words.size() == 1 || words.get(1).equals("#");
        if (alone || !words.get(1).equals("=")) {
            return alone;
        }
        return words.stream().skip(2).allMatch(word -> NUMBER.matcher(word).matches());
    }

    private static String fault(String line) {
        int comment = line.indexOf('#');
        if (comment > 0) {
            return "ends with a comment, which LoadGen reads as a value; put the comment on a separate line";
        }
        int equals = line.indexOf('=');
        if (equals < 0) {
            return "is not of the form 'key = value'";
        }
        String key = line.substring(0, equals).strip();
        String value = line.substring(equals + 1).strip();
        if (key.isEmpty() || value.isEmpty()) {
            return "has no " + (key.isEmpty() ? "key" : "value");
        }
        return BLANKS.matcher(key).find() || BLANKS.matcher(value).find()
                ? "has more than one key or value"
                : "needs blanks around '='; write " + Quote.of(key + " = " + value);
    }
}
