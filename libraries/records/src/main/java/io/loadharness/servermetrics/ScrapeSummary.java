// SPDX-License-Identifier: Apache-2.0
package io.loadharness.servermetrics;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What came of asking servers for their metrics while a run went on.
 *
 * @param sources who was asked, in words
 * @param scrapes how often somebody was asked, all sources together
 * @param failures how often that failed, by a sentence that says whom and why
 * @param trouble why what was said is not all in the file; empty if it is
 */
public record ScrapeSummary(String sources, long scrapes, Map<String, Long> failures, Optional<String> trouble) {

    private static final int MOST_SHOWN = 3;

    public ScrapeSummary {
        failures = Map.copyOf(failures);
    }

    /** How often it failed. */
    public long failed() {
        return failures.values().stream().mapToLong(Long::longValue).sum();
    }

    /** The same for people. */
    public String sentence() {
        String said = "Server metrics: " + scrapes + (scrapes == 1 ? " scrape of " : " scrapes of ") + sources;
        if (!failures.isEmpty()) {
            said += ", " + failed() + " failed (" + reasons() + ")";
        }
        return said + trouble.map(each -> "; " + each).orElse("");
    }

    private String reasons() {
        Map<String, Long> most = failures.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed().thenComparing(Map.Entry.comparingByKey()))
                .limit(MOST_SHOWN)
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue, Long::sum, LinkedHashMap::new));
        return most.entrySet().stream()
                        .map(each -> (each.getValue() == 1 ? "" : each.getValue() + " × ") + each.getKey())
                        .collect(Collectors.joining("; "))
                + (failures.size() > MOST_SHOWN ? "; …" : "");
    }
}
