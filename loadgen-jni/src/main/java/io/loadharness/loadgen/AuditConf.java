// SPDX-License-Identifier: Apache-2.0
package io.loadharness.loadgen;

import io.loadharness.Scenario;
import io.loadharness.loadgen.ConfKey.Reader;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * Checks an {@code audit.config}. LoadGen applies this file after all other settings, and only the lines for the model {@code *}. The file
 * may also contain lines for other models, and keys that only MLPerf's compliance scripts read.
 */
final class AuditConf {

    private AuditConf() {}

    /**
     * Checks a file.
     *
     * @param model the model of the run; empty if it has none
     * @param settings LoadGen's settings before this file is applied, by their LoadGen names
     */
    static void check(Path file, Optional<String> model, Scenario scenario, Map<String, Number> settings) {
        ConfFile conf = ConfFile.read(file, Reader.COMPLIANCE_SCRIPT);
        for (ConfEntry entry : conf.entries()) {
            if (!entry.model().equals(MlperfConf.ANY_MODEL)) {
                requireAnotherModel(conf, entry, model, scenario);
                continue;
            }
            if (entry.key() == ConfKey.USE_TOKEN_LATENCIES) {
                throw conf.problem(
                        entry,
                        "LoadGen reads 'use_token_latencies' before it reads this file; set this key in user.conf");
            }
            conf.requireSwitchedOn(
                    entry, MlperfConf.ANY_MODEL, scenario, flag -> new EffectiveSettings(settings).flag(flag.text()));
        }
    }

    private static void requireAnotherModel(ConfFile conf, ConfEntry entry, Optional<String> model, Scenario scenario) {
        if (model.isEmpty()) {
            throw conf.problem(
                    entry,
                    "LoadGen reads only the model '*' in this file and would ignore " + Quote.of(entry.model())
                            + "; if the line is not for this run, set the model of the run");
        }
        if (entry.appliesTo(model.get(), scenario)) {
            throw conf.problem(
                    entry,
                    "LoadGen reads only the model '*' in this file and would ignore " + Quote.of(entry.model())
                            + "; write " + Quote.of(entry.nameForAll()));
        }
    }
}
