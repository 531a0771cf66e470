// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.loadharness.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * The state of a search for the peak. The search can continue from the file {@code peak.json}. The page {@code peak.html} shows the metrics
 * of each run over the load. Both files are in the folder of the search, next to the folders of the runs.
 *
 * <pre>{@code
 * PeakReport report = PeakReport.read(Path.of("results/peak"));
 * report.result().ifPresent(found -> System.out.println(found.text()));
 * }</pre>
 *
 * @param version the version of LoadHarness
 * @param title the title of the page
 * @param load the unit of the load: {@code rate} or {@code concurrency}
 * @param settings the settings of the search; a search can only continue with the same settings
 * @param limits the limits in seconds, by metric id
 * @param points the runs, in their order
 * @param result the result; empty until the search has a first result
 */
public record PeakReport(
        String version,
        String title,
        String load,
        Map<String, String> settings,
        Map<String, Double> limits,
        List<MeasuredPoint> points,
        Optional<Result> result) {

    private static final HtmlPage PAGE = new HtmlPage("page.js", "peak.js");
    private static final String FILE = "peak.json";

    /**
     * One run of the search. Times are in seconds. A value that the run does not have is missing.
     *
     * @param folder the folder of the run, relative to the folder of the search
     * @param kind the kind of the run: {@code probe}, {@code single}, {@code short} or {@code full}
     * @param level the load; 0 for a probe
     * @param outcome {@code kept}, {@code exceeded} or {@code client_limited}
     * @param reason the limit that was exceeded; empty if all limits were met
     * @param limitShare the metric that is nearest to its limit, divided by the limit
     * @param inFlight the mean number of requests in flight
     * @param latency the mean latency
     * @param saturation the requests per second that the saturated system completed; empty if the system was not saturated
     * @param verdict the verdict of the run
     * @param completedPerSecond the completed requests per second
     * @param goodPerSecond the completed requests per second within all latency limits; empty without such limits
     * @param percentiles the 50th, 90th and 99th percentile of each metric, by metric id and percentile, as in {@code ttft_scheduled.p99}
     */
    public record MeasuredPoint(
            String folder,
            String kind,
            double level,
            String outcome,
            String reason,
            double limitShare,
            double inFlight,
            double latency,
            Optional<Double> saturation,
            Verdict verdict,
            double completedPerSecond,
            Optional<Double> goodPerSecond,
            Map<String, Double> percentiles) {

        public MeasuredPoint {
            saturation = saturation == null ? Optional.empty() : saturation;
            goodPerSecond = goodPerSecond == null ? Optional.empty() : goodPerSecond;
            percentiles = percentiles == null ? Map.of() : copy(percentiles);
        }
    }

    /**
     * The result of the search.
     *
     * @param level the highest load that met the limits; empty if no load met the limits
     * @param low the lower end of the interval that contains the peak
     * @param high the upper end of the interval; empty if no load exceeded the limits
     * @param confirmed true if a full-length run met the limits
     * @param complete true if the search has ended, false if it was stopped
     * @param limit the limit that a higher load exceeds; empty if no load exceeded a limit
     * @param text the result in one or a few sentences
     */
    public record Result(
            Optional<Double> level,
            double low,
            Optional<Double> high,
            boolean confirmed,
            boolean complete,
            String limit,
            String text) {

        public Result {
            level = level == null ? Optional.empty() : level;
            high = high == null ? Optional.empty() : high;
        }
    }

    public PeakReport {
        Objects.requireNonNull(title, "title");
        Objects.requireNonNull(load, "load");
        settings = copy(settings);
        limits = copy(limits);
        points = List.copyOf(points);
        result = result == null ? Optional.empty() : result;
    }

    private static <V> Map<String, V> copy(Map<String, V> values) {
        return Collections.unmodifiableMap(new LinkedHashMap<>(values));
    }

    /** Returns true if the folder contains a search. */
    public static boolean isIn(Path folder) {
        return Files.exists(folder.resolve(FILE));
    }

    /** Returns the path of the HTML page of a search. */
    public static Path page(Path folder) {
        return folder.resolve("peak.html");
    }

    /**
     * Reads the state of a search.
     *
     * @throws ReportException if the folder does not contain a search, or if its {@code peak.json} is damaged
     */
    public static PeakReport read(Path folder) throws IOException {
        Path file = folder.resolve(FILE);
        PeakReport report = RunJson.read(file, PeakReport.class);
        for (MeasuredPoint each : report.points) {
            if (each.folder() == null || each.kind() == null || each.outcome() == null || each.reason() == null) {
                throw new ReportException(
                        file + " has invalid content: a point has no folder, kind, outcome or reason");
            }
        }
        return report;
    }

    /** Writes {@code peak.json} and {@code peak.html}. Each file is replaced completely or not at all. */
    public void write(Path folder) throws IOException {
        Files.createDirectories(folder);
        RunJson.write(folder.resolve(FILE), this);
        ObjectNode data = RunJson.MAPPER.valueToTree(this);
        knee().ifPresent(level -> data.put("knee", level));
        AtomicFileWriter.write(page(folder), out -> PAGE.write("Peak – LoadHarness", data, out));
    }

    /** Returns the load with the highest ratio of throughput to latency; empty if it is the highest measured load. */
    Optional<Double> knee() {
        List<MeasuredPoint> measured = points.stream()
                .filter(each -> each.kind().equals("short") || each.kind().equals("full"))
                .filter(each -> each.latency() > 0)
                .sorted(Comparator.comparingDouble(MeasuredPoint::level))
                .toList();
        return measured.stream()
                .max(Comparator.comparingDouble(each -> each.completedPerSecond() / each.latency()))
                .map(MeasuredPoint::level)
                .filter(best -> best < measured.get(measured.size() - 1).level());
    }
}
