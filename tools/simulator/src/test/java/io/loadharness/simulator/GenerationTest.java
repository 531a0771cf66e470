// SPDX-License-Identifier: Apache-2.0
package io.loadharness.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class GenerationTest {

    private static final int[] PROMPT = {1, 2, 3};
    private static final OutputLength TEN = OutputLength.fixed(10);

    @Test
    void samePromptAndSeedGiveTheSameTokens() {
        assertThat(ids(of(request(100, 0, false, List.of(), 5), 0)))
                .isEqualTo(ids(of(request(100, 0, false, List.of(), 5), 99)))
                .hasSize(10);
    }

    @Test
    void otherSeedOrPromptGivesOtherTokens() {
        GenerateRequest request = request(100, 0, false, List.of(), 5);
        int[] ids = ids(of(request, 0));

        assertThat(ids(of(request(100, 0, false, List.of(), 6), 0))).isNotEqualTo(ids);
        assertThat(ids(Generation.of(new int[] {1, 2, 4}, request, TEN, 1000, 0)))
                .isNotEqualTo(ids);
    }

    @Test
    void modelEndsBelowTheLimit() {
        Generation generation = of(request(100, 0, false, List.of(), 1), 0);

        assertThat(generation.count()).isEqualTo(10);
        assertThat(generation.stopped()).isTrue();
    }

    @Test
    void limitEndsALongerCompletion() {
        Generation generation = of(request(4, 0, false, List.of(), 1), 0);

        assertThat(generation.count()).isEqualTo(4);
        assertThat(generation.stopped()).isFalse();
    }

    @Test
    void minimumExtendsACompletion() {
        assertThat(of(request(100, 30, false, List.of(), 1), 0).count()).isEqualTo(30);
    }

    @Test
    void completionThatIgnoresEosReachesItsLimit() {
        assertThat(of(request(77, 0, true, List.of(), 1), 0).count()).isEqualTo(77);
    }

    @Test
    void modelLengthIsTheLimitWithoutAnother() {
        GenerateRequest request = new GenerateRequest(
                Optional.empty(),
                List.of(PROMPT),
                0,
                OptionalInt.empty(),
                0,
                true,
                List.of(),
                OptionalLong.empty(),
                true,
                false,
                false);

        assertThat(of(request, 0).count()).isEqualTo(1000 - PROMPT.length);
    }

    @Test
    void stopTextEndsTheCompletionBeforeIt() {
        Generation whole = of(request(10, 0, true, List.of(), 1), 0);
        String text = text(whole, 0, 10);
        int at = text.indexOf(' ', text.length() / 2) + 1;
        String stop = text.substring(at, at + 2);
        int expected = text.indexOf(stop);

        Generation stopped = of(request(10, 0, true, List.of("never there", stop), 1), 0);

        assertThat(text(stopped, 0, stopped.count())).isEqualTo(text.substring(0, expected));
        assertThat(stopped.stopped()).isTrue();
        assertThat(text(whole, 0, stopped.count())).contains(stop);
        assertThat(text(whole, 0, stopped.count() - 1)).doesNotContain(stop);
    }

    @Test
    void partsOfAStoppedCompletionAddUp() {
        Generation whole = of(request(10, 0, true, List.of(), 1), 0);
        String stop = text(whole, 5, 7).substring(2, 6);
        Generation stopped = of(request(10, 0, true, List.of(stop), 1), 0);
        StringBuilder parts = new StringBuilder();
        for (int i = 0; i < stopped.count(); i++) {
            parts.append(text(stopped, i, i + 1));
        }

        assertThat(parts.toString())
                .isEqualTo(text(stopped, 0, stopped.count()))
                .doesNotContain(stop);
    }

    private static Generation of(GenerateRequest request, long serverSeed) {
        return Generation.of(PROMPT, request, TEN, 1000, serverSeed);
    }

    private static GenerateRequest request(int limit, int min, boolean ignoreEos, List<String> stop, long seed) {
        return new GenerateRequest(
                Optional.empty(),
                List.of(PROMPT),
                0,
                OptionalInt.of(limit),
                min,
                ignoreEos,
                stop,
                OptionalLong.of(seed),
                true,
                false,
                false);
    }

    private static int[] ids(Generation generation) {
        int[] ids = new int[generation.count()];
        for (int i = 0; i < ids.length; i++) {
            ids[i] = generation.token(i);
        }
        return ids;
    }

    private static String text(Generation generation, int from, int to) {
        AsciiBytes bytes = new AsciiBytes();
        generation.appendText(bytes, from, to);
        return bytes.toString();
    }
}
