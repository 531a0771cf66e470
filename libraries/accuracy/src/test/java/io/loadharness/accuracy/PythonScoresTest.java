// SPDX-License-Identifier: Apache-2.0
package io.loadharness.accuracy;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadharness.inference.Tensor;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Compares the lines that MLPerf's checker reads with those of {@code scores.py}, which computes them with numpy and Python's own functions. */
@EnabledIfSystemProperty(named = "loadharness.python", matches = ".+")
class PythonScoresTest {

    private static final List<String> WORDS = List.of(
            "The",
            "a",
            "an",
            "Denver",
            "denver!",
            "l’été",
            "Straße",
            "ΣΑΣ",
            "İstanbul",
            "3.14",
            "(x)",
            "U.S.",
            "e\u0301",
            "\u00a0",
            "one\u2003two",
            "中文",
            "\u0085",
            "the-an",
            "_",
            "a_b",
            "\u00bd",
            "don't");

    @TempDir
    Path folder;

    private String python(String metric, String type) throws Exception {
        Process process = new ProcessBuilder(
                        System.getProperty("loadharness.python"),
                        "src/test/python/scores.py",
                        metric,
                        folder.resolve(AccuracyLog.FILE_NAME).toString(),
                        folder.resolve("targets." + (metric.equals("top-1") ? "txt" : "json"))
                                .toString(),
                        type)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).isZero();
        return output.strip();
    }

    @ParameterizedTest
    @CsvSource({"1, float32", "2, int32", "3, int64", "4, float32", "5, float32"})
    void classesHaveTheSameScore(int seed, String type) throws Exception {
        Random random = new Random(seed);
        Tensor.Type numbers = Tensor.Type.named(type).orElseThrow();
        int samples = 1 + random.nextInt(3000);
        Logs logs = new Logs();
        List<Integer> order = shuffled(samples, random);
        for (int sample : order) {
            logs.numbers(sample, numbers, random.nextInt(4), random.nextInt(1000));
        }
        logs.numbers(order.get(0), numbers, 0).write(folder); // a duplicate
        Files.writeString(
                folder.resolve("targets.txt"),
                IntStream.range(0, samples)
                        .mapToObj(i -> i + ".JPEG " + random.nextInt(4) + "\n")
                        .collect(Collectors.joining()));

        AccuracyResult result = Accuracy.builder()
                .metric("top-1")
                .targets(folder.resolve("targets.txt"))
                .type(numbers)
                .build()
                .score(folder);

        assertThat(result.referenceLine()).isEqualTo(python("top-1", type));
    }

    @ParameterizedTest
    @CsvSource({"1", "2", "3", "4", "5"})
    void textsHaveTheSameScore(int seed) throws Exception {
        Random random = new Random(seed);
        int samples = 1 + random.nextInt(2000);
        Logs logs = new Logs();
        List<String> targets = new ArrayList<>();
        for (int sample : shuffled(samples, random)) {
            logs.text(sample, text(random));
        }
        for (int i = 0; i < samples; i++) {
            targets.add("{\"answers\": ["
                    + IntStream.rangeClosed(0, random.nextInt(3))
                            .mapToObj(each -> '"' + text(random) + '"')
                            .collect(Collectors.joining(", "))
                    + "]}");
        }
        Files.writeString(folder.resolve("targets.json"), "[" + String.join(",\n", targets) + "]");
        logs.write(folder);

        AccuracyResult result = Accuracy.builder()
                .metric("squad")
                .targets(folder.resolve("targets.json"))
                .build()
                .score(folder);

        assertThat(result.referenceLine()).isEqualTo(python("squad", "text"));
    }

    private static List<Integer> shuffled(int samples, Random random) {
        List<Integer> order = IntStream.range(0, samples).boxed().collect(Collectors.toCollection(ArrayList::new));
        Collections.shuffle(order, random);
        return order;
    }

    private static String text(Random random) {
        return IntStream.rangeClosed(0, random.nextInt(5))
                .mapToObj(i -> WORDS.get(random.nextInt(WORDS.size())))
                .collect(Collectors.joining(" "));
    }
}
