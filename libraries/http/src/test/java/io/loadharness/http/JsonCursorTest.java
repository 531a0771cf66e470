// SPDX-License-Identifier: Apache-2.0
package io.loadharness.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonCursorTest {

    private static final JsonFactory JACKSON = new JsonFactory();
    private static final String SAMPLE =
            "{\"id\":\"x\",\"n\":-12.5e+3,\"choices\":[{\"index\":0,\"text\":\"a\\u00e9\\n\u00e9\u20ac\ud83d\ude00\","
                    + "\"ids\":[1,22,0]},[],{}],\"none\":null,\"yes\":true,\"no\":false,\"e\":1E2}";

    private final JsonCursor cursor = new JsonCursor();

    @Test
    void readsNamesAndValuesOfFields() {
        List<String> seen = new ArrayList<>();
        read(
                "{ \"a\" : 1 , \"b\":\"x\\\"y\\u0041\u20ac\", \"c\":[1,\"t\",[2],{}], \"\\u0064\":null, \"e\":true }",
                json -> {
                    for (String field = json.nextField(); field != null; field = json.nextField()) {
                        switch (field) {
                            case "a" -> seen.add("a=" + json.integer(-1));
                            case "b" -> seen.add("b=" + json.string());
                            case "c" -> {
                                while (json.nextElement()) {
                                    seen.add(
                                            "c:" + json.isArray() + json.isObject() + json.string() + json.integer(-1));
                                }
                            }
                            case "d" -> seen.add("d is null: " + json.isNull());
                            default -> seen.add(field + " is true: " + json.isTrue());
                        }
                    }
                });
        assertThat(seen)
                .containsExactly(
                        "a=1",
                        "b=x\"yA\u20ac",
                        "c:falsefalse1",
                        "c:falsefalset-1",
                        "c:truefalse-1",
                        "c:falsetrue-1",
                        "d is null: true",
                        "e is true: true");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "[]",
                "1",
                "{",
                "{}x",
                "{} {}",
                "{\"a\"}",
                "{\"a\":}",
                "{\"a\":1,}",
                "{,}",
                "{\"a\":01}",
                "{\"a\":1.}",
                "{\"a\":.5}",
                "{\"a\":+1}",
                "{\"a\":1e}",
                "{\"a\":-}",
                "{\"a\":tru}",
                "{\"a\":NaN}",
                "{\"a\":[1,]}",
                "{\"a\":[1 2]}",
                "{\"a\":[1}",
                "{\"a\":\"\\x\"}",
                "{\"a\":\"\\u12\"}",
                "{\"a\":\"\t\"}",
                "{a:1}",
                "{'a':1}",
                "{\"a\":\"x"
            })
    void rejectsBytesThatAreNotOneObject(String text) {
        assertThatThrownBy(() -> read(text, json -> flatten(json, new ArrayList<>())))
                .isInstanceOf(FailureException.class)
                .hasMessageStartingWith("invalid JSON, ");
    }

    @Test
    void rejectsInvalidUtf8() {
        for (int lead : new int[] {0x80, 0xC1, 0xF5, 0xC3, 0xE2, 0xF0}) {
            byte[] bytes = {'{', '"', 'a', '"', ':', '"', (byte) lead, '"', '}'};
            assertThatThrownBy(() -> cursor.object(bytes, 0, bytes.length, json -> flatten(json, new ArrayList<>())))
                    .hasMessageContaining("a string is not in UTF-8");
        }
    }

    @Test
    void returnsTheDefaultForANumberThatIsNotAnInteger() {
        read("{\"a\":1.5,\"b\":\"1\",\"c\":-7,\"d\":2147483647,\"e\":-2147483648}", json -> {
            List<Integer> found = new ArrayList<>();
            while (json.nextField() != null) {
                found.add(json.integer(-1));
            }
            assertThat(found).containsExactly(-1, -1, -7, Integer.MAX_VALUE, Integer.MIN_VALUE);
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"2147483648", "-2147483649", "99999999999999999999"})
    void rejectsANumberThatIsTooLargeForAnInt(String number) {
        assertThatThrownBy(() -> read("{\"a\":" + number + "}", json -> {
                    json.nextField();
                    json.integer(-1);
                }))
                .hasMessageContaining("a number is too large");
    }

    @Test
    void rejectsDeepNesting() {
        assertThatThrownBy(() -> read("{\"a\":" + "[".repeat(2000), json -> {
                    json.nextField();
                    json.skip();
                }))
                .hasMessageContaining("nested more than");
    }

    @Test
    void readsAValidObjectAfterAMalformedOne() {
        assertThatThrownBy(() -> read("{\"a\":[{\"b\":", json -> flatten(json, new ArrayList<>())))
                .isInstanceOf(FailureException.class);

        List<String> found = new ArrayList<>();
        read(SAMPLE, json -> flatten(json, found));
        assertThat(found).isEqualTo(byJackson(SAMPLE.getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void readsDamagedObjectsLikeJackson() {
        Random random = new Random(1);
        byte[] alphabet = "{}[]\":,\\0123456789-+.eEtrufalsn x".getBytes(StandardCharsets.US_ASCII);
        int accepted = 0;
        for (int i = 0; i < 50_000; i++) {
            byte[] bytes = SAMPLE.getBytes(StandardCharsets.UTF_8);
            for (int damage = random.nextInt(3); damage >= 0; damage--) {
                bytes[random.nextInt(bytes.length)] = alphabet[random.nextInt(alphabet.length)];
            }
            List<String> ours = byOurs(bytes);

            assertThat(ours).as(() -> new String(bytes, StandardCharsets.UTF_8)).isEqualTo(byJackson(bytes));
            accepted += ours == null ? 0 : 1;
        }
        assertThat(accepted).isBetween(2_500, 47_500);
    }

    private List<String> byOurs(byte[] bytes) {
        List<String> found = new ArrayList<>();
        try {
            cursor.object(bytes, 0, bytes.length, json -> flatten(json, found));
        } catch (FailureException e) {
            return null;
        }
        return found;
    }

    private static List<String> byJackson(byte[] bytes) {
        List<String> found = new ArrayList<>();
        try (JsonParser parser = JACKSON.createParser(bytes)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                return null;
            }
            for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
                found.add(
                        switch (token) {
                            case FIELD_NAME, VALUE_STRING -> parser.getText();
                            case START_OBJECT, START_ARRAY, END_OBJECT, END_ARRAY -> token.asString();
                            default -> "a scalar";
                        });
            }
        } catch (IOException e) {
            return null;
        }
        return found.subList(0, found.size() - 1);
    }

    private static void flatten(JsonCursor json, List<String> found) {
        for (String field = json.nextField(); field != null; field = json.nextField()) {
            found.add(field);
            flattenValue(json, found);
        }
    }

    private static void flattenValue(JsonCursor json, List<String> found) {
        if (json.isObject()) {
            found.add("{");
            flatten(json, found);
            found.add("}");
        } else if (json.isArray()) {
            found.add("[");
            while (json.nextElement()) {
                flattenValue(json, found);
            }
            found.add("]");
        } else {
            found.add(json.isString() ? json.string() : "a scalar");
        }
    }

    private void read(String text, JsonCursor.Reader reader) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        cursor.object(bytes, 0, bytes.length, reader);
    }
}
