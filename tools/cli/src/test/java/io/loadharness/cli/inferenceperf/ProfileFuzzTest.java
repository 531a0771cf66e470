// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.inferenceperf;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadharness.cli.profiles.ProfileReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Fuzz test. Broken profiles cause only {@link IllegalArgumentException} with a sentence. */
class ProfileFuzzTest {

    private static final Path SAMPLES = Path.of("src/test/resources/io/loadharness/cli/inferenceperf");
    private static final int ROUNDS = Integer.getInteger("loadharness.fuzz", 400);
    private static final List<String> PIECES = List.of(
            "", " ", ":", "-", "- ", "0", "-1", "1e999", "{", "}", "[", "yes", "''", "null", "REPLACE_ENV_X", "\t");

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(
            strings = {"shared_prefix.yaml", "random_concurrency.yaml", "constant_chat.yaml", "sweep.yaml", "trace.yaml"
            })
    void brokenProfilesThrowTypedErrors(String sample) throws IOException {
        Random random = new Random(9);
        Path file = folder.resolve("broken.yaml");
        int refused = 0;
        for (int round = 0; round < ROUNDS; round++) {
            Files.writeString(file, broken(Files.readString(SAMPLES.resolve(sample)), random));
            try {
                ProfileReader.read(file, List.of(), Map.of());
            } catch (IllegalArgumentException e) {
                refused++;
                assertThat(e.getMessage()).startsWith(file.toString()).doesNotContain("Exception", "null and");
            }
        }
        assertThat(refused).isGreaterThan(ROUNDS / 4).isLessThan(ROUNDS);
    }

    /** Replaces, removes or changes words of the profile. */
    private static String broken(String text, Random random) {
        String[] words = text.split("(?<=\\W)|(?=\\W)", -1);
        for (int i = random.nextInt(3); i >= 0; i--) {
            int at = random.nextInt(words.length);
            words[at] = random.nextBoolean()
                    ? words[random.nextInt(words.length)]
                    : PIECES.get(random.nextInt(PIECES.size()));
        }
        return String.join("", words);
    }
}
