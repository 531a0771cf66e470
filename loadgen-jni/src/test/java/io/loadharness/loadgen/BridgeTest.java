// SPDX-License-Identifier: Apache-2.0
package io.loadharness.loadgen;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import org.bytedeco.javacpp.annotation.CriticalRegion;
import org.junit.jupiter.api.Test;

class BridgeTest {

    @Test
    void arraysArePinnedAndNeverCopied() {
        List<Method> withArrays = Arrays.stream(Bridge.class.getDeclaredClasses())
                .flatMap(type -> Arrays.stream(type.getDeclaredMethods()))
                .filter(method -> Modifier.isNative(method.getModifiers()))
                .filter(method -> Arrays.stream(method.getParameterTypes()).anyMatch(Class::isArray))
                .toList();
        assertThat(withArrays).isNotEmpty().allMatch(method -> method.isAnnotationPresent(CriticalRegion.class));
    }
}
