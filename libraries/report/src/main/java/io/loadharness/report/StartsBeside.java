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

/** How the servers of a run started, of which there are files beside it: what a timeline needs, and no more. */
final class StartsBeside {

    private static final Pattern NAME = Pattern.compile("(?:.*/)?startup-replica-(\\d+)\\.json");
    private static final int MOST = 8;
    private static final int MOST_BYTES = 1 << 18;

    private StartsBeside() {}

    /** Those of the first replicas, and how many there are. */
    static ObjectNode of(RunReport report) {
        List<Matcher> names = report.outcome().map(RunOutcome::files).orElse(List.of()).stream()
                .map(NAME::matcher)
                .filter(Matcher::matches)
                .toList();
        ObjectNode starts = JsonNodeFactory.instance.objectNode();
        starts.put("count", names.size());
        starts.putArray("each")
                .addAll(names.stream()
                        .limit(MOST)
                        .flatMap(name -> start(report.folder().path(), name).stream())
                        .toList());
        return starts;
    }

    /** Its file is linked all the same if it is not what it should be. */
    private static Optional<ObjectNode> start(Path folder, Matcher name) {
        Path file = folder.resolve(name.group());
        try {
            if (Files.size(file) > MOST_BYTES
                    || !(RunJson.MAPPER.readTree(Files.readAllBytes(file)) instanceof ObjectNode start)
                    || !isDrawn(start)) {
                return Optional.empty();
            }
            return Optional.of(start.retain("phases", "uncategorized", "seconds", "ready")
                    .put("replica", Integer.parseInt(name.group(1)))
                    .put("page", name.group().replaceFirst("json$", "html")));
        } catch (IOException | NumberFormatException e) {
            return Optional.empty();
        }
    }

    private static boolean isDrawn(JsonNode start) {
        return start.path("schema").asText().equals("loadharness-startup")
                && start.path("version").asInt() == 1
                && start.path("phases").isArray()
                && start.path("uncategorized").isArray()
                && start.path("seconds").isNumber();
    }
}
