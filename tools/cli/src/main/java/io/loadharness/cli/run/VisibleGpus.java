// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.run;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** The GPUs that this process can use. A scheduler such as Slurm assigns GPUs to a process through an environment variable. */
final class VisibleGpus {

    private static final List<String> VARIABLES = List.of("CUDA_VISIBLE_DEVICES", "HIP_VISIBLE_DEVICES");

    private VisibleGpus() {}

    /**
     * Returns the first GPUs of the variable that is set. If none is set, returns the numbers from 0.
     *
     * @throws IllegalArgumentException if the variable has fewer GPUs
     */
    static List<String> first(int count, Map<String, String> environment) {
        for (String variable : VARIABLES) {
            String value = environment.get(variable);
            if (value != null) {
                return first(count, variable, value);
            }
        }
        return IntStream.range(0, count).mapToObj(Integer::toString).toList();
    }

    private static List<String> first(int count, String variable, String value) {
        List<String> visible = Arrays.stream(value.split(",", -1))
                .map(String::strip)
                .takeWhile(each -> !each.isEmpty() && !each.startsWith("-")) // as in CUDA, -1 hides the GPUs after it
                .toList();
        if (visible.size() < count) {
            throw new IllegalArgumentException("--num_gpus must not exceed the number of GPUs in " + variable + "='"
                    + value + "', which is " + visible.size() + ": got " + count);
        }
        return visible.subList(0, count);
    }
}
