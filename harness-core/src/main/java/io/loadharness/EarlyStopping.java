// SPDX-License-Identifier: Apache-2.0
package io.loadharness;

import java.time.Duration;
import java.util.Collections;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * How sure a run can be of its percentiles, given how many queries it had.
 *
 * @param text LoadGen's own words
 * @param estimates in SingleStream and MultiStream, the bound that holds with 99 % confidence, by percentage
 * @param missingQueries how many more queries would be needed; empty if there were enough
 */
public record EarlyStopping(String text, NavigableMap<Double, Duration> estimates, OptionalLong missingQueries) {

    public EarlyStopping {
        Objects.requireNonNull(text, "text");
        estimates = Collections.unmodifiableNavigableMap(new TreeMap<>(estimates));
        Objects.requireNonNull(missingQueries, "missingQueries");
    }
}
