// SPDX-License-Identifier: Apache-2.0
package io.loadharness.loadgen;

import io.loadharness.Scenario;
import io.loadharness.internal.Suggestions;
import io.loadharness.loadgen.ConfKey.Reader;
import io.loadharness.loadgen.ConfSyntax.Assignment;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A line {@code model.scenario.key = value} of a configuration file. LoadGen knows the scenario and the key.
 *
 * @param scenario the scenario; empty for {@code *}, which stands for all scenarios
 */
record ConfEntry(int line, String model, Optional<Scenario> scenario, ConfKey key, String value) {

    private static final Map<String, Scenario> SCENARIOS =
            Arrays.stream(Scenario.values()).collect(Collectors.toUnmodifiableMap(Scenario::loadGenName, name -> name));
    private static final Map<String, String> MISTAKEN = Map.of(
            "target_duration", "min_duration",
            "expected_latency", "target_latency",
            "expected_qps", "target_qps");

    /**
     * Converts an assignment to an entry. Throws an exception with the file, the line and a suggestion if LoadGen does not know the
     * scenario or the key, or does not read the key in this scenario.
     */
    static ConfEntry of(ConfText text, Assignment written) {
        ConfName name =
                ConfName.of(written.key()).orElseThrow(() -> text.problem(written.line(), incomplete(written.key())));
        ConfKey key = ConfKey.of(name.key()).orElseThrow(() -> text.problem(written.line(), unknownKey(name.key())));
        Optional<Scenario> scenario = scenario(text, written.line(), name);
        if (scenario.isPresent() && !key.isReadIn(scenario.get())) {
            throw text.problem(
                    written.line(),
                    "LoadGen does not read '" + key.text() + "' in scenario '" + name.scenario()
                            + "'; it reads this key only in " + key.scenarioNames());
        }
        return new ConfEntry(written.line(), name.model(), scenario, key, written.value());
    }

    /**
     * Checks that LoadGen or a second program reads the key from this file, and throws an exception otherwise. The parameter {@code other}
     * is the second program.
     */
    void requireReader(ConfText text, Reader other) {
        if (key.reader() == Reader.MLPERF_CONF) {
            throw text.problem(line, "only LoadGen's own mlperf.conf can set '" + key.text() + "'");
        }
        if (key.reader() != Reader.LOADGEN && key.reader() != other) {
            throw text.problem(line, "'" + key.text() + "' is allowed only in the audit.config of a compliance test");
        }
    }

    /** Throws an exception if the value is not allowed, or if LoadGen would read it as a different number. */
    void requireValue(ConfText text) {
        ConfValue allowed = key.value(scenario);
        if (!allowed.accepts(value)) {
            String nearest =
                    allowed.nearest(value).map(near -> "; write " + near).orElse("");
            throw text.problem(
                    line,
                    "'" + key.text() + "' must be " + allowed.requirement() + ": got " + Quote.of(value) + nearest);
        }
    }

    boolean appliesTo(String runModel, Scenario runScenario) {
        boolean ofModel = model.equals(runModel) || model.equals(MlperfConf.ANY_MODEL);
        return ofModel && scenario.orElse(runScenario) == runScenario && key.isReadIn(runScenario);
    }

    /** Returns the full key as written in the file. */
    String name() {
        return name(model, scenario.map(Scenario::loadGenName).orElse("*"), key.text());
    }

    /** Returns the full key for one scenario only. */
    String nameIn(Scenario only) {
        return name(model, only.loadGenName(), key.text());
    }

    /** Returns the full key for all models. */
    String nameForAll() {
        return name(MlperfConf.ANY_MODEL, scenario.map(Scenario::loadGenName).orElse("*"), key.text());
    }

    private static String name(String model, String scenario, String key) {
        return model + "." + scenario + "." + key;
    }

    private static Optional<Scenario> scenario(ConfText text, int line, ConfName name) {
        String scenario = name.scenario();
        if (!scenario.equals("*") && !SCENARIOS.containsKey(scenario)) {
            throw text.problem(line, unknownScenario(scenario));
        }
        return Optional.ofNullable(SCENARIOS.get(scenario));
    }

    private static String unknownScenario(String scenario) {
        return "unknown scenario " + Quote.of(scenario)
                + (scenario.equalsIgnoreCase("interactive")
                        ? "; an interactive run uses scenario 'Server' and a model '…-interactive'"
                        : Suggestions.hintAndNames(scenario, SCENARIOS.keySet()));
    }

    private static String unknownKey(String key) {
        return "unknown key " + Quote.of(key)
                + similarKey(key)
                        .map(known -> "; did you mean '" + known + "'?")
                        .orElse(": docs/reference/settings.md lists the known keys");
    }

    private static String incomplete(String written) {
        String key = similarKey(written.substring(written.lastIndexOf('.') + 1)).orElse("target_qps");
        String scenario = ConfKey.of(key).orElseThrow().typicalScenario();
        return Quote.of(written) + " is not of the form 'model.scenario.key'; write "
                + Quote.of(name("*", scenario, key));
    }

    private static Optional<String> similarKey(String key) {
        return Optional.ofNullable(MISTAKEN.get(key))
                .or(() -> Suggestions.similar(key, ConfKey.textsFor(Reader.LOADGEN)));
    }
}
