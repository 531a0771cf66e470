// SPDX-License-Identifier: Apache-2.0
package io.loadharness.servermetrics;

import io.loadharness.servermetrics.SampleLine.Label;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Parses the response of a metrics endpoint in the Prometheus text format 0.0.4 or in OpenMetrics 1.0. Every line must be valid, including
 * lines that are not kept, because one invalid line may mean that other lines are wrong too. The Java libraries for these formats
 * (Prometheus client, Micrometer) can write them but not read them. Not thread-safe; can be used only once.
 */
final class MetricsPage {

    /** The metric types of both formats. */
    private enum Type {
        COUNTER,
        GAUGE,
        HISTOGRAM,
        SUMMARY,
        UNTYPED,
        UNKNOWN,
        INFO,
        STATESET,
        GAUGEHISTOGRAM
    }

    private static final String BUCKET = "_bucket";
    private static final List<String> PARTS =
            List.of(BUCKET, MetricNames.SUM, MetricNames.COUNT, MetricNames.TOTAL, "_created", "_info");
    private static final String END = "# EOF";
    private static final int MAX_SHOWN = 60;

    private final Predicate<String> wanted;
    private final Map<String, Type> types = new HashMap<>();
    private final Set<Object> seen = new HashSet<>();
    private final List<Reading> readings = new ArrayList<>();
    private final Map<List<Object>, Buckets> histograms = new LinkedHashMap<>();

    private MetricsPage(Predicate<String> wanted) {
        this.wanted = wanted;
    }

    /**
     * Parses a response and returns the readings to keep.
     *
     * @param openMetrics true if the content type is OpenMetrics; then the last line must be {@code # EOF}
     * @param wanted the filter for metric names; it receives the names of histograms and summaries without suffixes such as {@code _bucket}
     * @throws ScrapeException if the response is invalid or incomplete; the message gives the reason
     */
    static List<Reading> read(byte[] page, boolean openMetrics, Predicate<String> wanted) throws ScrapeException {
        String text;
        try {
            text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(page))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new ScrapeException("the metrics response is not in UTF-8", e);
        }
        return new MetricsPage(wanted).read(text, openMetrics);
    }

    private List<Reading> read(String text, boolean openMetrics) throws ScrapeException {
        boolean ended = false;
        int number = 0;
        for (int from = 0; from < text.length(); ) {
            number++;
            int end = text.indexOf('\n', from);
            if (end < 0 && !(openMetrics && text.startsWith(END, from))) {
                throw new ScrapeException("the metrics response ends in the middle of line " + number);
            }
            String line = line(text, from, end < 0 ? text.length() : end);
            from = end < 0 ? text.length() : end + 1;
            try {
                if (ended) {
                    throw new ScrapeException("the metrics response has lines after its end");
                }
                ended = openMetrics && line.equals(END);
                parse(line);
            } catch (ScrapeException e) {
                throw new ScrapeException("line " + number + ", " + shown(line) + ": " + e.getMessage(), e);
            }
        }
        if (openMetrics && !ended) {
            throw new ScrapeException("the metrics response is truncated: it has no line " + END);
        }
        for (Buckets each : histograms.values()) {
            readings.add(each.reading());
        }
        return readings;
    }

    private static String line(String text, int from, int end) {
        return text.substring(from, end > from && text.charAt(end - 1) == '\r' ? end - 1 : end);
    }

    private static String shown(String line) {
        String plain = line.replaceAll("\\p{Cntrl}", " ");
        return "'" + (plain.length() > MAX_SHOWN ? plain.substring(0, MAX_SHOWN) + "…" : plain) + "'";
    }

    private void parse(String line) throws ScrapeException {
        if (line.startsWith("# TYPE ")) {
            type(line.split(" +", -1));
        } else if (!line.isBlank() && !line.startsWith("#")) {
            sample(SampleLine.parse(line));
        }
    }

    private void type(String[] words) throws ScrapeException {
        if (words.length != 4) {
            throw new ScrapeException("a type line must have a name and a type");
        }
        Type type;
        try {
            type = Type.valueOf(words[3].toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException e) {
            throw new ScrapeException("unknown type '" + words[3] + "'", e);
        }
        if (types.put(words[2], type) != null) {
            throw new ScrapeException("duplicate type line");
        }
    }

    private void sample(SampleLine sample) throws ScrapeException {
        String family = family(sample.name());
        Type type = types.getOrDefault(family, Type.UNTYPED);
        String part = sample.name().substring(family.length());
        switch (type) {
            case COUNTER, GAUGE, UNTYPED, UNKNOWN -> {
                if (wanted.test(sample.name()) && !part.equals("_created")) {
                    single(sample, type);
                }
            }
            case HISTOGRAM, SUMMARY -> {
                if (wanted.test(family)) {
                    part(sample, family, part, type);
                }
            }
            default -> {
                // infos, state sets and gauge histograms are not kept
            }
        }
    }

    /** Returns the metric name in the type line that applies to a sample. If no type line applies, returns the name of the sample. */
    private String family(String name) {
        if (!types.containsKey(name)) {
            for (String part : PARTS) {
                String before = name.endsWith(part) ? name.substring(0, name.length() - part.length()) : name;
                if (types.containsKey(before)) {
                    return before;
                }
            }
        }
        return name;
    }

    private void single(SampleLine sample, Type type) throws ScrapeException {
        boolean isCounter =
                type == Type.COUNTER || (type != Type.GAUGE && sample.name().endsWith(MetricNames.TOTAL));
        Map<String, String> labels = labels(sample.labels());
        requireFirst(List.of(sample.name(), labels));
        readings.add(
                Reading.of(sample.name(), labels, isCounter ? SeriesKind.COUNTER : SeriesKind.GAUGE, sample.value()));
    }

    private void part(SampleLine sample, String family, String part, Type type) throws ScrapeException {
        Map<String, String> labels = labels(sample.labels());
        requireFirst(List.of(sample.name(), labels));
        if (part.equals("_created")) {
            return;
        }
        boolean ofHistogram = type == Type.HISTOGRAM;
        String bound = labels.remove(ofHistogram ? "le" : "quantile");
        Buckets buckets =
                histograms.computeIfAbsent(List.of(family, labels), key -> new Buckets(family, labels, ofHistogram));
        if (part.equals(MetricNames.SUM)) {
            buckets.sum(sample.value());
        } else if (part.equals(MetricNames.COUNT)) {
            buckets.count(sample.value());
        } else if (part.equals(BUCKET) && ofHistogram && bound != null) {
            buckets.bucket(SampleLine.number(bound), sample.value());
        } else if (ofHistogram || !part.isEmpty() || bound == null) {
            throw new ScrapeException("a line of the " + type.name().toLowerCase(Locale.ROOT) + " " + family
                    + " must be " + (ofHistogram ? "a bucket with the label le" : "a value with the label quantile")
                    + ", the sum or the count");
        }
    }

    private static Map<String, String> labels(List<Label> given) throws ScrapeException {
        Map<String, String> labels = new LinkedHashMap<>();
        for (Label each : given) {
            if (labels.put(each.name(), each.value()) != null) {
                throw new ScrapeException("duplicate label " + each.name());
            }
        }
        return labels;
    }

    private void requireFirst(Object key) throws ScrapeException {
        if (!seen.add(key)) {
            throw new ScrapeException("duplicate sample");
        }
    }
}
