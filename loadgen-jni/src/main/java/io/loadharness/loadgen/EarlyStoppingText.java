// SPDX-License-Identifier: Apache-2.0
package io.loadharness.loadgen;

import io.loadharness.EarlyStopping;
import java.time.Duration;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parses LoadGen's text about early stopping. */
final class EarlyStoppingText {

    private static final Pattern ESTIMATE =
            Pattern.compile("(\\d{1,3}(?:\\.\\d{1,6})?)th percentile estimate: (-?\\d{1,18})(?!\\d)");
    private static final Pattern PROCESSED = Pattern.compile("[Pp]rocessed (\\d{1,18}) queries");
    private static final Pattern NEEDED = Pattern.compile("Need to process at least (\\d{1,18}) queries");
    private static final Pattern MORE = Pattern.compile("at least (\\d{1,18}) more queries");

    private EarlyStoppingText() {}

    /** Parses LoadGen's text; empty if it is blank because the scenario has no early stopping. */
    static Optional<EarlyStopping> parse(String text) {
        return text.isBlank()
                ? Optional.empty()
                : Optional.of(new EarlyStopping(text.strip(), estimates(text), missingQueries(text)));
    }

    private static NavigableMap<Double, Duration> estimates(String text) {
        NavigableMap<Double, Duration> estimates = new TreeMap<>();
        Matcher estimate = ESTIMATE.matcher(text);
        while (estimate.find()) {
            estimates.put(Double.parseDouble(estimate.group(1)), Duration.ofNanos(Long.parseLong(estimate.group(2))));
        }
        return estimates;
    }

    private static OptionalLong missingQueries(String text) {
        OptionalLong more = number(MORE, text);
        OptionalLong processed = number(PROCESSED, text);
        OptionalLong needed = number(NEEDED, text);
        return processed.isPresent() && needed.isPresent()
                ? OptionalLong.of(needed.getAsLong() - processed.getAsLong())
                : more;
    }

    private static OptionalLong number(Pattern pattern, String text) {
        Matcher matcher = pattern.matcher(text);
        return matcher.find() ? OptionalLong.of(Long.parseLong(matcher.group(1))) : OptionalLong.empty();
    }
}
