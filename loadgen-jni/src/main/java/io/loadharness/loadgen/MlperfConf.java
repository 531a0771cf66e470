// SPDX-License-Identifier: Apache-2.0
package io.loadharness.loadgen;

import io.loadharness.Scenario;
import io.loadharness.internal.Suggestions;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** The models and values of the {@code mlperf.conf} that is compiled into LoadGen. */
final class MlperfConf {

    static final String ANY_MODEL = "*";

    private final Set<String> models = new TreeSet<>();
    private final ConfTable table;

    /**
     * Parses the file.
     *
     * @param text the text of {@code mlperf.conf} from the compiled LoadGen; lines that are not assignments are ignored
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

    /**
     * Throws an exception if {@code mlperf.conf} has no settings for a model. The model {@code *} stands for all models and is always
     * allowed.
     */
    void requireKnown(String model) {
        unknown(model).ifPresent(problem -> {
            throw new IllegalArgumentException(problem);
        });
    }

    /** Returns an error message with the most similar known model if a model is unknown; empty if the model is known. */
    Optional<String> unknown(String model) {
        return model.equals(ANY_MODEL) || models.contains(model)
                ? Optional.empty()
                : Optional.of("unknown model " + Quote.of(model) + " in LoadGen's mlperf.conf" + hint(model));
    }

    boolean isOn(String model, Scenario scenario, ConfKey flag) {
        return table.flag(model, scenario, flag).orElse(false);
    }

    private String hint(String model) {
        String hint = Suggestions.hint(model, models);
        return hint.isEmpty() && !models.isEmpty() ? ". Allowed: " + String.join(", ", models) : hint;
    }
}
