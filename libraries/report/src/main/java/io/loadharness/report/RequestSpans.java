// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.loadharness.inference.Timeline;
import io.loadharness.inference.Usage;
import io.loadharness.internal.Sha256;
import io.loadharness.metrics.LatencyPhase;
import io.loadharness.record.RecordReader;
import io.loadharness.record.SampleRecord;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.ToLongFunction;

/**
 * Writes the records of a run as spans of OpenTelemetry, in the JSON file format of OTLP: each line is an {@code
 * ExportTraceServiceRequest}. Each request has a trace with a span for the request and a span for each phase of its latency. Not
 * thread-safe.
 *
 * <pre>{@code
 * long requests = RequestSpans.export(new RunFolder(Path.of("run")), Path.of("spans.jsonl"));
 * }</pre>
 */
public final class RequestSpans {

    /** The size after which a line ends. Readers of OpenTelemetry reject lines of more than 1 MiB. */
    private static final int LINE_BYTES = 256 * 1024;

    private static final int KIND_INTERNAL = 1;
    private static final int KIND_CLIENT = 3;
    private static final int STATUS_ERROR = 2;
    private static final int TRACE_ID_BYTES = 16;
    private static final int SPAN_ID_BYTES = 8;

    /** The events of the span of a request. The other timestamps are the ends of its phases. */
    private static final Map<String, ToLongFunction<Timeline>> EVENTS = events();

    private final RunDescription run;
    private final Instant started;
    private final String operation;
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();
    private final MessageDigest digest;
    private long requests;

    private RequestSpans(RunDescription run, Instant started) {
        this.run = run;
        this.started = started;
        operation = operation(run.dialect());
        digest = Sha256.digest();
    }

    private static Map<String, ToLongFunction<Timeline>> events() {
        Map<String, ToLongFunction<Timeline>> events = new LinkedHashMap<>();
        events.put("issued", Timeline::issued);
        events.put("first_byte", Timeline::firstByte);
        events.put("first_token", Timeline::firstToken);
        events.put("first_content", Timeline::firstContent);
        events.put("last_token", Timeline::lastToken);
        events.put("first_reported", Timeline::firstReported);
        return events;
    }

    /** Returns the name of the operation in the conventions of OpenTelemetry; empty if they have none for it. */
    private static String operation(String dialect) {
        return dialect.endsWith("-chat") ? "chat" : dialect.isEmpty() ? "" : "text_completion";
    }

    /**
     * Writes the records of a run to a file.
     *
     * @return the number of requests
     * @throws ReportException if the folder has no records or no settings of the run
     */
    public static long export(RunFolder folder, Path file) throws IOException {
        try (RecordReader records = folder.openRecords()) {
            RequestSpans spans =
                    new RequestSpans(folder.readDescription(), records.header().started());
            AtomicFileWriter.write(file, out -> spans.write(records, out));
            return spans.requests;
        }
    }

    private void write(RecordReader records, OutputStream out) throws IOException {
        JsonFactory factory = new JsonFactory();
        SampleRecord next = records.next();
        while (next != null) {
            line.reset();
            try (JsonGenerator json = factory.createGenerator(line)) {
                beginLine(json);
                for (; next != null && line.size() < LINE_BYTES; next = records.next()) {
                    trace(json, next);
                    json.flush();
                }
            } // closes all open arrays and objects
            line.write('\n');
            line.writeTo(out);
        }
    }

    private void beginLine(JsonGenerator json) throws IOException {
        json.writeStartObject();
        json.writeArrayFieldStart("resourceSpans");
        json.writeStartObject();
        json.writeObjectFieldStart("resource");
        json.writeArrayFieldStart("attributes");
        attribute(json, "service.name", "loadharness");
        attribute(json, "service.version", run.version());
        attribute(json, "loadharness.run.title", run.title());
        attribute(json, "loadharness.run.dataset", run.dataset());
        json.writeEndArray();
        json.writeEndObject();
        json.writeArrayFieldStart("scopeSpans");
        json.writeStartObject();
        json.writeObjectFieldStart("scope");
        json.writeStringField("name", "io.loadharness");
        json.writeStringField("version", run.version());
        json.writeEndObject();
        json.writeArrayFieldStart("spans");
    }

    private void trace(JsonGenerator json, SampleRecord sample) throws IOException {
        Timeline times = sample.times();
        byte[] ids = ids(requests);
        requests++;
        String trace = HexFormat.of().formatHex(ids, 0, TRACE_ID_BYTES);
        String root = spanId(ids, 0);
        long end = end(times);
        begin(json, trace, root, name(sample), KIND_CLIENT, times.scheduled(), end);
        json.writeArrayFieldStart("attributes");
        attributes(json, sample);
        json.writeEndArray();
        json.writeArrayFieldStart("events");
        for (Map.Entry<String, ToLongFunction<Timeline>> each : EVENTS.entrySet()) {
            long time = each.getValue().applyAsLong(times);
            if (time != Timeline.UNKNOWN) {
                json.writeStartObject();
                json.writeStringField("timeUnixNano", unixNanos(time));
                json.writeStringField("name", each.getKey());
                json.writeEndObject();
            }
        }
        json.writeEndArray();
        if (sample.failure().isPresent()) {
            json.writeObjectFieldStart("status");
            json.writeStringField("message", sample.failure().get().message());
            json.writeNumberField("code", STATUS_ERROR);
            json.writeEndObject();
        }
        json.writeEndObject();
        phases(json, times, trace, root, ids);
    }

    /** Writes a span for each phase whose end is known. A phase starts at the end of the last one that is known. */
    private void phases(JsonGenerator json, Timeline times, String trace, String root, byte[] ids) throws IOException {
        long start = times.scheduled();
        int number = 0;
        for (LatencyPhase each : LatencyPhase.values()) {
            number++;
            long end = each.end(times);
            if (end != Timeline.UNKNOWN) {
                begin(json, trace, spanId(ids, number), each.id(), KIND_INTERNAL, start, Math.max(start, end));
                json.writeStringField("parentSpanId", root);
                json.writeEndObject();
                start = Math.max(start, end);
            }
        }
    }

    private void begin(JsonGenerator json, String trace, String id, String name, int kind, long start, long end)
            throws IOException {
        json.writeStartObject();
        json.writeStringField("traceId", trace);
        json.writeStringField("spanId", id);
        json.writeStringField("name", name);
        json.writeNumberField("kind", kind);
        json.writeStringField("startTimeUnixNano", unixNanos(start));
        json.writeStringField("endTimeUnixNano", unixNanos(end));
    }

    /** Returns the operation and the model or, for an engine, its name. */
    private String name(SampleRecord sample) {
        String target = run.model().isEmpty() ? sample.endpoint() : run.model();
        return ((operation.isEmpty() ? "request" : operation) + " " + target).strip();
    }

    private void attributes(JsonGenerator json, SampleRecord sample) throws IOException {
        attribute(json, "gen_ai.operation.name", operation);
        attribute(json, "gen_ai.request.model", run.model());
        if (sample.usage().prompt() != Usage.UNKNOWN) {
            attribute(json, "gen_ai.usage.input_tokens", sample.usage().prompt());
        }
        if (sample.tokens() > 0) {
            attribute(json, "gen_ai.usage.output_tokens", sample.tokens());
        }
        if (!sample.finishReason().isEmpty()) {
            json.writeStartObject();
            json.writeStringField("key", "gen_ai.response.finish_reasons");
            json.writeObjectFieldStart("value");
            json.writeObjectFieldStart("arrayValue");
            json.writeArrayFieldStart("values");
            json.writeStartObject();
            json.writeStringField("stringValue", sample.finishReason());
            json.writeEndObject();
            json.writeEndArray();
            json.writeEndObject();
            json.writeEndObject();
            json.writeEndObject();
        }
        server(json, sample.endpoint());
        if (sample.failure().isPresent()) {
            attribute(json, "error.type", sample.failure().get().kind().name());
        }
        attribute(json, "loadharness.request", requests - 1);
        attribute(json, "loadharness.sample", sample.sampleIndex());
        attribute(json, "loadharness.endpoint", sample.endpoint());
    }

    /** Writes the host and the port of an endpoint that is a URL. Engines have other names. */
    private static void server(JsonGenerator json, String endpoint) throws IOException {
        URI url;
        try {
            url = URI.create(endpoint);
        } catch (IllegalArgumentException e) {
            return;
        }
        if (url.getHost() != null) {
            attribute(json, "server.address", url.getHost());
            if (url.getPort() >= 0) {
                attribute(json, "server.port", url.getPort());
            }
        }
    }

    private static void attribute(JsonGenerator json, String key, String value) throws IOException {
        if (!value.isEmpty()) {
            json.writeStartObject();
            json.writeStringField("key", key);
            json.writeObjectFieldStart("value");
            json.writeStringField("stringValue", value);
            json.writeEndObject();
            json.writeEndObject();
        }
    }

    private static void attribute(JsonGenerator json, String key, long value) throws IOException {
        json.writeStartObject();
        json.writeStringField("key", key);
        json.writeObjectFieldStart("value");
        json.writeStringField("intValue", Long.toString(value));
        json.writeEndObject();
        json.writeEndObject();
    }

    /** Returns the last timestamp of a request. */
    private static long end(Timeline times) {
        return Arrays.stream(LatencyPhase.values())
                .mapToLong(each -> each.end(times))
                .filter(each -> each != Timeline.UNKNOWN)
                .reduce(times.scheduled(), Math::max);
    }

    /** Returns the nanoseconds since 1970, as text, because JSON numbers of 64 bits are strings in protobuf. */
    private String unixNanos(long sinceStart) {
        Instant time = started.plusNanos(sinceStart);
        return Long.toString(time.getEpochSecond() * 1_000_000_000 + time.getNano());
    }

    /** Returns the bytes of the ids of a request: the same for each export of the same run. */
    private byte[] ids(long request) {
        return digest.digest(ByteBuffer.allocate(3 * Long.BYTES)
                .putLong(started.getEpochSecond())
                .putLong(started.getNano())
                .putLong(request)
                .array());
    }

    /** Returns the id of a span of a trace. Ids of spans must be unique only in their trace. */
    private static String spanId(byte[] ids, int number) {
        byte[] id = Arrays.copyOfRange(ids, TRACE_ID_BYTES, TRACE_ID_BYTES + SPAN_ID_BYTES);
        id[SPAN_ID_BYTES - 1] = (byte) (number + 1); // never zero
        return HexFormat.of().formatHex(id);
    }
}
