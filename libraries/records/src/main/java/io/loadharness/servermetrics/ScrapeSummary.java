// SPDX-License-Identifier: Apache-2.0
package io.loadharness.servermetrics;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A summary of the scrapes of a run.
 *
 * @param sources a description of the sources, such as {@code 2 endpoints, nvidia-smi}
 * @param scrapes the number of scrapes of all sources
 * @param failures the number of failed scrapes by failure text, which contains the source and the reason
 * @param trouble the error that made the file incomplete; empty if the file is complete
 */
public record ScrapeSummary(String sources, long scrapes, Map<String, Long> failures, Optional<String> trouble) {

    private static final int MAX_SHOWN = 3;

    public ScrapeSummary {
        failures = Map.copyOf(failures);
    }

    /** Returns the number of failed scrapes. */
    public long failed() {
        return failures.values().stream().mapToLong(Long::longValue).sum();
    }

    /** Returns the summary as a sentence. */
    public String sentence() {
        String text = "Server metrics: " + scrapes + (scrapes == 1 ? " scrape of " : " scrapes of ") + sources;
        if (!failures.isEmpty()) {
            text += ", " + failed() + " failed (" + reasons() + ")";
        }
        return text + trouble.map(each -> "; " + each).orElse("");
    }

    private String reasons() {
        Map<String, Long> most = failures.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed().thenComparing(Map.Entry.comparingByKey()))
                .limit(MAX_SHOWN)
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue, Long::sum, LinkedHashMap::new));
        return most.entrySet().stream()
                        .map(each -> (each.getValue() == 1 ? "" : each.getValue() + " × ") + each.getKey())
                        .collect(Collectors.joining("; "))
                + (failures.size() > MAX_SHOWN ? "; …" : "");
    }
}
