// SPDX-License-Identifier: Apache-2.0
package io.loadharness.loadgen;

import io.loadharness.Scenario;
import io.loadharness.loadgen.ConfKey.Reader;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * Checks an {@code audit.config}, which LoadGen applies last and without a model. The keys that only MLPerf's compliance scripts
 * read may be in it, and lines for other models than that of the run.
 */
final class AuditConf {

    private AuditConf() {}

    /**
     * Throws, in one sentence, what is wrong with a file.
     *
     * @param model of the run; empty if it has none
     * @param settings what holds without the file, under LoadGen's names
     */
    static void check(Path file, Optional<String> model, Scenario scenario, Map<String, Number> settings) {
        ConfFile conf = ConfFile.read(file, Reader.COMPLIANCE_SCRIPT);
        for (ConfEntry entry : conf.entries()) {
            if (!entry.model().equals(MlperfConf.ANY_MODEL)) {
                requireAnotherModel(conf, entry, model, scenario);
                continue;
            }
            if (entry.key() == ConfKey.USE_TOKEN_LATENCIES) {
                throw conf.problem(entry, "LoadGen has settled 'use_token_latencies' before it reads this file");
            }
            conf.requireSwitchedOn(
                    entry, MlperfConf.ANY_MODEL, scenario, flag -> new Effective(settings).flag(flag.text()));
        }
    }

    private static void requireAnotherModel(ConfFile conf, ConfEntry entry, Optional<String> model, Scenario scenario) {
        if (model.isEmpty()) {
            throw conf.problem(
                    entry,
                    "LoadGen reads this file for the model '*' only, so nothing would be of " + Quote.of(entry.model())
                            + "; if it is not for this run, name the model of the run");
        }
        if (entry.appliesTo(model.get(), scenario)) {
            throw conf.problem(
                    entry,
                    "LoadGen reads this file for the model '*' only, so nothing would be of " + Quote.of(entry.model())
                            + "; write " + Quote.of(entry.nameForAll()));
        }
    }
}
