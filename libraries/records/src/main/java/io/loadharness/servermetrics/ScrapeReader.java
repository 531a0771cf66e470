// SPDX-License-Identifier: Apache-2.0
package io.loadharness.servermetrics;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads what a {@link ScrapeWriter} wrote. For one thread, and once. */
final class ScrapeReader {

    /** More than any page that is read could become. */
    private static final int LONGEST_LINE = 1 << 24;

    /** A source as far as it was read. */
    private static final class Asked {

        private final String name;
        private final String endpoint;
        private final Map<String, Long> failures = new LinkedHashMap<>();
        private final List<Said> series = new ArrayList<>();
        private long scrapes;

        Asked(String name, String endpoint) {
            this.name = name;
            this.endpoint = endpoint;
        }

        Source source() {
            return new Source(
                    name,
                    endpoint,
                    scrapes,
                    failures,
                    series.stream().map(Said::series).toList());
        }
    }

    /** A series as far as it was read. */
    private record Said(
            String name, Map<String, String> labels, SeriesKind kind, List<Double> bounds, List<Point> points) {

        Series series() {
            return new Series(name, labels, kind, bounds, points);
        }

        void add(long nanos, Object value) {
            if (kind == SeriesKind.HISTOGRAM) {
                double[] numbers =
                        ((List<?>) value).stream().mapToDouble(JsonLine::number).toArray();
                if (numbers.length != bounds.size() + 2) {
                    throw new ClassCastException(
                            numbers.length + " numbers for a histogram of " + bounds.size() + " bounds");
                }
                double[] buckets = new double[bounds.size() + 1];
                System.arraycopy(numbers, 1, buckets, 0, buckets.length);
                points.add(new Point(nanos, buckets[buckets.length - 1], numbers[0], buckets));
                return;
            }
            double number = JsonLine.number(value);
            if (Double.isFinite(number)) {
                points.add(Point.of(nanos, number));
            }
        }
    }

    private final Path file;
    private final List<Asked> sources = new ArrayList<>();
    private final List<Said> series = new ArrayList<>();
    private Instant started = Instant.EPOCH;
    private Duration interval = Duration.ZERO;
    private @Nullable MetricNames names;
    private @Nullable Window window;
    private boolean complete;
    private long scrapes;

    ScrapeReader(Path file) {
        this.file = file;
    }

    ScrapeLog read() throws IOException {
        long number = 0;
        try (BufferedReader in = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
            for (String line = wholeLine(in); line != null; line = wholeLine(in)) {
                number++;
                take(number, line);
            }
        } catch (JsonProcessingException | CharacterCodingException e) {
            throw broken(number, "it is no JSON", e);
        } catch (ClassCastException
                | ArithmeticException
                | IllegalArgumentException
                | IndexOutOfBoundsException
                | DateTimeException e) {
            throw broken(number, "it is not what this program writes there", e);
        }
        if (names == null) {
            throw new ScrapeException(
                    file + " has no whole line: it is no file of server metrics, or was cut at its begin");
        }
        return new ScrapeLog(
                started,
                interval,
                names,
                sources.stream().map(Asked::source).toList(),
                Optional.ofNullable(window),
                complete);
    }

    /** The next line that has an end; what was being written when the writer was killed has none. */
    private @Nullable String wholeLine(BufferedReader in) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int next = in.read(); next >= 0; next = in.read()) {
            if (next == '\n') {
                return line.toString();
            }
            if (line.length() == LONGEST_LINE) {
                throw new ScrapeException(file + " has a line of more than " + LONGEST_LINE
                        + " characters: it is no file of server metrics");
            }
            line.append((char) next);
        }
        return null;
    }

    private ScrapeException broken(long line, String why, @Nullable Exception cause) {
        return new ScrapeException(file + ", line " + line + ": " + why, cause);
    }

    private void take(long number, String text) throws IOException {
        JsonLine line = JsonLine.parse(text);
        if (number == 1) {
            header(line);
        } else if (complete) {
            throw broken(number, "the file goes on behind its end", null);
        } else if (line.has("values") || line.has("failure")) {
            scrape(line);
        } else if (line.has("series")) {
            define(line);
        } else if (line.has("source")) {
            sources.add(new Asked(line.text("name"), line.text("endpoint")));
        } else if (line.has("window_ns")) {
            List<?> ends = line.list("window_ns");
            window = new Window(JsonLine.integer(ends.get(0)), JsonLine.integer(ends.get(1)));
        } else if (line.has("scrapes")) {
            complete = true;
            if (line.integer("scrapes") != scrapes) {
                throw broken(
                        number,
                        "it says that there are " + line.integer("scrapes") + " scrapes, and there are " + scrapes,
                        null);
            }
        }
    }

    private void header(JsonLine line) throws ScrapeException {
        if (!line.has("format")
                || !line.text("format").equals(ScrapeWriter.FORMAT)
                || line.integer("version") != ScrapeWriter.CURRENT) {
            throw new ScrapeException(file + " is no file of " + ScrapeWriter.FORMAT + " of version "
                    + ScrapeWriter.CURRENT + ", which this program reads");
        }
        started = Instant.parse(line.text("started"));
        interval = Duration.ofNanos(Math.round(line.number("interval_s") * 1e9));
        Map<ServerMetric, List<String>> known = new EnumMap<>(ServerMetric.class);
        line.object("names").fields().forEach((id, each) -> ServerMetric.of((String) id)
                .ifPresent(metric -> known.put(metric, texts((List<?>) each))));
        names = MetricNames.KNOWN.with(known).alsoKeeping(texts(line.list("further")));
    }

    private static List<String> texts(List<?> values) {
        return values.stream().map(String.class::cast).toList();
    }

    private void define(JsonLine line) {
        if (line.integer("series") != series.size()) {
            throw new ClassCastException("series " + series.size() + " is due");
        }
        Map<String, String> labels = new LinkedHashMap<>();
        line.object("labels").fields().forEach((name, value) -> labels.put((String) name, (String) value));
        SeriesKind kind = kind(line.text("kind"));
        List<Double> bounds = kind == SeriesKind.HISTOGRAM
                ? line.list("bounds").stream().map(JsonLine::number).toList()
                : List.of();
        Said said = new Said(line.text("name"), labels, kind, bounds, new ArrayList<>());
        series.add(said);
        sources.get(line.index("source")).series.add(said);
    }

    private static SeriesKind kind(String name) {
        for (SeriesKind kind : SeriesKind.values()) {
            if (kind.name().toLowerCase(Locale.ROOT).equals(name)) {
                return kind;
            }
        }
        throw new ClassCastException("'" + name + "' is no kind of series");
    }

    private void scrape(JsonLine line) {
        Asked source = sources.get(line.index("source"));
        scrapes++;
        source.scrapes++;
        if (line.has("failure")) {
            source.failures.merge(line.text("failure"), 1L, Long::sum);
            return;
        }
        long nanos = line.integer("t_ns");
        line.object("values").fields().forEach((id, value) -> series.get(Integer.parseInt((String) id))
                .add(nanos, value));
    }
}
