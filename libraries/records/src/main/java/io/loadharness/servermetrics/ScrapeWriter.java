// SPDX-License-Identifier: Apache-2.0
package io.loadharness.servermetrics;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.loadharness.record.RunClock;
import java.io.ByteArrayOutputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/**
 * Writes scrapes as JSON lines. When a method returns, the line that it wrote is in the file. Each series is defined once, before its first
 * value. Thread-safe. The owner closes the writer.
 */
final class ScrapeWriter implements AutoCloseable {

    static final String FORMAT = "loadharness-server-metrics";
    static final int CURRENT = 1;

    private static final JsonFactory JSON = new JsonFactory();
    private static final double MAX_EXACT_INTEGER = 1L << 53;

    /** The identity of a series. */
    private record Key(int source, String name, Map<String, String> labels, SeriesKind kind, List<Double> bounds) {}

    /** Writes the fields of the JSON object in a line. */
    @FunctionalInterface
    private interface Fields {
        void write(JsonGenerator out) throws IOException;
    }

    private final FileOutputStream file;
    private final long origin;
    private final Map<Key, Integer> series = new HashMap<>();
    private final ByteArrayOutputStream lines = new ByteArrayOutputStream();
    private int sources;
    private long scrapes;

    /**
     * Creates a file, or overwrites an existing one.
     *
     * @param clock the clock of the records
     */
    ScrapeWriter(Path path, RunClock clock, Duration interval, MetricNames names) throws IOException {
        file = new FileOutputStream(path.toFile());
        origin = clock.originNanos();
        try {
            line(out -> header(out, clock.started(), interval, names));
            put();
        } catch (IOException | RuntimeException | Error e) {
            file.close();
            throw e;
        }
    }

    private static void header(JsonGenerator out, Instant started, Duration interval, MetricNames names)
            throws IOException {
        out.writeStringField("format", FORMAT);
        out.writeNumberField("version", CURRENT);
        out.writeStringField("started", started.toString());
        out.writeFieldName("interval_s");
        number(out, interval.toNanos() / 1e9);
        out.writeObjectFieldStart("names");
        for (ServerMetric metric : ServerMetric.values()) {
            texts(out, metric.id(), names.of(metric));
        }
        out.writeEndObject();
        texts(out, "additional", names.additional());
    }

    private static void texts(JsonGenerator out, String field, List<String> texts) throws IOException {
        out.writeArrayFieldStart(field);
        for (String each : texts) {
            out.writeString(each);
        }
        out.writeEndArray();
    }

    /** Defines a source and returns its number. */
    synchronized int source(String name, String endpoint) throws IOException {
        line(out -> {
            out.writeNumberField("source", sources);
            out.writeStringField("name", name);
            out.writeStringField("endpoint", endpoint);
        });
        put();
        return sources++;
    }

    /** Writes the readings of one scrape. */
    synchronized void scraped(int source, Probe.Result result) throws IOException {
        for (Reading each : result.readings()) {
            Key key = key(source, each);
            if (series.putIfAbsent(key, series.size()) == null) {
                line(out -> define(out, key));
            }
        }
        line(out -> {
            startScrape(out, source, result.nanos());
            if (result.sentNanos() != result.nanos()) {
                out.writeNumberField("sent_ns", result.sentNanos() - origin);
            }
            out.writeObjectFieldStart("values");
            for (Reading each : result.readings()) {
                out.writeFieldName(String.valueOf(series.get(key(source, each))));
                value(out, each);
            }
            out.writeEndObject();
        });
        scrapes++;
        put();
    }

    /** Writes a failed scrape. */
    synchronized void failed(int source, long nanoTime, String sentence) throws IOException {
        line(out -> {
            startScrape(out, source, nanoTime);
            out.writeStringField("failure", sentence);
        });
        scrapes++;
        put();
    }

    private void startScrape(JsonGenerator out, int source, long nanoTime) throws IOException {
        out.writeNumberField("t_ns", nanoTime - origin);
        out.writeNumberField("source", source);
    }

    /** Writes the window that LoadGen measured. */
    synchronized void window(Window window) throws IOException {
        line(out -> {
            out.writeArrayFieldStart("window_ns");
            out.writeNumber(window.startNanos());
            out.writeNumber(window.endNanos());
            out.writeEndArray();
        });
        put();
    }

    /** Writes the end line. */
    synchronized void end() throws IOException {
        line(out -> out.writeNumberField("scrapes", scrapes));
        put();
    }

    private static Key key(int source, Reading reading) {
        return new Key(source, reading.name(), reading.labels(), reading.kind(), reading.bounds());
    }

    private void define(JsonGenerator out, Key key) throws IOException {
        out.writeNumberField("series", Objects.requireNonNull(series.get(key)));
        out.writeNumberField("source", key.source);
        out.writeStringField("name", key.name);
        out.writeObjectFieldStart("labels");
        for (Map.Entry<String, String> label : key.labels.entrySet()) {
            out.writeStringField(label.getKey(), label.getValue());
        }
        out.writeEndObject();
        out.writeStringField("kind", key.kind.name().toLowerCase(Locale.ROOT));
        if (key.kind == SeriesKind.HISTOGRAM) {
            out.writeArrayFieldStart("bounds");
            for (double bound : key.bounds) {
                number(out, bound);
            }
            out.writeEndArray();
        }
    }

    private static void value(JsonGenerator out, Reading reading) throws IOException {
        if (reading.kind() != SeriesKind.HISTOGRAM) {
            number(out, reading.value());
            return;
        }
        out.writeStartArray();
        number(out, reading.sum());
        for (double bucket : reading.buckets()) {
            number(out, bucket);
        }
        out.writeEndArray();
    }

    /** Writes a number; null for NaN and infinity, which JSON does not support. */
    private static void number(JsonGenerator out, double value) throws IOException {
        if (!Double.isFinite(value)) {
            out.writeNull();
        } else if (value == Math.rint(value) && Math.abs(value) < MAX_EXACT_INTEGER) {
            out.writeNumber((long) value);
        } else {
            out.writeNumber(value);
        }
    }

    private void line(Fields fields) throws IOException {
        try (JsonGenerator out = JSON.createGenerator(lines)) {
            out.writeStartObject();
            fields.write(out);
            out.writeEndObject();
        }
        lines.write('\n');
    }

    private void put() throws IOException {
        try {
            lines.writeTo(file);
        } finally {
            lines.reset();
        }
    }

    @Override
    public synchronized void close() throws IOException {
        file.close();
    }
}
