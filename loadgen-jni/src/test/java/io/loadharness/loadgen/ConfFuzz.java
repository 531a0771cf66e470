// SPDX-License-Identifier: Apache-2.0
package io.loadharness.loadgen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.loadharness.Scenario;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;

/**
 * Compares the checks with LoadGen's own parser. LoadGen must accept every file that {@link UserConf} accepts, and every field of
 * the run must get the value that a reader of the file expects. Therefore a file with a line that LoadGen would ignore or misread
 * is rejected.
 */
final class ConfFuzz {

    private static final List<Scenario> SCENARIOS = List.of(Scenario.values());
    private static final List<String> MODELS =
            List.of("*", "llama3_1-8b", "wan-2.2-t2v-a14b", "resnet50", "gpt-oss-120b");

    private final ReferenceParser loadGen;
    private final MlperfConf mlperfConf;
    private final Path file;
    private int accepted;
    private int refused;

    /**
     * Creates the fuzzer.
     *
     * @param file the path where each file is written
     */
    ConfFuzz(ReferenceParser loadGen, MlperfConf mlperfConf, Path file) {
        this.loadGen = loadGen;
        this.mlperfConf = mlperfConf;
        this.file = file;
    }

    void run(long seed, int files) throws IOException {
        ConfMutations mutations = new ConfMutations(seed);
        Random random = new Random(seed);
        for (int i = 0; i < files; i++) {
            Scenario scenario = SCENARIOS.get(random.nextInt(SCENARIOS.size()));
            check(mutations.next(), MODELS.get(random.nextInt(MODELS.size())), scenario);
        }
    }

    int accepted() {
        return accepted;
    }

    int refused() {
        return refused;
    }

    private void check(String text, String model, Scenario scenario) throws IOException {
        Files.writeString(file, text);
        try {
            UserConf.check(file, mlperfConf, model, scenario);
            accepted++;
        } catch (IllegalArgumentException e) {
            refused++;
            assertThat(e).hasMessageStartingWith(file.toString()).hasMessageNotContainingAny("\n", "Exception");
            return;
        }
        Map<String, Number> expected = new HashMap<>();
        Map<String, Number> read = new HashMap<>();
        assertThat(loadGen.fromConfig(Optional.empty(), model, scenario, expected))
                .isZero();
        assertThat(loadGen.fromConfig(Optional.of(file), model, scenario, read))
                .as(text)
                .isZero();
        expected.putAll(plain(text).fieldsFor(model, scenario));
        assertThat(read.keySet()).as("fields").containsAll(expected.keySet());
        expected.forEach((field, value) -> {
            if (isOf(scenario, field)) {
                assertThat(read.get(field))
                        .as("%s of %s, %s in%n%s", field, model, scenario, text)
                        .isEqualTo(value);
            }
        });
    }

    private static ExpectedSettings plain(String text) {
        try {
            return new ExpectedSettings(text);
        } catch (IllegalArgumentException e) {
            return fail("accepted, but " + e.getMessage(), e);
        }
    }

    /** LoadGen also reads settings of other scenarios; a run does not use them. */
    private static boolean isOf(Scenario scenario, String field) {
        boolean shared = !field.startsWith("server_")
                && !field.startsWith("single_stream_")
                && !field.startsWith("multi_stream_")
                && !field.startsWith("offline_");
        return shared || field.startsWith(scenario.name().toLowerCase(Locale.ROOT) + "_");
    }
}
