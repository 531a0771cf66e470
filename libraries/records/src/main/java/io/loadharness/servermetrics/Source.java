// SPDX-License-Identifier: Apache-2.0
package io.loadharness.servermetrics;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Who said something: a page of metrics, a program that prints them, or the operating system.
 *
 * @param name for people: the address of a page, {@code nvidia-smi}, or {@code process of replica 0}
 * @param endpoint which server of the run it tells of, by the name that its samples have in the records; empty if of none in particular
 * @param scrapes how often it was asked, or said something by itself
 * @param failures how many of these failed, by the sentence that says why
 * @param series what it said, without what nobody wanted
 */
public record Source(String name, String endpoint, long scrapes, Map<String, Long> failures, List<Series> series) {

    public Source {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(endpoint, "endpoint");
        failures = Collections.unmodifiableMap(new LinkedHashMap<>(failures));
        series = List.copyOf(series);
    }

    /** How many scrapes failed. */
    public long failed() {
        return failures.values().stream().mapToLong(Long::longValue).sum();
    }
}
