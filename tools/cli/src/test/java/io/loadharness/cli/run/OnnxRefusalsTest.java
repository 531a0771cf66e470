// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadharness.cli.ExitCode;
import io.loadharness.cli.Session;
import io.loadharness.onnx.TinyClassifier;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that models, data and options with errors are refused with one sentence, before LoadGen starts. */
class OnnxRefusalsTest {

    private static final Path MODELS = Path.of("../../plugins/onnx/src/test/resources/io/loadharness/onnx");

    @TempDir
    Path folder;

    private Session run(Path model, Path data, String... options) {
        String[] arguments = {
            "run",
            "--engine=onnx",
            "--model=" + model,
            "--dataset-path=" + data,
            "--scenario=single-stream",
            "--output-dir=" + folder.resolve("run")
        };
        String[] all = Arrays.copyOf(arguments, arguments.length + options.length);
        System.arraycopy(options, 0, all, arguments.length, options.length);
        Session session = Session.of(all);
        assertThat(folder.resolve("run/mlperf_log_detail.txt")).doesNotExist();
        assertThat(session.exitCode()).as(session.out()).isNotEqualTo(ExitCode.OK);
        return session;
    }

    private Path file(String name, String content) throws IOException {
        return Files.writeString(folder.resolve(name), content.replace("\\n", "\n"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            missing          | the model .*missing.onnx of the engine 'onnx' does not exist; check --model\\.
            future           | the model .*future.onnx uses opset 999, but ONNX Runtime .* supports opsets up to 26; .*
            strings          | the model .*strings.onnx cannot be used: the input 'words' .* elements of type string, .*
            unknown-operator | the model .*unknown-operator.onnx uses the operator Frobnicate, .*
            """)
    void namesTheFaultOfAModel(String name, String sentence) throws IOException {
        Session session = run(MODELS.resolve(name + ".onnx"), file("data.csv", "x\\n1\\n"));

        assertThat(session.errLines()).singleElement().asString().matches(sentence);
    }

    @ParameterizedTest
    @ValueSource(strings = {"--engine=onnx", "--engine=llama", "--engine=onnx --isolate"})
    void validateFindsAMissingModel(String engine) {
        Path missing = folder.resolve("missing");
        String options = "validate " + engine + " --model=" + missing + " --dataset-path=" + folder.resolve("data.csv")
                + " --scenario=single-stream --output-dir=" + folder.resolve("run");

        Session session = Session.of(options.split(" "));

        assertThat(session.exitCode()).as(session.out()).isEqualTo(ExitCode.USAGE);
        assertThat(session.errLines())
                .first()
                .asString()
                .startsWith("the model " + missing + " of the engine '")
                .endsWith("' does not exist; check --model.");
    }

    @Test
    void namesTheFaultOfADamagedModel() throws IOException {
        byte[] model = Files.readAllBytes(TinyClassifier.write(folder.resolve("tiny.onnx")));
        Path images = TinyClassifier.writeImages(folder.resolve("images.npy"), 4);
        Path truncated = Files.write(folder.resolve("half.onnx"), Arrays.copyOf(model, model.length / 2));
        model[1] = 14; // the version of the format
        Path newer = Files.write(folder.resolve("newer.onnx"), model);

        assertThat(run(truncated, images).errLines())
                .containsExactly("the file " + truncated
                        + " is truncated or is not an ONNX model; copy or export the model again.");
        assertThat(run(newer, images).errLines())
                .singleElement()
                .asString()
                .matches(
                        "the model .*newer.onnx uses version 14 of the ONNX format, but ONNX Runtime .* supports versions"
                                + " up to 13; export the model with an older version of the package onnx\\.");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            add        | json | [{"x": [1.5, 2.5]}]                  | sample 0 of .*: the request has a tensor of float32\\[2], but the model takes 'x' of float32\\[3]; .*
            add        | json | [{"x": [1, 2, 3]}]                   | sample 0 of .*: the request has a tensor of int64\\[3], but the model takes 'x' of float32\\[3]; .*
            add        | json | [{"z": [1.5, 2.5, 3.5]}]             | sample 0 of .*: the request has no tensor 'x', but the model takes 'x' of float32\\[3]; .*
            add        | json | [{"x": [1.5, 2, 3]}, {"x": null}]    | .*row 2: the column "x" has no value.*
            add        | json | [{"x": ["a", null]}]                 | .*row 1: contains a, but each element of a tensor must be a number, true or false; use numbers or lists of numbers, or save arrays as \\.npy or \\.npz\\.
            add        | json | [{"x": "a"}]                         | .*the column "x" has values of type text, which cannot be a tensor.*
            add        | csv  | x\\n                                 | .*/data.csv has no rows\\.
            add        | csv  |                                      | .*/data.csv: the file is empty: its first line must contain the column names\\.
            attention  | json | [{"x": [1.5, 2.5]}]                  | sample 0 of .*: the request has a tensor of float32\\[2], but the model takes 'x' of float32\\[length, 2]; .*
            """)
    void namesTheFaultOfTheData(String model, String type, String content, String sentence) throws IOException {
        Path data = file("data." + type, content == null ? "" : content);
        Session session = run(MODELS.resolve(model + ".onnx"), data);

        assertThat(session.errLines()).singleElement().asString().matches(sentence);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --replicas=0                            | --replicas must be at least 1: got 0.
            --replicas=2 --engine-option=sessions=3 | --replicas and --engine-option sessions both set the number of copies: give only one.
            """)
    void namesTheFaultOfReplicas(String options, String sentence) throws IOException {
        Session session =
                run(MODELS.resolve("add.onnx"), file("data.json", "[{\"x\": [1.5, 2.5, 3.5]}]"), options.split(" "));

        assertThat(session.errLines()).containsExactly(sentence);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            thread=1                            | unknown option 'thread' of the engine onnx; did you mean 'threads'\\?.*
            sessions=0                          | the option sessions must be an integer of at least 1: got '0'.*
            config-session.dynamic_block_base=x | .*, because an entry of the configuration is not a number; correct the options config-KEY\\.
            config-session.use_env_allocator=1  | ONNX Runtime has no entry 'session.use_env_allocator' .* did you mean 'session.use_env_allocators'\\?.*
            """)
    void namesTheFaultOfAnOption(String option, String sentence) throws IOException {
        Session session = run(
                MODELS.resolve("add.onnx"),
                file("data.json", "[{\"x\": [1.5, 2.5, 3.5]}]"),
                "--engine-option=" + option);

        assertThat(session.errLines()).singleElement().asString().matches(sentence);
    }
}
