// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.loadharness.cli.ExitCode;
import io.loadharness.cli.LenientClient;
import io.loadharness.cli.Session;
import io.loadharness.onnx.TinyClassifier;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs of ONNX models with the command line. */
@Timeout(300)
class OnnxRunTest {

    private static final Path PAGE = Path.of("../../docs/guides/onnx.md");
    private static final Path MODELS = Path.of("../../plugins/onnx/src/test/resources/io/loadharness/onnx");

    @TempDir
    Path folder;

    private Session run(List<String> command, String... options) {
        List<String> arguments = new ArrayList<>(command);
        arguments.add("--output-dir=" + folder.resolve("run"));
        arguments.addAll(Arrays.asList(options));
        arguments.addAll(LenientClient.OPTIONS);
        return Session.of(arguments.toArray(String[]::new));
    }

    /** Returns the command of the page that contains a text, with a small model in place of the one of the page. */
    private List<String> documented(String text) throws IOException {
        Path model = TinyClassifier.write(folder.resolve("tiny.onnx"));
        Path images = TinyClassifier.writeImages(folder.resolve("images.npy"), 16);
        String command = Files.readAllLines(PAGE).stream()
                .filter(line -> line.startsWith("./harness run ") && line.contains(text))
                .findFirst()
                .orElseThrow();
        return List.of(command.substring("./harness ".length())
                .replace(" resnet50.onnx", " " + model)
                .replace(" images.npy", " " + images)
                .split(" "));
    }

    @Test
    void oneCommandMeasuresTheFourScenarios() throws IOException {
        Session session = run(
                documented("offline,server,single-stream,multi-stream"),
                "--min-queries=1000",
                "--min-duration=0s",
                "--latency-bound=10m",
                "--warm-up=1");

        assertThat(session.exitCode()).as(session.err() + session.out()).isEqualTo(ExitCode.OK);
        for (String scenario : new String[] {"offline", "server", "single-stream", "multi-stream"}) {
            JsonNode result = result("run/" + scenario + "/result.json");
            assertThat(result.at("/verdict").asText()).as(scenario).isEqualTo("VALID");
            assertThat(result.at("/counts/completed").asInt()).as(scenario).isGreaterThanOrEqualTo(1000);
        }
    }

    @Test
    void theIsolatedCommandOfThePageRuns() throws IOException {
        Session session = run(documented("--isolate"), "--min-duration=1ms", "--warm-up=1");

        assertThat(session.exitCode()).as(session.err() + session.out()).isEqualTo(ExitCode.OK);
        assertThat(session.out()).contains("engine process 0 loaded onnx");
    }

    @Test
    void replicasAreSessions() throws IOException {
        Session session = run(documented("--isolate"), "--replicas=2", "--min-duration=1ms", "--warm-up=1");

        assertThat(session.exitCode()).as(session.err() + session.out()).isEqualTo(ExitCode.OK);
    }

    private JsonNode result(String path) throws IOException {
        return new ObjectMapper().readTree(folder.resolve(path).toFile());
    }

    /** The best class of a sample is the position of its highest number. One of four labels is wrong. */
    @Test
    void theDataSetCanContainTheLabels() throws IOException {
        Path data = Files.writeString(folder.resolve("labeled.jsonl"), """
                {"x": [9.5, 0, 0], "label": 0, "file": "a.jpg"}
                {"x": [0, 9.5, 0], "label": 1, "file": "b.jpg"}
                {"x": [0, 0, 9.5], "label": 2, "file": "c.jpg"}
                {"x": [0, 0, 9.5], "label": 1, "file": "d.jpg"}
                """);
        Session session = run(
                List.of("run", "--engine=onnx", "--model=" + MODELS.resolve("add.onnx"), "--dataset-path=" + data),
                "--engine-option=output=argmax",
                "--scenario=offline",
                "--min-duration=1ms",
                "--warm-up=0",
                "--accuracy",
                "--accuracy-metric=top-1");

        assertThat(session.err()).isEmpty();
        assertThat(session.exitCode()).as(session.out()).isEqualTo(ExitCode.OK);
        assertThat(session.plainOut())
                .containsPattern("accuracy +75\\.0000")
                .contains("the column \"file\" is not used, because it has values of type text")
                .contains("does not use the tensors 'label' of the data set");
    }

    /** The model has a table of five rows, and throws if an id is not in it. */
    @ParameterizedTest
    @ValueSource(strings = {"--batch-size=1", "--isolate"})
    void runIsInvalidIfTheModelFailsForSomeSamples(String option) throws IOException {
        Path data = Files.writeString(
                folder.resolve("ids.json"), "[{\"ids\": [0]}, {\"ids\": [4]}, {\"ids\": [7]}, {\"ids\": [1]}]");
        Session session = run(
                List.of("run", "--engine=onnx", "--model=" + MODELS.resolve("lookup.onnx"), "--dataset-path=" + data),
                "--scenario=offline",
                "--target-qps=200",
                "--min-duration=1ms",
                "--warm-up=0",
                option);

        assertThat(session.exitCode()).as(session.err() + session.out()).isEqualTo(ExitCode.INVALID);
        assertThat(session.plainOut()).contains("BACKEND_EXCEPTION").contains("out of data bounds");
        JsonNode result = result("run/result.json");
        assertThat(result.at("/verdict").asText()).isEqualTo("INVALID");
        assertThat(result.at("/counts/failed").asInt()).isPositive();
        assertThat(result.at("/counts/completed").asInt())
                .isPositive()
                .isEqualTo(result.at("/outcome/issued").asInt()
                        - result.at("/counts/failed").asInt());
    }
}
