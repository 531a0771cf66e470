// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report;

import com.fasterxml.jackson.core.JsonGenerator;
import io.loadharness.Failure;
import io.loadharness.inference.Timeline;
import io.loadharness.inference.Usage;
import io.loadharness.record.RecordReader;
import io.loadharness.record.SampleRecord;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.List;

/**
 * The file of inference-perf with an entry for each request, in the order in which the requests ended. Times are in seconds since the start
 * of the recording. The fields for prompts and completions are null, because the records do not contain them.
 */
final class InferencePerfRequests {

    private static final double NANOS = 1e9;

    private InferencePerfRequests() {}

    static void write(RunReport report, OutputStream out) throws IOException {
        write(List.of(report), out);
    }

    /** Writes the requests of all stages of a run. Times count from the start of the first recording. */
    static void write(List<RunReport> stages, OutputStream out) throws IOException {
        try (JsonGenerator json = RunJson.MAPPER
                .createGenerator(out)
                .disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET)
                .useDefaultPrettyPrinter()) {
            json.writeStartArray();
            for (RunReport stage : stages) {
                long delay = Duration.between(stages.get(0).recorded(), stage.recorded())
                        .toNanos();
                try (RecordReader records = stage.folder().openRecords()) {
                    for (SampleRecord each = records.next(); each != null; each = records.next()) {
                        entry(json, each.delayedBy(delay));
                    }
                }
            }
            json.writeEndArray();
        }
    }

    private static void entry(JsonGenerator json, SampleRecord sample) throws IOException {
        Timeline times = sample.times();
        json.writeStartObject();
        json.writeNumberField("start_time", seconds(known(times.sent(), times.scheduled())));
        json.writeNumberField("end_time", seconds(known(times.done(), times.reported())));
        json.writeNullField("request");
        json.writeNullField("response");
        json.writeObjectFieldStart("info");
        int prompt = sample.usage().prompt();
        json.writeObjectFieldStart("request_metrics");
        json.writeObjectFieldStart("text");
        count(json, "input_tokens", prompt);
        json.writeEndObject();
        json.writeEndObject();
        if (sample.isOk()) {
            response(json, sample);
        } else {
            json.writeNullField("response_metrics");
        }
        json.writeObjectFieldStart("extra_info");
        json.writeEndObject();
        json.writeNullField("lora_adapter");
        json.writeObjectFieldStart("labels");
        json.writeEndObject();
        count(json, "input_tokens", prompt);
        json.writeEndObject();
        if (sample.isOk()) {
            json.writeNullField("error");
        } else {
            error(json, sample.failure().orElseThrow());
        }
        json.writeEndObject();
    }

    private static void response(JsonGenerator json, SampleRecord sample) throws IOException {
        json.writeObjectFieldStart("response_metrics");
        json.writeNumberField("output_tokens", sample.tokens());
        json.writeNullField("server_usage");
        json.writeArrayFieldStart("response_chunks");
        json.writeEndArray();
        chunkTimes(json, "chunk_times", sample);
        chunkTimes(json, "output_token_times", sample);
        json.writeEndObject();
    }

    /** Writes one time for each chunk with tokens. The times of the individual tokens in a chunk are unknown. */
    private static void chunkTimes(JsonGenerator json, String name, SampleRecord sample) throws IOException {
        json.writeArrayFieldStart(name);
        long time = sample.times().firstToken();
        if (time != Timeline.UNKNOWN) {
            json.writeNumber(seconds(time));
            for (long gap : sample.gaps()) {
                time += gap;
                json.writeNumber(seconds(time));
            }
        }
        json.writeEndArray();
    }

    private static void error(JsonGenerator json, Failure failure) throws IOException {
        json.writeObjectFieldStart("error");
        json.writeStringField("error_type", failure.kind().name());
        json.writeStringField("error_msg", failure.message());
        json.writeEndObject();
    }

    private static void count(JsonGenerator json, String name, int count) throws IOException {
        if (count == Usage.UNKNOWN) {
            json.writeNullField(name);
        } else {
            json.writeNumberField(name, count);
        }
    }

    private static long known(long time, long otherwise) {
        return time == Timeline.UNKNOWN ? otherwise : time;
    }

    private static double seconds(long nanos) {
        return nanos / NANOS;
    }
}
