// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.loadharness.cli.ExitCode;
import io.loadharness.cli.LenientClient;
import io.loadharness.cli.Session;
import io.loadharness.llama.TinyModel;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Runs of engines in a worker process. Their reports have the same content as those of runs in this process. */
@Timeout(300)
class IsolatedRunTest {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Path LOGARITHM =
            Path.of("../../plugins/onnx/src/test/resources/io/loadharness/onnx/logarithm.onnx");

    @TempDir
    Path folder;

    private JsonNode run(String name, String... options) throws IOException {
        List<String> arguments = new ArrayList<>(List.of("run", "--output-dir", folder + "/" + name, "--seed", "7"));
        arguments.addAll(LenientClient.OPTIONS);
        arguments.addAll(Arrays.asList(options));
        Session session = Session.of(arguments.toArray(String[]::new));
        assertThat(session.exitCode()).as(session.err() + session.out()).isEqualTo(ExitCode.OK);
        return JSON.readTree(folder.resolve(name).resolve("result.json").toFile());
    }

    private static String[] with(String option, String... options) {
        String[] all = Arrays.copyOf(options, options.length + 1);
        all[options.length] = option;
        return all;
    }

    private static void requireEqual(JsonNode isolated, JsonNode inProcess) {
        assertThat(isolated.at("/verdict").asText()).isEqualTo("VALID");
        assertThat(isolated.at("/counts")).isEqualTo(inProcess.at("/counts"));
        assertThat(isolated.at("/metrics").fieldNames())
                .toIterable()
                .containsAll(inProcess.at("/metrics")::fieldNames); // and the time to the first byte
        assertThat(isolated.at("/outcome/warnings")).isEqualTo(inProcess.at("/outcome/warnings"));
        assertThat(statistics(isolated)).isEqualTo(statistics(inProcess));
        assertThat(description(isolated)).isEqualTo(description(inProcess)).contains("loaded in");
    }

    /** Returns the statistics of the engine without its memory, which is different in another process. */
    private static JsonNode statistics(JsonNode result) {
        JsonNode all = result.at("/outcome/engines/0/statistics").deepCopy();
        return all instanceof ObjectNode counts ? counts.without("bytes of Java heap per sample") : all;
    }

    /** Returns the description of the engine without its times. */
    private static String description(JsonNode result) {
        for (JsonNode each : result.at("/run/settings")) {
            if (each.at("/source").asText().equals("engine")) {
                return each.at("/value").asText().replaceAll("[\\d.]+ (s|ms|µs)", "TIME");
            }
        }
        return "";
    }

    @Test
    void onnxRunsAreReportedAsInThisProcess() throws IOException {
        Path data = folder.resolve("numbers.npy");
        Files.write(data, npy(1.5f, 2.5f, -1.5f, 2.5f, 0, 2.5f));
        String[] options = {
            "--engine=onnx",
            "--model=" + LOGARITHM,
            "--engine-option=allow-nan=true",
            "--dataset-path=" + data,
            "--load=concurrent",
            "--concurrency=3",
            "--requests=60"
        };
        JsonNode inProcess = run("in-process", options);
        JsonNode isolated = run("isolated", with("--isolate", options));

        requireEqual(isolated, inProcess);
        assertThat(isolated.at("/counts/completed").asInt()).isEqualTo(60);
        assertThat(isolated.at("/outcome/warnings").toString())
                .containsPattern("the outputs of \\d\\d samples contain NaN, which allow-nan=true accepts")
                .containsPattern("the outputs of \\d\\d samples contain infinite numbers");
        assertThat(isolated.at("/outcome/engines/0/name").asText()).isEqualTo("onnx-0");
        assertThat(isolated.at("/outcome/engines/0/statistics/samples").asInt()).isGreaterThanOrEqualTo(60);
        assertThat(Files.readString(folder.resolve("isolated/summary.txt")))
                .containsPattern("onnx-0 +\\|? samples with NaN +\\|? +[1-9]");
        assertThat(Files.readString(folder.resolve("isolated/report.html"))).contains("samples with NaN");
    }

    @Test
    void eachProcessPreprocessesAllSamples() throws IOException {
        Path data = folder.resolve("numbers.npy");
        Files.write(data, npy(1.5f, 2.5f, 1, 2));

        JsonNode result = run(
                "preprocessed",
                "--engine=onnx",
                "--isolate",
                "--processes=2",
                "--model=" + LOGARITHM,
                "--engine-option=preprocess=fit",
                "--dataset-path=" + data,
                "--load=concurrent",
                "--concurrency=4",
                "--requests=20");

        assertThat(result.at("/counts/completed").asInt()).isEqualTo(20);
        assertThat(result.at("/outcome/engines/1/statistics/samples").asInt()).isPositive();
    }

    /** Returns an array with two columns. */
    private static byte[] npy(float... numbers) {
        String header = "{'descr': '<f4', 'fortran_order': False, 'shape': (" + numbers.length / 2 + ", 2), }\n";
        ByteBuffer file = ByteBuffer.allocate(10 + header.length() + Float.BYTES * numbers.length)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put("\u0093NUMPY\1\0".getBytes(StandardCharsets.ISO_8859_1))
                .putShort((short) header.length())
                .put(header.getBytes(StandardCharsets.ISO_8859_1));
        for (float each : numbers) {
            file.putFloat(each);
        }
        return file.array();
    }

    @Test
    void llamaRunsAreReportedAsInThisProcess() throws IOException {
        String[] options = {
            "--engine=llama",
            "--model=" + TinyModel.write(folder.resolve("tiny.gguf")),
            "--engine-option=threads=1",
            "--engine-option=sequences=2",
            "--load=concurrent",
            "--concurrency=2",
            "--requests=20",
            "--max-tokens=5",
            "--ignore-eos"
        };
        JsonNode inProcess = run("in-process", options);
        JsonNode isolated = run("isolated", with("--isolate", options));

        requireEqual(isolated, inProcess);
        assertThat(isolated.at("/counts/completed").asInt()).isEqualTo(20);
        assertThat(isolated.at("/counts/output_tokens").asInt()).isEqualTo(100);
        assertThat(isolated.at("/metrics/ttft/count").asInt()).isEqualTo(20);
    }
}
