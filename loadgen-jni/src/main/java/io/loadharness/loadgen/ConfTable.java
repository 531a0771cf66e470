// SPDX-License-Identifier: Apache-2.0
package io.loadharness.loadgen;

import io.loadharness.Scenario;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** The values of one configuration file. Their keys are full keys of the form {@code model.scenario.key}. */
record ConfTable(Map<String, String> values) {

    ConfTable {
        values = Map.copyOf(values);
    }

    /**
     * Returns the value of a key for a model and a scenario. LoadGen's order of precedence is {@code model.scenario}, {@code *.scenario},
     * {@code model.*}, {@code *.*}.
     */
    Optional<String> find(String model, Scenario scenario, ConfKey key) {
        String name = scenario.loadGenName();
        return Stream.of(model + "." + name, "*." + name, model + ".*", "*.*")
                .map(prefix -> values.get(prefix + "." + key.text()))
                .filter(Objects::nonNull)
                .findFirst();
    }

    /** Returns true if a flag is 1; empty if the file does not contain the flag. */
    Optional<Boolean> flag(String model, Scenario scenario, ConfKey key) {
        return find(model, scenario, key).map(ConfValue::isOne);
    }
}
