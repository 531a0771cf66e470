// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.loadharness.cli.ExitCode;
import io.loadharness.cli.Session;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Runs of the profiles {@code bert-99}, {@code 3d-unet} and {@code retinanet}, with small models that have the inputs and outputs of
 * MLPerf's models, and with columns of data sets as tensors.
 */
@Timeout(600)
class OnnxProfilesTest {

    private static final Path MODELS = Path.of("../../plugins/onnx/src/test/resources/io/loadharness/onnx");
    private static final int TOKENS = 384;

    @TempDir
    Path folder;

    private Session run(String profile, String model, Path data, String... more) throws IOException {
        Path conf = Files.writeString(folder.resolve("user.conf"), """
                *.*.performance_sample_count_override = 2
                *.Offline.min_query_count = 2
                *.*.min_duration = 1
                """);
        List<String> arguments = new ArrayList<>(List.of("run", "--engine=onnx", "--model=" + MODELS.resolve(model)));
        if (!profile.isEmpty()) {
            arguments.addAll(List.of("--profile=" + profile, "--user-conf=" + conf));
        }
        arguments.addAll(List.of(
                "--dataset-path=" + data, "--output-dir=" + folder.resolve("run"), "--engine-option=threads=1"));
        arguments.addAll(List.of(more));
        return Session.of(arguments.toArray(String[]::new));
    }

    private JsonNode result() throws IOException {
        return new ObjectMapper().readTree(folder.resolve("run/result.json").toFile());
    }

    private static byte[] array(String type, String shape, byte[] data) {
        String header = "{'descr': '" + type + "', 'fortran_order': False, 'shape': " + shape + ", }";
        header += " ".repeat(63 - (10 + header.length()) % 64) + "\n";
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(new byte[] {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0});
        out.write(header.length() & 0xff);
        out.write(header.length() >> 8);
        out.writeBytes(header.getBytes(StandardCharsets.ISO_8859_1));
        out.writeBytes(data);
        return out.toByteArray();
    }

    private static byte[] rows(long[]... rows) {
        ByteBuffer data = ByteBuffer.allocate(rows.length * TOKENS * Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        for (int row = 0; row < rows.length; row++) {
            for (int i = 0; i < rows[row].length; i++) {
                data.putLong((row * TOKENS + i) * Long.BYTES, rows[row][i]);
            }
        }
        return array("<i8", "(" + rows.length + ", " + TOKENS + ")", data.array());
    }

    /**
     * Writes a vocabulary, two questions, and their samples. The ids are the lines of the vocabulary: 7 is "red", 8 is "house". The model
     * answers "red house" to both questions, which is the whole answer to the first one and a part of the answer to the second one.
     */
    private Path writeSquad() throws IOException {
        List<String> pieces =
                List.of("[PAD]", "[UNK]", "[CLS]", "[SEP]", "who", "lives", "here", "red", "house", "big");
        Files.writeString(folder.resolve("vocab.txt"), String.join("\n", pieces) + "\n");
        Files.writeString(folder.resolve("dev-v1.1.json"), """
                {"version": "1.1", "data": [{"title": "t", "paragraphs": [{"context": "big red house here", "qas": [
                {"id": "1", "question": "who lives", "answers": [{"text": "red house", "answer_start": 4}]},
                {"id": "2", "question": "who", "answers": [{"text": "big red house here", "answer_start": 0}]}]}]}]}
                """);
        long[] first = {2, 4, 5, 3, 9, 7, 8, 6, 3};
        long[] second = {2, 4, 3, 9, 7, 8, 6, 3};
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(out)) {
            entry(zip, "input_ids", rows(first, second));
            entry(zip, "input_mask", rows(ones(0, 9), ones(0, 8)));
            entry(zip, "segment_ids", rows(ones(4, 9), ones(3, 8)));
        }
        return Files.write(folder.resolve("squad.npz"), out.toByteArray());
    }

    private static long[] ones(int from, int to) {
        return IntStream.range(0, to).mapToLong(i -> i < from ? 0 : 1).toArray();
    }

    private static void entry(ZipOutputStream zip, String name, byte[] array) throws IOException {
        zip.putNextEntry(new ZipEntry(name + ".npy"));
        zip.write(array);
    }

    /** The F1 of "red house" is 1 for the first question, and 2 * 2 / (2 + 4) for the second one. */
    @ParameterizedTest
    @ValueSource(strings = {"offline", "single-stream"})
    void bertIsScoredFromItsLogits(String scenario) throws IOException {
        Path data = writeSquad();

        Session session = run(
                "bert-99",
                "bert.onnx",
                data,
                "--scenario=" + scenario,
                "--accuracy",
                "--accuracy-targets=" + folder.resolve("dev-v1.1.json"),
                "--accuracy-bound=f1=80");

        assertThat(session.err()).isEmpty();
        assertThat(session.exitCode()).as(session.out()).isEqualTo(ExitCode.OK);
        assertThat(result().at("/accuracy/metric").asText()).isEqualTo("squad-logits");
        assertThat(result().at("/accuracy/totals/f1").asDouble()).isBetween(83.33, 83.34);
        assertThat(result().at("/accuracy/totals/exact_match").asDouble()).isEqualTo(50);
    }

    @Test
    void bertBelowTheBoundIsInvalid() throws IOException {
        Session session = run(
                "bert-99",
                "bert.onnx",
                writeSquad(),
                "--scenario=offline",
                "--accuracy",
                "--accuracy-targets=" + folder.resolve("dev-v1.1.json"));

        assertThat(session.exitCode()).as(session.out()).isEqualTo(ExitCode.UNMET);
        assertThat(session.out()).contains("f1 is 83.33").contains("below the bound 89.96526");
    }

    @Test
    void bertRunsForPerformance() throws IOException {
        Session session = run("bert-99", "bert.onnx", writeSquad(), "--scenario=offline", "--target-qps=100000");

        assertThat(session.err()).isEmpty();
        assertThat(result().at("/verdict").asText()).as(session.out()).isEqualTo("VALID");
        assertThat(result().at("/counts/failed").asInt()).isZero();
        assertThat(result().at("/outcome/engines/0/statistics/bytes of Java heap per sample")
                        .asInt())
                .isPositive();
        Path spans = folder.resolve("spans.jsonl");
        Session exported = Session.of("export", folder.resolve("run").toString(), "--format=otlp", "--output=" + spans);
        assertThat(exported.err()).isEmpty();
        JsonNode span = new ObjectMapper()
                .readTree(Files.readAllLines(spans).get(0))
                .at("/resourceSpans/0/scopeSpans/0/spans/0");
        assertThat(span.get("name").asText()).isEqualTo("request bert.onnx");
    }

    /** Scans of different sizes are lists in JSON. */
    @Test
    void scansOfDifferentSizesRunAndTheScorerIsNamed() throws IOException {
        Path data = Files.writeString(folder.resolve("scans.jsonl"), """
                {"input": [[[[0.5, 1.5]]]]}
                {"input": [[[[0.5, 1.5], [2.5, 3.5]], [[0.5, 1.5], [2.5, 3.5]]]]}
                """);

        Session accuracy = run("3d-unet", "unet.onnx", data, "--scenario=offline", "--accuracy");

        assertThat(accuracy.err()).isEmpty();
        assertThat(accuracy.exitCode()).as(accuracy.out()).isEqualTo(ExitCode.OK);
        assertThat(accuracy.out()).contains("3d-unet has no metric yet: MLPerf requires the mean DICE score");
        List<Integer> lengths = new ArrayList<>();
        new ObjectMapper()
                .readTree(folder.resolve("run/mlperf_log_accuracy.json").toFile())
                .forEach(each -> lengths.add(each.get("data").asText().length()));
        assertThat(lengths).containsExactlyInAnyOrder(2 * 2 * 3 * Float.BYTES, 2 * 8 * 3 * Float.BYTES);
    }

    /** Images of bytes are pre-processed, and the number of boxes depends on the image. */
    @Test
    void retinanetRunsWithImagesAndTheScorerIsNamed() throws IOException {
        byte[] pixels = new byte[2 * 800 * 800 * 3];
        pixels[0] = (byte) 255;
        pixels[800 * 800 * 3] = (byte) 255;
        pixels[800 * 800 * 3 + 5] = (byte) 200;
        Path data = Files.write(folder.resolve("images.npy"), array("|u1", "(2, 800, 800, 3)", pixels));

        Session accuracy = run(
                "retinanet",
                "retinanet.onnx",
                data,
                "--scenario=offline",
                "--accuracy",
                "--engine-option=preprocess=retinanet");

        assertThat(accuracy.err()).isEmpty();
        assertThat(accuracy.exitCode()).as(accuracy.out()).isEqualTo(ExitCode.OK);
        assertThat(accuracy.out()).contains("retinanet has no metric yet: MLPerf requires the mean average precision");
        List<Integer> lengths = new ArrayList<>();
        new ObjectMapper()
                .readTree(folder.resolve("run/mlperf_log_accuracy.json").toFile())
                .forEach(each -> lengths.add(each.get("data").asText().length()));
        int box = 2 * (4 * Float.BYTES + Long.BYTES + Float.BYTES);
        assertThat(lengths).containsExactlyInAnyOrder(box, 2 * box);
    }

    /** A response without bytes is valid, also to the first sample, whose response determines the form of all responses. */
    @ParameterizedTest
    @ValueSource(strings = {"--batch-size=1", "--isolate"})
    void imageWithoutBoxesHasAResponseWithoutBytes(String option) throws IOException {
        byte[] pixels = new byte[2 * 800 * 800 * 3];
        pixels[800 * 800 * 3] = (byte) 255;
        Path data = Files.write(folder.resolve("images.npy"), array("|u1", "(2, 800, 800, 3)", pixels));

        Session accuracy = run(
                "retinanet",
                "retinanet.onnx",
                data,
                "--scenario=offline",
                "--accuracy",
                "--engine-option=preprocess=retinanet",
                option);

        assertThat(accuracy.err()).isEmpty();
        assertThat(accuracy.exitCode()).as(accuracy.out()).isEqualTo(ExitCode.OK);
        assertThat(result().at("/verdict").asText()).isEqualTo("VALID");
        List<Integer> lengths = new ArrayList<>();
        new ObjectMapper()
                .readTree(folder.resolve("run/mlperf_log_accuracy.json").toFile())
                .forEach(each -> lengths.add(each.get("data").asText().length()));
        assertThat(lengths).containsExactlyInAnyOrder(0, 2 * (4 * Float.BYTES + Long.BYTES + Float.BYTES));
    }

    private static final List<String> SHORT =
            List.of("--scenario=single-stream", "--min-duration=1ms", "--min-queries=8");

    private Session columns(Path data, String... more) throws IOException {
        List<String> options = new ArrayList<>(SHORT);
        options.addAll(List.of(more));
        return run("", "two-inputs.onnx", data, options.toArray(String[]::new));
    }

    private Path table(String format) throws IOException {
        Path json = Files.writeString(folder.resolve("table.jsonl"), """
                {"ids": [1, 2, 3, 4], "scale": [0.5]}
                {"ids": [5, 6, 7, 8], "scale": [2.5]}
                """);
        Path file = folder.resolve("table." + format);
        if (!format.equals("jsonl")) {
            Session converted = Session.of("dataset", "convert", json.toString(), file.toString());
            assertThat(converted.exitCode()).as(converted.err()).isEqualTo(ExitCode.OK);
        }
        return file;
    }

    @ParameterizedTest
    @ValueSource(strings = {"jsonl", "csv", "parquet"})
    void columnsAreInputsOfTheSameName(String format) throws IOException {
        Session session = columns(table(format), "--accuracy");

        assertThat(session.err()).isEmpty();
        assertThat(session.exitCode()).as(session.out()).isEqualTo(ExitCode.OK);
        assertThat(Files.readString(folder.resolve("run/mlperf_log_accuracy.json")))
                .contains("\"data\" : \"0000003F0000803F0000C03F00000040\"");
    }

    @Test
    void scalarsOfCsvFitWithThePreprocessor() throws IOException {
        Path data = Files.writeString(folder.resolve("a.csv"), "ids,scale\n\"[1, 2, 3, 4]\",2\n\"[5, 6, 7, 8]\",3\n");

        Session session = columns(data, "--accuracy", "--engine-option=preprocess=fit");
        assertThat(session.err()).isEmpty();
        assertThat(session.exitCode()).as(session.out()).isEqualTo(ExitCode.OK);
    }

    @Test
    void columnsThatDoNotFitAreNamedBeforeTheRun() throws IOException {
        Path scalar = Files.writeString(folder.resolve("a.csv"), "ids,scale\n\"[1, 2, 3, 4]\",0.5\n");
        assertThat(columns(scalar).errLines())
                .containsExactly(
                        "sample 0 of a.csv does not fit two-inputs.onnx: the request has a tensor of float32[], but the"
                                + " model takes 'scale' of float32[1]; change the shape of the data set or the model.");
        Path type = Files.writeString(folder.resolve("b.jsonl"), "{\"ids\": [1.5, 2, 3, 4], \"scale\": [1.5]}\n");
        assertThat(columns(type).errLines())
                .containsExactly(
                        "sample 0 of b.jsonl does not fit two-inputs.onnx: the request has a tensor of float32[4], but"
                                + " the model takes 'ids' of int64[4]; convert the data set to int64.");
        assertThat(folder.resolve("run/records.cbor")).doesNotExist();
    }
}
