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
 * Writes what sources say, a line of JSON for each time, which is in the file when the method returns. What tells one series from
 * another stands there once, before its first number. For any thread; its owner closes it.
 */
final class ScrapeWriter implements AutoCloseable {

    static final String FORMAT = "loadharness-server-metrics";
    static final int CURRENT = 1;

    private static final JsonFactory JSON = new JsonFactory();
    private static final double MOST_EXACT = 1L << 53;

    /** What tells one series from another. */
    private record Key(int source, String name, Map<String, String> labels, SeriesKind kind, List<Double> bounds) {}

    /** What is put between the braces of a line. */
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
     * Begins a file, or writes over one.
     *
     * @param clock that of the records, whose header begins with the same moment
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
        texts(out, "further", names.further());
    }

    private static void texts(JsonGenerator out, String field, List<String> texts) throws IOException {
        out.writeArrayFieldStart(field);
        for (String each : texts) {
            out.writeString(each);
        }
        out.writeEndArray();
    }

    /** Makes a source known; returns its number. */
    synchronized int source(String name, String endpoint) throws IOException {
        line(out -> {
            out.writeNumberField("source", sources);
            out.writeStringField("name", name);
            out.writeStringField("endpoint", endpoint);
        });
        put();
        return sources++;
    }

    /**
     * Takes what a source said.
     *
     * @param nanoTime when, in {@link System#nanoTime}
     */
    synchronized void scraped(int source, long nanoTime, List<Reading> said) throws IOException {
        for (Reading each : said) {
            Key key = key(source, each);
            if (series.putIfAbsent(key, series.size()) == null) {
                line(out -> define(out, key));
            }
        }
        line(out -> {
            begin(out, source, nanoTime);
            out.writeObjectFieldStart("values");
            for (Reading each : said) {
                out.writeFieldName(String.valueOf(series.get(key(source, each))));
                value(out, each);
            }
            out.writeEndObject();
        });
        scrapes++;
        put();
    }

    /** Takes that a source could not be asked, or said what nobody understands. */
    synchronized void failed(int source, long nanoTime, String sentence) throws IOException {
        line(out -> {
            begin(out, source, nanoTime);
            out.writeStringField("failure", sentence);
        });
        scrapes++;
        put();
    }

    private void begin(JsonGenerator out, int source, long nanoTime) throws IOException {
        out.writeNumberField("t_ns", nanoTime - origin);
        out.writeNumberField("source", source);
    }

    /** Takes what LoadGen measured. */
    synchronized void window(Window window) throws IOException {
        line(out -> {
            out.writeArrayFieldStart("window_ns");
            out.writeNumber(window.beginNanos());
            out.writeNumber(window.endNanos());
            out.writeEndArray();
        });
        put();
    }

    /** Writes that this is all. */
    synchronized void end() throws IOException {
        line(out -> out.writeNumberField("scrapes", scrapes));
        put();
    }

    private static Key key(int source, Reading said) {
        return new Key(source, said.name(), said.labels(), said.kind(), said.bounds());
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

    private static void value(JsonGenerator out, Reading said) throws IOException {
        if (said.kind() != SeriesKind.HISTOGRAM) {
            number(out, said.value());
            return;
        }
        out.writeStartArray();
        number(out, said.sum());
        for (double bucket : said.buckets()) {
            number(out, bucket);
        }
        out.writeEndArray();
    }

    /** JSON has no word for what is no number, or infinite. */
    private static void number(JsonGenerator out, double value) throws IOException {
        if (!Double.isFinite(value)) {
            out.writeNull();
        } else if (value == Math.rint(value) && Math.abs(value) < MOST_EXACT) {
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
