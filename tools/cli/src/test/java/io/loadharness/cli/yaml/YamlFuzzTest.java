// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

/** Fuzz test. Broken YAML causes only {@link YamlException} with one line. */
class YamlFuzzTest {

    private static final int ROUNDS = Integer.getInteger("loadharness.fuzz", 3000);
    private static final String PIECES = " \n\t:-,[]{}&*!?|>'\"%@`#~<=.0123abexy_\\\u0000\uFEFF\u2028\uD800é";
    private static final String DOCUMENT = """
            load: &load
              type: constant
              stages: [{rate: 1.5, duration: 10}, {rate: 2, duration: 0x10}]
            copy: *load
            merged:
              <<: *load
              type: "po\\u0069sson"
            text: |
              two
              lines
            folded: >-
              one
              line
            """;

    private int refused;

    @Test
    void brokenYamlThrowsTypedErrors() {
        Random random = new Random(7);
        for (int round = 0; round < ROUNDS; round++) {
            StringBuilder text = new StringBuilder(DOCUMENT);
            for (int i = random.nextInt(6); i >= 0; i--) {
                damage(text, random);
            }
            parse(text.toString());
        }

        assertThat(refused).isGreaterThan(ROUNDS / 4).isLessThan(ROUNDS);
    }

    @Test
    void brokenOverridesThrowTypedErrors() {
        Random random = new Random(8);
        for (int round = 0; round < ROUNDS; round++) {
            StringBuilder text = new StringBuilder("load.stages[0].rate=10,load.type='a,b',copy.x=\"y\\\"\"");
            for (int i = random.nextInt(6); i >= 0; i--) {
                damage(text, random);
            }
            override(text.toString());
        }

        assertThat(refused).isGreaterThan(ROUNDS / 10).isLessThan(ROUNDS);
    }

    private void parse(String text) {
        try {
            touch(new YamlValue(new SourceLocation("x", 1), "", Yaml.parse("x", text)));
        } catch (YamlException e) {
            refused++;
            assertThat(e).hasMessageStartingWith("x");
        }
    }

    private void override(String text) {
        try {
            YamlMap document = Yaml.parse("x", DOCUMENT);
            YamlOverride.parse("-o", text).forEach(each -> each.applyTo(document, sentence -> {}));
        } catch (YamlException e) {
            refused++;
            assertThat(e).hasMessageStartingWith("-o");
        }
    }

    private static void damage(StringBuilder text, Random random) {
        int at = random.nextInt(text.length());
        switch (random.nextInt(4)) {
            case 0 -> text.replace(at, at + 1, text.length() == 1 ? "x" : "");
            case 1 -> text.insert(at, PIECES.charAt(random.nextInt(PIECES.length())));
            case 2 -> text.setCharAt(at, PIECES.charAt(random.nextInt(PIECES.length())));
            default -> text.setLength(Math.max(1, at));
        }
    }

    private static void touch(YamlValue value) {
        if (value.isMap()) {
            value.map().entries().values().forEach(YamlFuzzTest::touch);
        } else if (value.isList()) {
            value.list().forEach(YamlFuzzTest::touch);
        } else {
            tryAll(value);
        }
    }

    private static void tryAll(YamlValue value) {
        for (Runnable each :
                new Runnable[] {value::real, value::flag, value::text, value::duration, () -> value.wholeNumber(0)}) {
            try {
                each.run();
            } catch (YamlException e) {
                assertThat(e).hasMessageContaining("x line ");
            }
        }
    }
}
