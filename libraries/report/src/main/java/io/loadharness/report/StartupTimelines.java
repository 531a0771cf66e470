// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The timelines of server startups, from the startup files of a run. */
final class StartupTimelines {

    private static final Pattern NAME = Pattern.compile("(?:.*/)?startup-replica-(\\d+)\\.json");
    private static final int MAX_TIMELINES = 8;
    private static final int MAX_BYTES = 1 << 18;

    private StartupTimelines() {}

    /** Returns the timelines of at most eight replicas, and the number of all replicas. */
    static ObjectNode of(RunReport report) {
        List<Matcher> names = report.outcome().map(RunOutcome::files).orElse(List.of()).stream()
                .map(NAME::matcher)
                .filter(Matcher::matches)
                .toList();
        ObjectNode startups = JsonNodeFactory.instance.objectNode();
        startups.put("count", names.size());
        startups.putArray("timelines")
                .addAll(names.stream()
                        .limit(MAX_TIMELINES)
                        .flatMap(name -> timeline(report.folder().path(), name).stream())
                        .toList());
        return startups;
    }

    /**
     * Reads a startup file. Returns empty if the file is invalid or too large; then the HTML page has a link to the file, but no timeline.
     */
    private static Optional<ObjectNode> timeline(Path folder, Matcher name) {
        Path file = folder.resolve(name.group());
        try {
            if (Files.size(file) > MAX_BYTES
                    || !(RunJson.MAPPER.readTree(Files.readAllBytes(file)) instanceof ObjectNode startup)
                    || !isDrawable(startup)) {
                return Optional.empty();
            }
            return Optional.of(startup.retain("phases", "uncategorized", "seconds", "ready")
                    .put("replica", Integer.parseInt(name.group(1)))
                    .put("page", name.group().replaceFirst("json$", "html")));
        } catch (IOException | NumberFormatException e) {
            return Optional.empty();
        }
    }

    private static boolean isDrawable(JsonNode startup) {
        return startup.path("schema").asText().equals("loadharness-startup")
                && startup.path("version").asInt() == 1
                && startup.path("phases").isArray()
                && startup.path("uncategorized").isArray()
                && startup.path("seconds").isNumber();
    }
}
