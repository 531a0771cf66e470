// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report.servers;

import io.loadharness.servermetrics.Source;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * A scrape target and its failures.
 *
 * @param name the URL of a metrics endpoint, or the name of a program or of the operating system
 * @param endpoint the name of the server in the records; empty if the target belongs to no particular server
 * @param scrapes the number of scrapes
 * @param failures the number of failures by message, sorted by message
 */
public record ScrapeTarget(String name, String endpoint, long scrapes, Map<String, Long> failures) {

    public ScrapeTarget {
        failures = Collections.unmodifiableMap(new TreeMap<>(failures));
    }

    /** Returns the target for a source. A target does not contain the scraped values of the source. */
    static ScrapeTarget of(Source source) {
        return new ScrapeTarget(source.name(), source.endpoint(), source.scrapes(), source.failures());
    }
}
