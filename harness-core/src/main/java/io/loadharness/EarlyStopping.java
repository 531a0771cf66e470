// SPDX-License-Identifier: Apache-2.0
package io.loadharness;

import java.time.Duration;
import java.util.Collections;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * The result of LoadGen's early stopping. LoadGen checks if a run had enough queries to estimate its percentiles with confidence.
 *
 * @param text LoadGen's text about early stopping
 * @param estimates the upper bound of each percentile at 99 % confidence; the key is the percentage. Only in SingleStream and MultiStream
 * @param missingQueries the number of additional queries that are needed for a confidence of 99 %; empty if the run had enough queries
 */
public record EarlyStopping(String text, NavigableMap<Double, Duration> estimates, OptionalLong missingQueries) {

    public EarlyStopping {
        Objects.requireNonNull(text, "text");
        estimates = Collections.unmodifiableNavigableMap(new TreeMap<>(estimates));
        Objects.requireNonNull(missingQueries, "missingQueries");
    }
}
