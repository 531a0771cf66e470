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

/** Reads the file of a {@link ScrapeWriter}. Not thread-safe; can be used only once. */
final class ScrapeReader {

    /** Maximum line length. Lines of valid files are shorter. */
    private static final int MAX_LINE_LENGTH = 1 << 24;

    /** A source while its lines are being read. */
    private static final class PartialSource {

        private final String name;
        private final String endpoint;
        private final Map<String, Long> failures = new LinkedHashMap<>();
        private final List<PartialSeries> series = new ArrayList<>();
        private long scrapes;

        PartialSource(String name, String endpoint) {
            this.name = name;
            this.endpoint = endpoint;
        }

        Source source() {
            return new Source(
                    name,
                    endpoint,
                    scrapes,
                    failures,
                    series.stream().map(PartialSeries::series).toList());
        }
    }

    /** A series while its lines are being read. */
    private record PartialSeries(
            String name, Map<String, String> labels, SeriesKind kind, List<Double> bounds, List<Point> points) {

        Series series() {
            return new Series(name, labels, kind, bounds, points);
        }

        void add(long sentNanos, long nanos, Object value) {
            if (kind == SeriesKind.HISTOGRAM) {
                double[] numbers =
                        ((List<?>) value).stream().mapToDouble(JsonLine::number).toArray();
                if (numbers.length != bounds.size() + 2) {
                    throw new ClassCastException(
                            numbers.length + " numbers for a histogram with " + bounds.size() + " bounds");
                }
                double[] buckets = new double[bounds.size() + 1];
                System.arraycopy(numbers, 1, buckets, 0, buckets.length);
                points.add(new Point(sentNanos, nanos, buckets[buckets.length - 1], numbers[0], buckets));
                return;
            }
            double number = JsonLine.number(value);
            if (Double.isFinite(number)) {
                points.add(new Point(sentNanos, nanos, number));
            }
        }
    }

    private final Path file;
    private final List<PartialSource> sources = new ArrayList<>();
    private final List<PartialSeries> series = new ArrayList<>();
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
                parse(number, line);
            }
        } catch (JsonProcessingException | CharacterCodingException e) {
            throw malformed(number, "invalid JSON", e);
        } catch (ClassCastException
                | ArithmeticException
                | IllegalArgumentException
                | IndexOutOfBoundsException
                | DateTimeException e) {
            throw malformed(number, "not a line of a server metrics file", e);
        }
        if (names == null) {
            throw new ScrapeException(file + " has no complete line: it is not a server metrics file, or is truncated");
        }
        return new ScrapeLog(
                started,
                interval,
                names,
                sources.stream().map(PartialSource::source).toList(),
                Optional.ofNullable(window),
                complete);
    }

    /** Returns the next line. Returns null at the end of the file, or if the line has no line end because the writer was killed. */
    private @Nullable String wholeLine(BufferedReader in) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int next = in.read(); next >= 0; next = in.read()) {
            if (next == '\n') {
                return line.toString();
            }
            if (line.length() == MAX_LINE_LENGTH) {
                throw new ScrapeException(file + " has a line of more than " + MAX_LINE_LENGTH
                        + " characters: it is not a server metrics file");
            }
            line.append((char) next);
        }
        return null;
    }

    private ScrapeException malformed(long line, String why, @Nullable Exception cause) {
        return new ScrapeException(file + ", line " + line + ": " + why, cause);
    }

    private void parse(long number, String text) throws IOException {
        JsonLine line = JsonLine.parse(text);
        if (number == 1) {
            header(line);
        } else if (complete) {
            throw malformed(number, "the file has lines after its end line", null);
        } else if (line.has("values") || line.has("failure")) {
            scrape(line);
        } else if (line.has("series")) {
            define(line);
        } else if (line.has("source")) {
            sources.add(new PartialSource(line.text("name"), line.text("endpoint")));
        } else if (line.has("window_ns")) {
            List<?> ends = line.list("window_ns");
            window = new Window(JsonLine.integer(ends.get(0)), JsonLine.integer(ends.get(1)));
        } else if (line.has("scrapes")) {
            complete = true;
            if (line.integer("scrapes") != scrapes) {
                throw malformed(
                        number, "the file declares " + line.integer("scrapes") + " scrapes, but has " + scrapes, null);
            }
        }
    }

    private void header(JsonLine line) throws ScrapeException {
        if (!line.has("format")
                || !line.text("format").equals(ScrapeWriter.FORMAT)
                || line.integer("version") != ScrapeWriter.CURRENT) {
            throw new ScrapeException(file + " is not a file of the format " + ScrapeWriter.FORMAT + " version "
                    + ScrapeWriter.CURRENT + ", which this program reads");
        }
        started = Instant.parse(line.text("started"));
        interval = Duration.ofNanos(Math.round(line.number("interval_s") * 1e9));
        Map<ServerMetric, List<String>> known = new EnumMap<>(ServerMetric.class);
        line.object("names").fields().forEach((id, each) -> ServerMetric.of((String) id)
                .ifPresent(metric -> known.put(metric, texts((List<?>) each))));
        names = MetricNames.KNOWN.with(known).withAdditional(texts(line.list("additional")));
    }

    private static List<String> texts(List<?> values) {
        return values.stream().map(String.class::cast).toList();
    }

    private void define(JsonLine line) {
        if (line.integer("series") != series.size()) {
            throw new ClassCastException("expected series " + series.size());
        }
        Map<String, String> labels = new LinkedHashMap<>();
        line.object("labels").fields().forEach((name, value) -> labels.put((String) name, (String) value));
        SeriesKind kind = kind(line.text("kind"));
        List<Double> bounds = kind == SeriesKind.HISTOGRAM
                ? line.list("bounds").stream().map(JsonLine::number).toList()
                : List.of();
        PartialSeries added = new PartialSeries(line.text("name"), labels, kind, bounds, new ArrayList<>());
        series.add(added);
        sources.get(line.index("source")).series.add(added);
    }

    private static SeriesKind kind(String name) {
        for (SeriesKind kind : SeriesKind.values()) {
            if (kind.name().toLowerCase(Locale.ROOT).equals(name)) {
                return kind;
            }
        }
        throw new ClassCastException("'" + name + "' is not a kind of series");
    }

    private void scrape(JsonLine line) {
        PartialSource source = sources.get(line.index("source"));
        scrapes++;
        source.scrapes++;
        if (line.has("failure")) {
            source.failures.merge(line.text("failure"), 1L, Long::sum);
            return;
        }
        long nanos = line.integer("t_ns");
        long sentNanos = line.has("sent_ns") ? line.integer("sent_ns") : nanos;
        line.object("values").fields().forEach((id, value) -> series.get(Integer.parseInt((String) id))
                .add(sentNanos, nanos, value));
    }
}
