// SPDX-License-Identifier: Apache-2.0
package io.loadharness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class CountedTimeTest {

    private static final Duration LONGEST = Duration.ofSeconds(Long.MAX_VALUE);

    static Stream<Method> fields() {
        return Arrays.stream(TestSettings.Builder.class.getMethods())
                .filter(method -> Arrays.equals(method.getParameterTypes(), new Class<?>[] {Duration.class}));
    }

    @ParameterizedTest
    @MethodSource("fields")
    void aFieldRefusesWhatItCannotCountAndNamesTheGreatestValue(Method field) throws Exception {
        assertThat(refusal(field, Duration.ofNanos(-1))).isEqualTo(field.getName() + " is negative: PT-0.000000001S");

        String sentence = refusal(field, LONGEST);
        String start = field.getName() + " is " + LONGEST + " and must be at most ";
        assertThat(sentence).startsWith(start);
        Duration greatest = Duration.parse(sentence.substring(start.length()));
        assertThatCode(() -> set(field, greatest)).doesNotThrowAnyException();
        assertThat(refusal(field, greatest.plusNanos(1))).startsWith(field.getName());
    }

    @Test
    void aStallLimitIsMoreThanZero() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TestSettings.builder(Scenario.SERVER).stallLimit(Duration.ZERO))
                .withMessage("stallLimit is zero and must be more");
    }

    private static void set(Method field, Duration value) throws ReflectiveOperationException {
        field.invoke(TestSettings.builder(Scenario.SERVER), value);
    }

    private static String refusal(Method field, Duration value) throws ReflectiveOperationException {
        try {
            set(field, value);
            return "taken";
        } catch (InvocationTargetException e) {
            assertThat(e.getCause()).isInstanceOf(IllegalArgumentException.class);
            return e.getCause().getMessage();
        }
    }
}
