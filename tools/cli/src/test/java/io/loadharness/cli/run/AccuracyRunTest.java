// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.loadharness.cli.ExitCode;
import io.loadharness.cli.Session;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Accuracy runs of real models with the real LoadGen. The model of the tests adds 1 to three numbers, so the best class of a sample is the
 * position of its highest number.
 */
@Tag("load")
@Timeout(600)
class AccuracyRunTest {

    private static final Path MODEL = Path.of("../../plugins/onnx/src/test/resources/io/loadharness/onnx/add.onnx");

    /** LoadGen's mlperf.conf requires at least 1,024 samples for resnet50. */
    private static final int SAMPLES = 1050;

    @TempDir
    Path folder;

    private Path images;

    @BeforeEach
    void writeImages() throws IOException {
        images = folder.resolve("images.npy");
        float[][] samples = new float[SAMPLES][3];
        for (int i = 0; i < SAMPLES; i++) {
            samples[i][classOf(i)] = 1;
        }
        writeNpy(images, samples);
    }

    private static int classOf(int sample) {
        return sample * sample % 3;
    }

    private static void writeNpy(Path file, float[]... rows) throws IOException {
        String header =
                "{'descr': '<f4', 'fortran_order': False, 'shape': (" + rows.length + ", " + rows[0].length + "), }";
        header += " ".repeat(63 - (10 + header.length()) % 64) + "\n";
        ByteBuffer bytes = ByteBuffer.allocate(10 + header.length() + rows.length * rows[0].length * Float.BYTES)
                .order(ByteOrder.LITTLE_ENDIAN);
        bytes.put((byte) 0x93)
                .put("NUMPY\1\0".getBytes(StandardCharsets.ISO_8859_1))
                .putShort((short) header.length());
        bytes.put(header.getBytes(StandardCharsets.ISO_8859_1));
        Arrays.stream(rows).forEach(row -> {
            for (float each : row) {
                bytes.putFloat(each);
            }
        });
        Files.write(file, bytes.array());
    }

    /** Writes labels of which one in {@code share} is wrong. */
    private Path labels(int share) throws IOException {
        return Files.writeString(
                folder.resolve("val_map.txt"),
                IntStream.range(0, SAMPLES)
                        .mapToObj(i -> "image_" + i + ".JPEG " + (i % share == 0 ? 7 : classOf(i)) + "\n")
                        .collect(Collectors.joining()));
    }

    private Session run(String name, String... options) {
        List<String> arguments =
                new ArrayList<>(List.of("run", "--profile=resnet50", "--engine=onnx", "--model=" + MODEL));
        arguments.addAll(List.of("--dataset-path=" + images, "--output-dir=" + folder.resolve(name)));
        arguments.addAll(List.of(options));
        return Session.of(arguments.toArray(String[]::new));
    }

    private String file(String name) throws IOException {
        return Files.readString(folder.resolve(name));
    }

    private JsonNode result(String run) throws IOException {
        return new ObjectMapper().readTree(file(run + "/result.json"));
    }

    /** One in five labels is wrong: 840 of 1,050 samples are correct. */
    @ParameterizedTest
    @ValueSource(strings = {"offline", "single-stream", "multi-stream"})
    void passesAboveTheBound(String scenario) throws IOException {
        Session session = run("run", "--scenario=" + scenario, "--accuracy", "--accuracy-targets=" + labels(5));

        assertThat(session.err()).isEmpty();
        assertThat(session.exitCode()).as(session.out()).isEqualTo(ExitCode.OK);
        assertThat(session.plainOut()).containsPattern("accuracy +80\\.0000 +at least 75\\.6954, met");
        assertThat(file("run/accuracy.txt")).isEqualTo("accuracy=80.000%, good=840, total=1050\n");
        assertThat(result("run").at("/verdict").asText()).isEqualTo("VALID");
        assertThat(result("run").at("/accuracy/passed").asBoolean()).isTrue();
        assertThat(result("run").at("/accuracy/totals/accuracy").asDouble()).isEqualTo(80);
        assertThat(file("run/report.html")).contains("\"reference_line\"");
        assertThat(file("run/run.json")).contains("output=argmax", "profile resnet50");
    }

    @Test
    void scoringAgainKeepsTheBoundOfTheRun() throws IOException {
        Session first = run(
                "run",
                "--scenario=offline",
                "--accuracy",
                "--accuracy-targets=" + labels(5),
                "--accuracy-bound=accuracy=80.5");
        Session again = Session.of("accuracy", folder.resolve("run").toString());

        assertThat(first.exitCode()).as(first.out()).isEqualTo(ExitCode.UNMET);
        assertThat(again.exitCode()).as(again.err() + again.out()).isEqualTo(ExitCode.UNMET);
        assertThat(again.out()).contains("accuracy is 80.0, below the bound 80.5");
        assertThat(result("run").at("/verdict").asText()).isEqualTo("INVALID");
    }

    /** One in four labels, rounded up, is wrong: 787 of 1,050 samples are correct. */
    @Test
    void isInvalidBelowTheBound() throws IOException {
        Session session = run("run", "--scenario=offline", "--accuracy", "--accuracy-targets=" + labels(4));

        assertThat(session.exitCode()).as(session.out()).isEqualTo(ExitCode.UNMET);
        assertThat(session.out()).contains("the accuracy is too low: accuracy is 74.952, below the bound 75.6954");
        assertThat(result("run").at("/verdict").asText()).isEqualTo("INVALID");
        assertThat(result("run").at("/reason_codes/0").asText()).isEqualTo("ACCURACY_BELOW_BOUND");
        assertThat(file("run/junit.xml")).contains("failures=\"1\"", "the accuracy is too low");
        assertThat(Session.of("report", folder.resolve("run").toString()).exitCode())
                .isEqualTo(ExitCode.UNMET);
        assertThat(run("other", "--scenario=offline", "--accuracy", "--accuracy-bound=accuracy=70")
                        .exitCode())
                .as("a bound needs targets")
                .isEqualTo(ExitCode.USAGE);
    }

    @Test
    void scoresALaterAndADamagedLog() throws IOException {
        Session session = run("run", "--scenario=offline", "--accuracy");
        assertThat(session.exitCode()).as(session.err()).isEqualTo(ExitCode.OK);
        assertThat(session.out()).contains("Accuracy is not scored: give --accuracy-targets");
        assertThat(result("run").has("accuracy")).isFalse();

        String run = folder.resolve("run").toString();
        String targets = "--targets=" + labels(5);
        Session scored = Session.of("accuracy", run, targets);
        assertThat(scored.exitCode()).as(scored.err()).isEqualTo(ExitCode.OK);
        assertThat(scored.out()).contains("Accuracy passed: accuracy=80.000%, good=840, total=1050");
        assertThat(result("run").at("/accuracy/model").asText()).isEqualTo("resnet50");
        assertThat(Session.of("accuracy", run, targets, "--bound=accuracy=80.1").exitCode())
                .isEqualTo(ExitCode.UNMET);
        assertThat(result("run").at("/verdict").asText()).isEqualTo("INVALID");

        Session otherType = Session.of("accuracy", run, targets, "--dtype=int32");
        assertThat(otherType.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(otherType.err()).contains("is not a class if it is read as int32");

        Path log = folder.resolve("run/mlperf_log_accuracy.json");
        List<String> lines = Files.readAllLines(log);
        Files.writeString(log, String.join("\n", lines.subList(0, 900)).replaceFirst(",$", "\n]\n"));
        Session missing = Session.of("accuracy", run, targets);
        assertThat(missing.exitCode()).isEqualTo(ExitCode.INVALID);
        assertThat(missing.out()).contains("has no response to 151 of 1050 samples");
        assertThat(folder.resolve("run/accuracy.txt")).doesNotExist();

        Files.writeString(log, String.join("\n", lines.subList(0, 900)));
        Session truncated = Session.of("accuracy", run, targets);
        assertThat(truncated.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(truncated.errLines()).singleElement().asString().contains("line 900: the log ends in the middle");
    }

    @Test
    void refusesTargetsThatDoNotFitBeforeTheRun() throws IOException {
        Path few = Files.writeString(folder.resolve("few.txt"), "a.JPEG 1\n");
        Session session = run("run", "--scenario=offline", "--accuracy", "--accuracy-targets=" + few);

        assertThat(session.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(session.err()).contains("few.txt has targets for 1 samples, but the run has 1050");
        assertThat(folder.resolve("run/records.cbor")).doesNotExist();

        Session performance = run("run", "--scenario=offline", "--accuracy-targets=" + few);
        assertThat(performance.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(performance.err()).contains("apply to accuracy runs: add --accuracy");

        Session unknown = run("run", "--scenario=offline", "--accuracy", "--accuracy-metric=top1");
        assertThat(unknown.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(unknown.err()).contains("top-1");
    }

    @Test
    void aProfileWithoutMetricNamesWhatIsMissing() {
        Session session = Session.of(
                "validate",
                "--profile=retinanet",
                "--engine=onnx",
                "--model=" + MODEL,
                "--dataset-path=" + images,
                "--scenario=offline",
                "--accuracy");

        assertThat(session.exitCode()).as(session.err()).isEqualTo(ExitCode.OK);
        assertThat(session.out())
                .contains("retinanet has no metric yet: MLPerf requires the mean average precision")
                .contains("images.npy has 1050 samples, but the data set of retinanet has 24781");
    }

    /** The engine option of the user replaces that of the profile only if it has the same key. */
    @Test
    void theUsersEngineOptionsTakePrecedence() throws IOException {
        Session merged = run(
                "merged",
                "--scenario=offline",
                "--accuracy",
                "--engine-option=threads=1",
                "--accuracy-targets=" + labels(5));
        assertThat(merged.exitCode()).as(merged.out()).isEqualTo(ExitCode.OK);
        assertThat(file("merged/run.json")).contains("output=argmax").contains("threads=1");

        Session own = run(
                "own",
                "--scenario=offline",
                "--accuracy",
                "--engine-option=output=argmax",
                "--engine-option=output-type=int64",
                "--accuracy-dtype=int64",
                "--accuracy-targets=" + labels(5));
        assertThat(own.exitCode()).as(own.out()).isEqualTo(ExitCode.OK);
    }

    /** Creates a ResNet-50 of the full size with random weights, and uses the classes of a run as the labels of another one. */
    @Test
    @EnabledIfSystemProperty(named = "loadharness.python", matches = ".+")
    void measuresAResNetOfTheFullSize() throws Exception {
        int count = 64;
        Process python = new ProcessBuilder(
                        System.getProperty("loadharness.python"),
                        "src/test/python/resnet50.py",
                        folder.toString(),
                        String.valueOf(count))
                .inheritIO()
                .start();
        assertThat(python.waitFor()).isZero();
        Path userConf = Files.writeString(folder.resolve("user.conf"), """
                resnet50.*.performance_sample_count_override = 64
                resnet50.Offline.min_query_count = 64
                *.Offline.min_duration = 1000
                *.SingleStream.min_duration = 1000
                """);
        String[] options = {"--model=" + folder.resolve("resnet50.onnx"), "--user-conf=" + userConf};

        Session first = fullSize("first", options, "--scenario=single-stream", "--accuracy");
        assertThat(first.exitCode()).as(first.err() + first.out()).isEqualTo(ExitCode.OK);
        String[] labels = new String[count];
        for (JsonNode each : new ObjectMapper().readTree(file("first/mlperf_log_accuracy.json"))) {
            int bits = Integer.reverseBytes(
                    Integer.parseUnsignedInt(each.get("data").asText(), 16));
            int sample = each.get("qsl_idx").asInt();
            labels[sample] = "image.JPEG " + (sample % 8 == 0 ? -1 : (int) Float.intBitsToFloat(bits));
        }
        Path targets = Files.writeString(folder.resolve("val_map.txt"), String.join("\n", labels));

        Session second = fullSize(
                "second",
                options,
                "--scenario=offline",
                "--batch-size=8",
                "--accuracy",
                "--accuracy-targets=" + targets);
        assertThat(second.exitCode()).as(second.err() + second.out()).isEqualTo(ExitCode.OK);
        assertThat(file("second/accuracy.txt")).isEqualTo("accuracy=87.500%, good=56, total=64\n");

        Session performance = fullSize("performance", options, "--scenario=offline,single-stream", "--target-qps=20");
        assertThat(performance.exitCode())
                .as(performance.err() + performance.out())
                .isEqualTo(ExitCode.OK);
    }

    private Session fullSize(String name, String[] options, String... more) {
        List<String> arguments = new ArrayList<>(List.of("run", "--profile=resnet50", "--engine=onnx"));
        arguments.addAll(List.of("--dataset-path=" + images, "--output-dir=" + folder.resolve(name)));
        arguments.addAll(List.of(options));
        arguments.addAll(List.of(more));
        return Session.of(arguments.toArray(String[]::new));
    }
}
