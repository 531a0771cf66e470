// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmarks;

import io.loadharness.TestSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Command line arguments that describe a workload to the C++ and Python programs. */
final class BenchArguments {

    private BenchArguments() {}

    /**
     * Returns the arguments in this order: the name of the completion, the size of the sample library, LoadGen's number of the scenario,
     * and the name and value of each setting.
     */
    @SuppressWarnings("EnumOrdinal") // LoadGen numbers its scenarios in this order
    static List<String> of(Workload workload, boolean quick) {
        List<String> arguments = new ArrayList<>();
        arguments.add(workload.completion().name().toLowerCase(Locale.ROOT));
        arguments.add("" + workload.librarySize(quick));
        arguments.add("" + workload.scenario().ordinal());
        TestSettings settings = workload.settings(quick);
        settings.fields().forEach((name, value) -> {
            arguments.add(name);
            arguments.add(value.toString());
        });
        return arguments;
    }
}
