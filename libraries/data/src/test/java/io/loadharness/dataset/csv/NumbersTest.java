// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset.csv;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadharness.dataset.BytesSource;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Numbers of all lengths, at all positions in the buffer of the parser. */
class NumbersTest {

    private static final int ROWS = Integer.getInteger("loadharness.fuzz", 5_000);

    private final Random random = new Random(20_261_123);

    private String digits(int maxDigits) {
        return random.ints(1 + random.nextInt(maxDigits), 0, 10)
                .mapToObj(String::valueOf)
                .reduce("", String::concat);
    }

    private String whole(int maxDigits) {
        String sign = random.nextInt(3) == 0 ? "-" : "";
        String digits = digits(maxDigits).replaceFirst("^0+(?=.)", "");
        return sign + digits;
    }

    private String formatted(String number) {
        return switch (random.nextInt(12)) {
            case 0 -> '"' + number + '"';
            case 1 -> " " + number + "  ";
            default -> number;
        };
    }

    @Test
    void numbersAreReadAsInJava() throws IOException {
        StringBuilder text = new StringBuilder("whole,number\n");
        List<Map<String, Object>> expected = new ArrayList<>();
        for (int row = 0; row < ROWS; row++) {
            String whole = whole(18);
            String number =
                    switch (random.nextInt(8)) {
                        case 0 -> String.valueOf(Long.parseLong(whole(15)));
                        case 1 -> whole(3) + "." + digits(30);
                        case 2 -> whole(25) + "." + digits(3);
                        case 3 -> whole(2) + "." + digits(17) + "e-" + random.nextInt(300);
                        case 4 -> "0.0000" + digits(20);
                        case 5 -> "." + digits(9);
                        case 6 -> whole(9) + ".";
                        default -> whole(8) + "." + digits(17);
                    };
            text.append(formatted(whole)).append(',').append(formatted(number)).append(row % 3 == 0 ? "\r\n" : "\n");
            expected.add(Map.of("whole", Long.parseLong(whole), "number", Double.parseDouble(number)));
        }
        assertThat(BytesSource.read(new CsvFormat(), text.toString()).list()).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "-1", "12345678", "1.5", "-0.25", "1234567.12345678"})
    void aNumberCanEndTheFile(String number) throws IOException {
        Object value = number.contains(".") ? (Object) Double.valueOf(number) : Long.valueOf(number);
        assertThat(BytesSource.read(new CsvFormat(), "n\n" + number).list()).containsExactly(Map.of("n", value));
    }

    @ParameterizedTest
    @ValueSource(strings = {"007", "-", "1x", "1 2", "12345678901234567890", "1-2", "1.2.3", ":", "/", "1:", "１"})
    void valuesThatWouldLoseCharactersAsNumbersAreTexts(String text) throws IOException {
        assertThat(BytesSource.read(new CsvFormat(), "n,m\n1,2\n" + text + ",3\n")
                        .list())
                .containsExactly(Map.of("n", "1", "m", 2L), Map.of("n", text, "m", 3L));
    }

    @Test
    void digitsAreDistinguishedFromOtherCharacters() {
        for (int other = 0; other < 256; other++) {
            byte[] text = "12345678".getBytes(StandardCharsets.ISO_8859_1);
            text[5] = (byte) other;
            boolean isDigit = other >= '0' && other <= '9';
            assertThat(Digits.count(Digits.at(text, 0))).isEqualTo(isDigit ? 8 : 5);
            assertThat(Digits.value(Digits.at(text, 0), 5)).isEqualTo(12_345);
        }
    }
}
