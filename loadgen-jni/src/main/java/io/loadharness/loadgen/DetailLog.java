// SPDX-License-Identifier: Apache-2.0
package io.loadharness.loadgen;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;

/**
 * The content of {@code mlperf_log_detail.txt} by key. If a key is repeated, the methods return its first value, except {@link #findLast}
 * and {@link #lastLine}. Not thread-safe.
 */
final class DetailLog {

    private static final String MESSAGE = "generic_message";

    private final Path file;
    private final Map<String, DetailRecord> first = new LinkedHashMap<>();
    private final Map<String, DetailRecord> last = new HashMap<>();
    private final List<String> messages = new ArrayList<>();
    private final Messages warnings = new Messages();
    private final Messages errors = new Messages();

    private DetailLog(Path file) {
        this.file = file;
    }

    /** Reads a log without a check of which run wrote it. Every line must be complete. */
    static DetailLog read(Path file) throws UnreadableLogException {
        return read(file, LogOrigin.UNKNOWN);
    }

    /** Reads the log of one run. Every line must be complete, and this run must have written it. */
    static DetailLog read(Path file, LogOrigin origin) throws UnreadableLogException {
        DetailLog log = new DetailLog(file);
        log.readLines(origin);
        if (log.first.isEmpty()) {
            throw new UnreadableLogException(file, "is empty");
        }
        return log;
    }

    /** Reads a log up to its end or its first incomplete line. */
    static DetailLog readAsFarAsPossible(Path file) {
        DetailLog log = new DetailLog(file);
        try {
            log.readLines(LogOrigin.UNKNOWN);
        } catch (UnreadableLogException e) {
            return log;
        }
        return log;
    }

    private void readLines(LogOrigin origin) throws UnreadableLogException {
        LogFileKind.requireReadable(file);
        try (LogLines lines = new LogLines(file)) {
            for (Optional<String> line = lines.next(); line.isPresent(); line = lines.next()) {
                DetailRecord entry = DetailRecord.parse(lines.number(), line.get())
                        .orElseThrow(() -> new UnreadableLogException(
                                file, lines.number(), "the line is damaged or not written by LoadGen"));
                if (!origin.mayHaveWritten(entry)) {
                    throw new UnreadableLogException(
                            file,
                            lines.number(),
                            "another run wrote the line: its log was copied over the log of this run; use a separate"
                                    + " directory for each run");
                }
                add(entry);
            }
        } catch (NoSuchFileException e) {
            throw new UnreadableLogException(file, "is missing", e);
        } catch (IOException e) {
            throw new UnreadableLogException(file, "cannot be read: " + e.getMessage(), e);
        }
    }

    private void add(DetailRecord entry) {
        first.putIfAbsent(entry.key(), entry);
        last.put(entry.key(), entry);
        if (entry.isErrorRecord()) {
            errors.add(entry.key() + ": " + entry.value());
        } else if (entry.isWarningRecord()) {
            warnings.add(entry.value());
        } else if (entry.key().equals(MESSAGE)) {
            messages.add(entry.value());
        }
    }

    Messages warnings() {
        return warnings;
    }

    Messages errors() {
        return errors;
    }

    /** Returns the values of {@code generic_message} that are neither errors nor warnings. */
    List<String> messages() {
        return messages;
    }

    /** Returns the values of all keys that start with a prefix. The keys of the returned map do not contain the prefix. */
    Map<String, String> withPrefix(String prefix) {
        Map<String, String> found = new LinkedHashMap<>();
        first.forEach((key, entry) -> {
            if (key.startsWith(prefix)) {
                found.put(key.substring(prefix.length()), entry.value());
            }
        });
        return found;
    }

    boolean has(String key) {
        return first.containsKey(key);
    }

    /** Returns the number of the last line with a key; 0 if no line has this key. */
    int lastLine(String key) {
        return Optional.ofNullable(last.get(key)).map(DetailRecord::line).orElse(0);
    }

    Optional<String> find(String key) {
        return Optional.ofNullable(first.get(key)).map(DetailRecord::value);
    }

    /** Returns the last value of a key. */
    Optional<String> findLast(String key) {
        return Optional.ofNullable(last.get(key)).map(DetailRecord::value);
    }

    String text(String key) throws UnreadableLogException {
        return entry(key).value();
    }

    boolean flag(String key) throws UnreadableLogException {
        return switch (text(key)) {
            case "true" -> true;
            case "false" -> false;
            default -> throw notA("flag", key);
        };
    }

    long count(String key) throws UnreadableLogException {
        try {
            return Long.parseLong(text(key));
        } catch (NumberFormatException e) {
            throw notA("whole number", key);
        }
    }

    Duration nanos(String key) throws UnreadableLogException {
        return Duration.ofNanos(count(key));
    }

    double decimal(String key) throws UnreadableLogException {
        String text = text(key);
        try {
            return switch (text) {
                case "nan", "-nan" -> Double.NaN;
                case "inf" -> Double.POSITIVE_INFINITY;
                case "-inf" -> Double.NEGATIVE_INFINITY;
                default -> Double.parseDouble(text);
            };
        } catch (NumberFormatException e) {
            throw notA("number", key);
        }
    }

    OptionalDouble findDecimal(String key) throws UnreadableLogException {
        return has(key) ? OptionalDouble.of(decimal(key)) : OptionalDouble.empty();
    }

    /** Returns the constant whose LoadGen name is the value of a key. */
    <T> T oneOf(String key, T[] constants, Function<T, String> name) throws UnreadableLogException {
        String text = text(key);
        for (T constant : constants) {
            if (name.apply(constant).equals(text)) {
                return constant;
            }
        }
        throw notA(key.substring(key.indexOf('_') + 1), key);
    }

    UnreadableLogException incomplete(String missing) {
        return new UnreadableLogException(file, "is truncated: " + missing);
    }

    private DetailRecord entry(String key) throws UnreadableLogException {
        DetailRecord found = first.get(key);
        if (found == null) {
            throw incomplete("it has no " + key);
        }
        return found;
    }

    private UnreadableLogException notA(String kind, String key) throws UnreadableLogException {
        DetailRecord entry = entry(key);
        return new UnreadableLogException(
                file, entry.line(), key + " is '" + entry.value() + "', which is not a " + kind);
    }
}
