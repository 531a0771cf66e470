// SPDX-License-Identifier: Apache-2.0
package io.loadharness.servermetrics;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A source of server metrics: a metrics endpoint, a program that prints metrics, or the operating system.
 *
 * @param name the display name: the URL of a metrics endpoint, {@code nvidia-smi}, or a name such as {@code process of replica 0}
 * @param endpoint the name of the server in the records; empty if the source belongs to no particular server
 * @param scrapes the number of scrapes
 * @param failures the number of failed scrapes by reason
 * @param series the series that were kept
 */
public record Source(String name, String endpoint, long scrapes, Map<String, Long> failures, List<Series> series) {

    public Source {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(endpoint, "endpoint");
        failures = Collections.unmodifiableMap(new LinkedHashMap<>(failures));
        series = List.copyOf(series);
    }

    /** Returns the number of failed scrapes. */
    public long failed() {
        return failures.values().stream().mapToLong(Long::longValue).sum();
    }
}
