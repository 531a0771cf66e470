// SPDX-License-Identifier: Apache-2.0
package io.loadharness.accuracy;

import io.loadharness.inference.Tensor;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** Writes logs in the format of LoadGen. */
final class Logs {

    private final List<String> entries = new ArrayList<>();

    Logs text(int sample, String text) {
        return bytes(sample, text.getBytes(StandardCharsets.UTF_8));
    }

    Logs numbers(int sample, Tensor.Type type, double... numbers) {
        ByteBuffer data = ByteBuffer.allocate(numbers.length * type.bytes()).order(ByteOrder.LITTLE_ENDIAN);
        for (double each : numbers) {
            switch (type) {
                case INT32 -> data.putInt((int) each);
                case INT64 -> data.putLong((long) each);
                default -> data.putFloat((float) each);
            }
        }
        return bytes(sample, data.array());
    }

    Logs classes(int... best) {
        for (int i = 0; i < best.length; i++) {
            numbers(i, Tensor.Type.FLOAT32, best[i]);
        }
        return this;
    }

    Logs bytes(int sample, byte... data) {
        entries.add("{ \"seq_id\" : " + entries.size() + ", \"qsl_idx\" : " + sample + ", \"data\" : \""
                + HexFormat.of().withUpperCase().formatHex(data) + "\" }");
        return this;
    }

    String json() {
        return "[\n" + String.join(",\n", entries) + "\n]\n";
    }

    Path write(Path folder) throws IOException {
        Files.writeString(folder.resolve(AccuracyLog.FILE_NAME), json());
        return folder;
    }

    /** Writes the part of LoadGen's detail log that has the number of samples. */
    static void writeDetail(Path folder, String mode, int samples) throws IOException {
        Files.writeString(
                folder.resolve("mlperf_log_detail.txt"),
                line("qsl_reported_total_count", String.valueOf(samples))
                        + line("effective_test_mode", '"' + mode + '"')
                        + line("effective_accuracy_sample_count", String.valueOf(samples)));
    }

    private static String line(String key, String value) {
        return ":::MLLOG {\"key\": \"" + key + "\", \"value\": " + value + ", \"time_ms\": 0.1, \"namespace\":"
                + " \"mlperf::logging\", \"event_type\": \"POINT_IN_TIME\", \"metadata\": {\"is_error\": false}}\n";
    }
}
