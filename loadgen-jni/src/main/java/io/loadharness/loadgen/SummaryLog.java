// SPDX-License-Identifier: Apache-2.0
package io.loadharness.loadgen;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The summary of a run. In every mode, the last lines of a complete summary contain the numbers of warnings and errors.
 *
 * @param text the whole file
 */
record SummaryLog(String text, long warnings, long errors) {

    private static final Pattern END = Pattern.compile(
            "(No|\\d{1,18}) warnings? encountered[^\\n]*\\n\\n(No|\\d{1,18}) errors? encountered[^\\n]*\\n\\z",
            Pattern.CASE_INSENSITIVE);

    /** Reads a summary, which must be complete. */
    static SummaryLog read(Path file) throws UnreadableLogException {
        String text = text(file);
        Matcher end = END.matcher(text);
        if (!end.find()) {
            throw new UnreadableLogException(
                    file, text.isEmpty() ? "is empty" : "is truncated: it does not end with the count of the errors");
        }
        return new SummaryLog(text, count(end.group(1)), count(end.group(2)));
    }

    /** Reads the available part of a summary. */
    static String readAsFarAsPossible(Path file) {
        try {
            return text(file);
        } catch (UnreadableLogException e) {
            return "";
        }
    }

    private static String text(Path file) throws UnreadableLogException {
        LogFileKind.requireReadable(file);
        try {
            return new String(Files.readAllBytes(file), UTF_8);
        } catch (NoSuchFileException e) {
            throw new UnreadableLogException(file, "is missing", e);
        } catch (IOException e) {
            throw new UnreadableLogException(file, "cannot be read: " + e.getMessage(), e);
        }
    }

    private static long count(String word) {
        return word.equalsIgnoreCase("No") ? 0 : Long.parseLong(word);
    }
}
