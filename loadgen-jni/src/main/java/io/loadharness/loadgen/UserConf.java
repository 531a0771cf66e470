// SPDX-License-Identifier: Apache-2.0
package io.loadharness.loadgen;

import io.loadharness.Scenario;
import io.loadharness.loadgen.ConfKey.Reader;
import java.nio.file.Path;

/**
 * Checks a {@code user.conf}. If the check accepts a file, LoadGen applies all its lines as written. The file may contain lines for other
 * models and scenarios.
 */
final class UserConf {

    private final ConfFile conf;
    private final MlperfConf mlperfConf;
    private final String model;
    private final Scenario scenario;

    private UserConf(ConfFile conf, MlperfConf mlperfConf, String model, Scenario scenario) {
        this.conf = conf;
        this.mlperfConf = mlperfConf;
        this.model = model;
        this.scenario = scenario;
    }

    /**
     * Checks a file for a run with a model and a scenario. Throws an exception with the line and a correction if LoadGen would not apply
     * the line as written.
     */
    static void check(Path file, MlperfConf mlperfConf, String model, Scenario scenario) {
        ConfFile conf = ConfFile.read(file, Reader.LOADGEN);
        conf.entries().forEach(new UserConf(conf, mlperfConf, model, scenario)::check);
    }

    private void check(ConfEntry entry) {
        mlperfConf.unknown(entry.model()).ifPresent(problem -> {
            throw conf.problem(entry, problem);
        });
        requireNotOverridden(entry);
        conf.requireSwitchedOn(entry, model, scenario, flag -> mlperfConf.isOn(model, scenario, flag));
    }

    /**
     * Rejects a line {@code model.*.key} that LoadGen would ignore because of a line such as {@code *.Server.key}. Users do not expect this
     * precedence.
     */
    private void requireNotOverridden(ConfEntry entry) {
        boolean ofModel = entry.model().equals(model) && !model.equals(MlperfConf.ANY_MODEL);
        if (!ofModel || entry.scenario().isPresent() || !entry.appliesTo(model, scenario)) {
            return;
        }
        String winner = conf.table().find(model, scenario, entry.key()).orElseThrow();
        String exact = entry.nameIn(scenario);
        if (!winner.equals(entry.value()) && !conf.table().values().containsKey(exact)) {
            throw conf.problem(
                    entry,
                    "LoadGen ignores " + Quote.of(entry.name()) + ", because a line for all models in "
                            + scenario.loadGenName() + " takes precedence; write " + Quote.of(exact));
        }
    }
}
