// SPDX-License-Identifier: Apache-2.0
package io.loadharness.loadgen;

import io.loadharness.Scenario;
import io.loadharness.internal.Suggestions;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** What the {@code mlperf.conf} inside LoadGen knows: its models, and their values. */
final class MlperfConf {

    static final String ANY_MODEL = "*";

    private final Set<String> models = new TreeSet<>();
    private final ConfTable table;

    /**
     * Reads it.
     *
     * @param text as the engine holds it; LoadGen's own, so nothing in it is questioned
     */
    MlperfConf(String text) {
        Map<String, String> values = new HashMap<>();
        for (String line : text.split("\n", -1)) {
            String[] words = line.strip().split("\\s+", -1);
            if (words.length == 3 && words[1].equals("=")) {
                values.put(words[0], words[2]);
                ConfName.of(words[0]).ifPresent(name -> models.add(name.model()));
            }
        }
        models.remove(ANY_MODEL);
        table = new ConfTable(values);
    }

    /** Throws unless there are rules for a model, or it is {@code *}, which stands for all. */
    void requireKnown(String model) {
        unknown(model).ifPresent(problem -> {
            throw new IllegalArgumentException(problem);
        });
    }

    /** What is wrong with the name of a model. */
    Optional<String> unknown(String model) {
        return model.equals(ANY_MODEL) || models.contains(model)
                ? Optional.empty()
                : Optional.of("LoadGen's mlperf.conf knows no model " + Quote.of(model) + nearest(model));
    }

    boolean isOn(String model, Scenario scenario, ConfKey flag) {
        return table.flag(model, scenario, flag).orElse(false);
    }

    private String nearest(String model) {
        return models.isEmpty() ? "" : "; the nearest it knows is " + Quote.of(Suggestions.nearest(model, models));
    }
}
