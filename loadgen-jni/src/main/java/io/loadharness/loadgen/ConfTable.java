// SPDX-License-Identifier: Apache-2.0
package io.loadharness.loadgen;

import io.loadharness.Scenario;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** The values of one configuration file by their full keys, looked up as LoadGen does. */
record ConfTable(Map<String, String> values) {

    ConfTable {
        values = Map.copyOf(values);
    }

    /** Returns the value that applies: that of the model and scenario, else the scenario's, else the model's, else that of all. */
    Optional<String> find(String model, Scenario scenario, ConfKey key) {
        String name = scenario.loadGenName();
        return Stream.of(model + "." + name, "*." + name, model + ".*", "*.*")
                .map(prefix -> values.get(prefix + "." + key.text()))
                .filter(Objects::nonNull)
                .findFirst();
    }

    /** Returns true if a flag is set; empty if the file does not contain it. */
    Optional<Boolean> flag(String model, Scenario scenario, ConfKey key) {
        return find(model, scenario, key).map(ConfValue::isOne);
    }
}
