// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report.servers;

import io.loadharness.servermetrics.Source;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * A target that was scraped, and its failures.
 *
 * @param name a page, a program, or the operating system
 * @param endpoint which server it tells of; empty if of none in particular
 * @param scrapes how often it was asked
 * @param failures why it was in vain, and how often, in the order of the sentences
 */
public record ScrapeTarget(String name, String endpoint, long scrapes, Map<String, Long> failures) {

    public ScrapeTarget {
        failures = Collections.unmodifiableMap(new TreeMap<>(failures));
    }

    /** Without what it said, of which there can be much. */
    static ScrapeTarget of(Source source) {
        return new ScrapeTarget(source.name(), source.endpoint(), source.scrapes(), source.failures());
    }
}
