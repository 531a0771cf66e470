package io.loadharness.report.servers;

import io.loadharness.servermetrics.Source;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * Who was asked, and how often in vain.
 *
 * @param name a page, a program, or the operating system
 * @param endpoint which server it tells of; empty if of none in particular
 * @param scrapes how often it was asked
 * @param failures why it was in vain, and how often, in the order of the sentences
 */
public record Asked(String name, String endpoint, long scrapes, Map<String, Long> failures) {

    public Asked {
        failures = Collections.unmodifiableMap(new TreeMap<>(failures));
    }

    /** Without what it said, of which there can be much. */
    static Asked of(Source source) {
        return new Asked(source.name(), source.endpoint(), source.scrapes(), source.failures());
    }
}
