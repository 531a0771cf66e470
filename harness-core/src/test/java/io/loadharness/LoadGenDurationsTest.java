// SPDX-License-Identifier: Apache-2.0
package io.loadharness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.loadharness.internal.Durations;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class LoadGenDurationsTest {

    private static final Duration TOO_LONG = Duration.ofSeconds(Long.MAX_VALUE);

    static Stream<Method> fields() {
        return Arrays.stream(TestSettings.Builder.class.getMethods())
                .filter(method -> Arrays.equals(method.getParameterTypes(), new Class<?>[] {Duration.class}));
    }

    @ParameterizedTest
    @MethodSource("fields")
    void fieldRejectsValuesOutOfRangeAndNamesTheMaximum(Method field) throws Exception {
        assertThat(rejection(field, Duration.ofNanos(-1)))
                .isEqualTo(field.getName() + " must not be negative: got -0.001us");

        String message = rejection(field, TOO_LONG);
        String start = field.getName() + " must be at most ";
        String end = ": got " + Durations.text(TOO_LONG);
        assertThat(message).startsWith(start).endsWith(end);
        Duration max = Duration.parse("PT"
                + message.substring(start.length(), message.length() - end.length())
                        .toUpperCase(Locale.ROOT));
        assertThatCode(() -> set(field, max)).doesNotThrowAnyException();
        assertThat(rejection(field, max.plusNanos(1))).startsWith(field.getName());
    }

    @Test
    void stallLimitMustBePositive() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TestSettings.builder(Scenario.SERVER).stallLimit(Duration.ZERO))
                .withMessage("stallLimit must be positive: got 0s");
    }

    private static void set(Method field, Duration value) throws ReflectiveOperationException {
        field.invoke(TestSettings.builder(Scenario.SERVER), value);
    }

    private static String rejection(Method field, Duration value) throws ReflectiveOperationException {
        try {
            set(field, value);
            return "accepted";
        } catch (InvocationTargetException e) {
            assertThat(e.getCause()).isInstanceOf(IllegalArgumentException.class);
            return e.getCause().getMessage();
        }
    }
}
