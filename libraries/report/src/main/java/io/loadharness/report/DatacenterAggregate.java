// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.loadharness.Scenario;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Joins the results of the datacenter benchmark on several machines, and writes {@code aggregated_datacenter_results.json}. Each machine
 * ran the benchmark with its own load generator. The total throughput is the sum of the throughputs of the machines. The result is valid if
 * the results of all machines are valid. Percentiles are not joined, because percentiles of percentiles have no meaning. If the machines
 * did not run at the same time, the joined result has a warning.
 */
public final class DatacenterAggregate {

    private static final String FILE = "aggregated_datacenter_results.json";
    private static final String PREFIX = "mlperf_datacenter_";
    private static final String SUFFIX = ".json";
    private static final long MAX_BYTES = 16 << 20;
    private static final int MAX_NODES = 10_000;
    private static final String STARTED = "started";
    private static final String ENDED = "ended";
    private static final List<String> RATES = List.of("achieved_qps", "throughput_tokens_per_sec");

    /** The settings that may differ between machines, in addition to those that may differ between slices. */
    private static final Set<String> MACHINE_SETTINGS = Set.of(
            "--target-qps",
            "--server-target-qps",
            "--offline-target-qps",
            "--concurrency",
            "--max-connections",
            "--server-config",
            "--header",
            "--header-env",
            "--header-file",
            "--on",
            "--workers",
            "--hosts",
            "--partition",
            "--time",
            "--slurm",
            "--container-image",
            "--launcher-option",
            "--start-timeout",
            "--coordinator-host",
            "--coordinator-port",
            "--coordinator-secret-file",
            "--trusted-network");

    private final List<Node> nodes;
    private final ObjectNode document;

    /** The result file of one machine. */
    private record Node(Path file, String name, JsonNode document) {

        String text(String group, String key) {
            return document.path(group).path(key).asText("");
        }

        Set<String> scenarios() {
            Set<String> names = new TreeSet<>(Comparator.reverseOrder()); // Server before Offline
            document.path("scenarios").fieldNames().forEachRemaining(names::add);
            return names;
        }

        JsonNode scenario(String name) {
            return document.path("scenarios").path(name);
        }

        JsonNode details(String scenario) {
            return document.path("loadharness").path("scenarios").path(scenario);
        }

        /** Returns a time of a scenario; empty if the file has none. */
        Optional<Instant> time(String scenario, String key) {
            try {
                return Optional.of(Instant.parse(details(scenario).path(key).asText("")));
            } catch (DateTimeParseException e) {
                return Optional.empty();
            }
        }

        Path summary() {
            String name = String.valueOf(file.getFileName());
            return file.resolveSibling(
                    "summary_" + name.substring(PREFIX.length(), name.length() - SUFFIX.length()) + ".txt");
        }
    }

    private DatacenterAggregate(List<Node> nodes) {
        this.nodes = nodes;
        this.document = document();
    }

    /** Returns the result files in a folder, sorted by name; empty if the folder has no result files. */
    public static List<Path> resultsIn(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(DatacenterAggregate::isResult).sorted().toList();
        }
    }

    private static boolean isResult(Path file) {
        String name = String.valueOf(file.getFileName());
        return name.startsWith(PREFIX) && name.endsWith(SUFFIX);
    }

    /**
     * Reads the results of the machines.
     *
     * @throws IllegalArgumentException if a file is not a result of the datacenter benchmark, or the results do not belong together
     * @throws ReportException if a file is damaged
     */
    public static DatacenterAggregate of(List<Path> files) throws IOException {
        if (files.isEmpty() || files.size() > MAX_NODES) {
            throw new IllegalArgumentException(
                    "between 1 and " + MAX_NODES + " results can be joined: got " + files.size());
        }
        List<Node> nodes = new ArrayList<>();
        for (Path each : files) {
            nodes.add(read(each));
        }
        nodes.sort(Comparator.comparing(Node::name));
        for (int i = 1; i < nodes.size(); i++) {
            requireSame(nodes.get(0), nodes.get(i));
            if (nodes.get(i).name().equals(nodes.get(i - 1).name())) {
                throw new IllegalArgumentException(
                        nodes.get(i - 1).file() + " and " + nodes.get(i).file() + " are both results of the machine "
                                + nodes.get(i).name()
                                + ": give one result file of each machine; NODE_NAME sets the name of a machine");
            }
        }
        return new DatacenterAggregate(List.copyOf(nodes));
    }

    private static Node read(Path file) throws IOException {
        if (!isResult(file)) {
            throw new IllegalArgumentException(
                    file + " is not a result of the datacenter benchmark: its name must be " + PREFIX + "*" + SUFFIX);
        }
        if (Files.size(file) > MAX_BYTES) {
            throw new ReportException(
                    file + " has " + Files.size(file) + " bytes, but such a file may have at most " + MAX_BYTES);
        }
        JsonNode document;
        try {
            document = RunJson.MAPPER.readTree(Files.readAllBytes(file));
        } catch (JsonProcessingException e) {
            throw new ReportException(file + " has invalid content: " + e.getOriginalMessage(), e);
        }
        String name = document.path("loadharness").path("node").asText("");
        if (name.isEmpty()
                || !document.path("benchmark_info").path("benchmark").isTextual()
                || !document.path("scenarios").isObject()
                || document.path("scenarios").isEmpty()) {
            throw new ReportException(
                    file + " has invalid content: it must have 'benchmark_info.benchmark', 'scenarios'"
                            + " and 'loadharness.node'");
        }
        return new Node(file, name, document);
    }

    private static void requireSame(Node one, Node other) {
        requireSame(one, other, "benchmark", each -> each.text("benchmark_info", "benchmark"));
        requireSame(one, other, "model", each -> each.text("benchmark_info", "model"));
        requireSame(one, other, "list of scenarios", each -> each.scenarios().toString());
        requireSame(one, other, "LoadHarness version", each -> each.text("loadharness", "version"));
        Set<String> names = new TreeSet<>();
        settings(one).fieldNames().forEachRemaining(names::add);
        settings(other).fieldNames().forEachRemaining(names::add);
        names.removeAll(SliceMerge.OWN_SETTINGS);
        names.removeAll(MACHINE_SETTINGS);
        for (String name : names) {
            requireSame(one, other, name, each -> settings(each).path(name).asText(""));
        }
    }

    private static JsonNode settings(Node node) {
        return node.document().path("loadharness").path("settings");
    }

    private static void requireSame(Node one, Node other, String what, Function<Node, String> value) {
        String first = value.apply(one);
        String second = value.apply(other);
        if (!first.equals(second)) {
            throw new IllegalArgumentException("the results do not belong to one benchmark: the " + what + " of "
                    + one.file()
                    + " is " + shown(first) + ", but of " + other.file() + " it is " + shown(second)
                    + ": join only results with the same " + what);
        }
    }

    private static String shown(String value) {
        return value.isEmpty() ? "not given" : Summary.plain(value);
    }

    private ObjectNode document() {
        ObjectNode all = RunJson.MAPPER.createObjectNode();
        Node first = nodes.get(0);
        all.putObject("benchmark_info")
                .put("benchmark", first.text("benchmark_info", "benchmark"))
                .put("model", first.text("benchmark_info", "model"))
                .put(
                        "timestamp",
                        nodes.stream()
                                .map(each -> each.text("benchmark_info", "timestamp"))
                                .max(Comparator.naturalOrder())
                                .orElse(""))
                .put("nodes", nodes.size());
        ObjectNode scenarios = all.putObject("scenarios");
        first.scenarios().forEach(name -> scenarios.set(name, scenario(name)));
        ArrayNode each = all.putArray("nodes");
        nodes.forEach(node -> each.add(node(node)));
        ArrayNode warnings = all.putArray("warnings");
        warnings().forEach(warnings::add);
        return all;
    }

    private ObjectNode scenario(String name) {
        ObjectNode joined = RunJson.MAPPER.createObjectNode();
        joined.put("valid", nodes.stream().allMatch(each -> isValid(each, name)));
        sums(name).forEach(joined::put);
        long queries = sum(name, "total_queries");
        long failed = sum(name, "failed_queries");
        if (queries > 0 && failed >= 0) {
            if (!name.equals(Scenario.OFFLINE.loadGenName())) {
                joined.put("accuracy", 1 - (double) failed / queries);
            }
            joined.put("total_queries", queries);
            joined.put("failed_queries", failed);
        }
        return joined;
    }

    /** Returns the sum of a count over all machines; -1 if a machine does not report it. */
    private long sum(String scenario, String key) {
        long sum = 0;
        for (Node each : nodes) {
            long count = each.details(scenario).path(key).asLong(-1);
            if (count < 0) {
                return -1;
            }
            sum += count;
        }
        return sum;
    }

    /** Returns a warning for each scenario in which a machine started after another machine had ended. */
    private List<String> warnings() {
        List<String> warnings = new ArrayList<>();
        for (String name : nodes.get(0).scenarios()) {
            Optional<Node> first = nodes.stream()
                    .filter(each -> each.time(name, ENDED).isPresent())
                    .min(Comparator.comparing(each -> each.time(name, ENDED).orElseThrow()));
            Optional<Node> last = nodes.stream()
                    .filter(each -> each.time(name, STARTED).isPresent())
                    .max(Comparator.comparing(each -> each.time(name, STARTED).orElseThrow()));
            if (first.isPresent() && last.isPresent()) {
                Instant ended = first.get().time(name, ENDED).orElseThrow();
                Instant started = last.get().time(name, STARTED).orElseThrow();
                if (!started.isBefore(ended)) {
                    warnings.add(name + ": the machines did not run at the same time: "
                            + first.get().name() + " ended at " + ended + ", but "
                            + last.get().name() + " started at " + started
                            + "; the sum is not the throughput of all machines together");
                }
            }
        }
        return warnings;
    }

    /** Returns the sum of each rate that all machines report. */
    private Map<String, Double> sums(String scenario) {
        Map<String, Double> sums = new TreeMap<>();
        for (String key : RATES) {
            if (nodes.stream()
                    .allMatch(each -> each.scenario(scenario).path(key).isNumber())) {
                sums.put(
                        key,
                        nodes.stream()
                                .mapToDouble(each ->
                                        each.scenario(scenario).path(key).asDouble())
                                .sum());
            }
        }
        return sums;
    }

    private static boolean isValid(Node node, String scenario) {
        return node.scenario(scenario).path("valid").asBoolean(false);
    }

    private ObjectNode node(Node node) {
        ObjectNode own = RunJson.MAPPER.createObjectNode();
        own.put("node", node.name());
        own.put("file", String.valueOf(node.file().getFileName()));
        own.put("summary", String.valueOf(node.summary().getFileName()));
        ObjectNode logs = own.putObject("logs");
        node.scenarios()
                .forEach(
                        name -> logs.put(name, node.details(name).path("folder").asText("")));
        own.set("scenarios", node.document().path("scenarios"));
        return own;
    }

    /** Returns true if all scenarios of all machines are valid. */
    public boolean isValid() {
        return nodes.stream().allMatch(node -> node.scenarios().stream().allMatch(name -> isValid(node, name)));
    }

    /**
     * Returns one line per scenario: the joined verdict, the sums of the rates, and the machines whose results are not valid. The warnings
     * follow.
     */
    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        for (String name : nodes.get(0).scenarios()) {
            List<String> invalid = nodes.stream()
                    .filter(each -> !isValid(each, name))
                    .map(Node::name)
                    .toList();
            String sums = sums(name).entrySet().stream()
                    .map(each -> ", " + each.getKey() + " " + String.format(Locale.ROOT, "%.3f", each.getValue()))
                    .collect(Collectors.joining());
            lines.add(Summary.plain(name + ": " + (invalid.isEmpty() ? "VALID" : "INVALID") + " on " + nodes.size()
                    + " machines" + sums
                    + (invalid.isEmpty() ? "" : "; not valid on " + String.join(", ", invalid))));
        }
        warnings().forEach(each -> lines.add(Summary.plain("Warning: " + each)));
        return lines;
    }

    /**
     * Writes the joined file to a folder, and copies the result files of the machines to the same folder. Returns the path of the joined
     * file.
     */
    public Path writeTo(Path folder) throws IOException {
        Files.createDirectories(folder);
        for (Node each : nodes) {
            copy(each.file(), folder);
            if (Files.isRegularFile(each.summary(), LinkOption.NOFOLLOW_LINKS)) {
                copy(each.summary(), folder);
            }
        }
        Path file = folder.resolve(FILE);
        RunJson.write(file, document);
        return file;
    }

    private static void copy(Path file, Path folder) throws IOException {
        Path target = folder.resolve(file.getFileName());
        if (Files.exists(target) && Files.isSameFile(file, target)) {
            return;
        }
        if (Files.exists(target)) {
            throw new FileSystemException(
                    target.toString(), null, "the file exists already: give another folder with --output-dir");
        }
        Files.copy(file, target);
    }
}
