// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import io.loadharness.inference.Timeline;
import io.loadharness.record.RecordReader;
import io.loadharness.record.SampleRecord;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.common.v1.AnyValue;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.trace.v1.Span;
import io.opentelemetry.proto.trace.v1.Status;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reads the exported spans with the classes of OpenTelemetry's protocol. */
class RequestSpansTest {

    private static final Path FIXTURE = Path.of("src/test/resources/io/loadharness/report/run");

    @TempDir
    Path folder;

    private Path file;

    @BeforeEach
    void exportTheRun() throws IOException {
        file = folder.resolve("spans.jsonl");
        assertThat(RequestSpans.export(new RunFolder(FIXTURE), file)).isEqualTo(150);
    }

    private List<Span> spans() throws IOException {
        List<Span> spans = new ArrayList<>();
        for (String line : Files.readAllLines(file)) {
            assertThat(line.length()).isLessThan(1 << 20);
            ExportTraceServiceRequest request = (ExportTraceServiceRequest)
                    message(ExportTraceServiceRequest.newBuilder(), new ObjectMapper().readTree(line));
            request.getResourceSpansList().forEach(resource -> {
                assertThat(values(resource.getResource().getAttributesList()))
                        .containsEntry("service.name", "loadharness");
                resource.getScopeSpansList().forEach(scope -> spans.addAll(scope.getSpansList()));
            });
        }
        return spans;
    }

    /** Converts JSON as the rules of OTLP demand: ids in hexadecimal, numbers of 64 bits as strings, enumerations as numbers. */
    private static Message message(Message.Builder builder, JsonNode json) {
        for (Map.Entry<String, JsonNode> each : json.properties()) {
            FieldDescriptor field = builder.getDescriptorForType().getFields().stream()
                    .filter(known -> known.getJsonName().equals(each.getKey()))
                    .findFirst()
                    .orElseThrow(() -> new AssertionError("unknown field " + each.getKey()));
            assertThat(each.getValue().isArray()).as(field.getFullName()).isEqualTo(field.isRepeated());
            if (field.isRepeated()) {
                each.getValue().forEach(element -> builder.addRepeatedField(field, value(builder, field, element)));
            } else {
                builder.setField(field, value(builder, field, each.getValue()));
            }
        }
        return builder.build();
    }

    private static Object value(Message.Builder builder, FieldDescriptor field, JsonNode json) {
        return switch (field.getJavaType()) {
            case MESSAGE -> message(builder.newBuilderForField(field), json);
            case LONG -> {
                assertThat(json.isTextual()).as(field.getFullName()).isTrue();
                yield Long.parseLong(json.asText());
            }
            case ENUM -> {
                assertThat(json.isInt()).as(field.getFullName()).isTrue();
                yield field.getEnumType().findValueByNumber(json.asInt());
            }
            case BYTE_STRING -> ByteString.copyFrom(HexFormat.of().parseHex(json.asText()));
            case STRING -> {
                assertThat(json.isTextual()).as(field.getFullName()).isTrue();
                yield json.asText();
            }
            default -> throw new AssertionError("no value of " + field.getFullName() + " is expected");
        };
    }

    private static Map<String, Object> values(List<KeyValue> attributes) {
        return attributes.stream().collect(Collectors.toMap(KeyValue::getKey, each -> {
            AnyValue value = each.getValue();
            return value.hasIntValue()
                    ? (Object) value.getIntValue()
                    : value.hasArrayValue()
                            ? value.getArrayValue().getValues(0).getStringValue()
                            : value.getStringValue();
        }));
    }

    private static List<SampleRecord> records(RunFolder run) throws IOException {
        List<SampleRecord> records = new ArrayList<>();
        try (RecordReader reader = run.openRecords()) {
            for (SampleRecord each = reader.next(); each != null; each = reader.next()) {
                records.add(each);
            }
        }
        return records;
    }

    private static Instant instant(long unixNanos) {
        return Instant.ofEpochSecond(unixNanos / 1_000_000_000, unixNanos % 1_000_000_000);
    }

    @Test
    void eachRequestIsATraceWithItsTimesAndTokens() throws IOException {
        List<SampleRecord> records = records(new RunFolder(FIXTURE));
        Instant started;
        try (RecordReader reader = new RunFolder(FIXTURE).openRecords()) {
            started = reader.header().started();
        }
        List<Span> roots = spans().stream()
                .filter(each -> each.getParentSpanId().isEmpty())
                .toList();

        assertThat(roots).hasSize(150);
        assertThat(roots.stream().map(Span::getTraceId).distinct()).hasSize(150);
        for (int i = 0; i < roots.size(); i++) {
            Span span = roots.get(i);
            SampleRecord record = records.get(i);
            assertThat(span.getTraceId().size()).isEqualTo(16);
            assertThat(span.getSpanId().size()).isEqualTo(8);
            assertThat(span.getKind()).isEqualTo(Span.SpanKind.SPAN_KIND_CLIENT);
            assertThat(span.getName()).isEqualTo("chat tiny");
            assertThat(instant(span.getStartTimeUnixNano()))
                    .isEqualTo(started.plusNanos(record.times().scheduled()));
            assertThat(values(span.getAttributesList()))
                    .containsEntry("loadharness.request", (long) i)
                    .containsEntry("loadharness.sample", (long) record.sampleIndex())
                    .containsEntry("gen_ai.request.model", "tiny")
                    .containsEntry("gen_ai.operation.name", "chat");
            if (record.isOk()) {
                assertThat(span.getStatus().getCode()).isEqualTo(Status.StatusCode.STATUS_CODE_UNSET);
                assertThat(instant(span.getEndTimeUnixNano()))
                        .isEqualTo(started.plusNanos(record.times().reported()));
                assertThat(values(span.getAttributesList()))
                        .containsEntry("gen_ai.usage.output_tokens", (long) record.tokens())
                        .containsEntry("server.port", 8000L)
                        .containsKey("server.address");
                assertThat(span.getEventsList())
                        .filteredOn(each -> each.getName().equals("first_token"))
                        .singleElement()
                        .satisfies(each -> assertThat(instant(each.getTimeUnixNano()))
                                .isEqualTo(started.plusNanos(record.times().firstToken())));
            }
        }
    }

    @Test
    void failedRequestsHaveTheStatusError() throws IOException {
        List<Span> failed = spans().stream().filter(Span::hasStatus).toList();

        assertThat(failed).hasSize(4).allSatisfy(each -> {
            assertThat(each.getStatus().getCode()).isEqualTo(Status.StatusCode.STATUS_CODE_ERROR);
            assertThat(each.getStatus().getMessage()).isNotEmpty();
            assertThat(values(each.getAttributesList())).containsKey("error.type");
        });
        assertThat(failed).anySatisfy(each -> assertThat(values(each.getAttributesList()))
                .containsEntry("error.type", "CONNECTION_ERROR")
                .doesNotContainKey("server.address"));
    }

    /** Without a timestamp between two phases, the time belongs to the later span, whose end is known. */
    @Test
    void phasesFillTheSpanOfTheirRequest() throws IOException {
        List<SampleRecord> records = records(new RunFolder(FIXTURE));
        Map<ByteString, List<Span>> traces = spans().stream().collect(Collectors.groupingBy(Span::getTraceId));

        traces.values().forEach(trace -> {
            Span root = trace.get(0);
            Object number = values(root.getAttributesList()).get("loadharness.request");
            SampleRecord record = records.get(((Number) Objects.requireNonNull(number)).intValue());
            List<Span> phases = trace.subList(1, trace.size());
            Timeline times = record.times();
            List<String> known = Stream.of(
                            Map.entry("queue", times.dequeued()),
                            Map.entry("send", times.sent()),
                            Map.entry("first_token", times.firstToken()),
                            Map.entry("decode", times.done()),
                            Map.entry("report", times.reported()))
                    .filter(each -> each.getValue() != Timeline.UNKNOWN)
                    .map(Map.Entry::getKey)
                    .toList();
            assertThat(phases).extracting(Span::getName).containsExactlyElementsOf(known);
            assertThat(new HashSet<>(trace.stream().map(Span::getSpanId).toList()))
                    .hasSize(trace.size());
            long at = root.getStartTimeUnixNano();
            for (Span each : phases) {
                assertThat(each.getParentSpanId()).isEqualTo(root.getSpanId());
                assertThat(each.getKind()).isEqualTo(Span.SpanKind.SPAN_KIND_INTERNAL);
                assertThat(each.getStartTimeUnixNano()).isEqualTo(at);
                assertThat(each.getEndTimeUnixNano()).isGreaterThanOrEqualTo(at);
                at = each.getEndTimeUnixNano();
            }
            assertThat(root.getEndTimeUnixNano()).isEqualTo(at);
        });
    }

    @Test
    void eachExportHasTheSameIds() throws IOException {
        Path again = folder.resolve("again.jsonl");
        RequestSpans.export(new RunFolder(FIXTURE), again);

        assertThat(again).hasSameTextualContentAs(file);
        Path other = folder.resolve("other");
        new RecordedRun(other).of(5, 0);
        RequestSpans.export(new RunFolder(other), again);
        List<ByteString> ids = spans().stream().map(Span::getTraceId).toList();
        file = again;
        assertThat(spans()).extracting(Span::getTraceId).isNotEmpty().doesNotContainAnyElementsOf(ids);
    }

    @Test
    void aFolderWithoutARunIsNamed() {
        assertThatThrownBy(() -> RequestSpans.export(new RunFolder(folder), file))
                .isInstanceOf(ReportException.class)
                .hasMessageContaining(folder + " is not the folder of a run");
    }
}
