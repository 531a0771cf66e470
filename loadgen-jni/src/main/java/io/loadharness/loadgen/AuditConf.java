package io.loadharness.loadgen;

import io.loadharness.Scenario;
import io.loadharness.loadgen.ConfKey.Reader;
import java.nio.file.Path;
import java.util.Map;

/**
 * Checks an {@code audit.config}, which LoadGen applies last and without a model. The keys that only MLPerf's compliance scripts
 * read may be in it.
 */
final class AuditConf {

    private AuditConf() {}

    /**
     * Throws, in one sentence, what is wrong with a file.
     *
     * @param settings what holds without the file, under LoadGen's names
     */
    static void check(Path file, Scenario scenario, Map<String, Number> settings) {
        ConfFile conf = ConfFile.read(file, Reader.COMPLIANCE_SCRIPT);
        for (ConfEntry entry : conf.entries()) {
            if (!entry.model().equals(MlperfConf.ANY_MODEL)) {
                throw conf.problem(
                        entry,
                        "LoadGen reads this file for the model '*' only, so nothing would be of "
                                + Quote.of(entry.model()));
            }
            if (entry.key() == ConfKey.USE_TOKEN_LATENCIES) {
                throw conf.problem(entry, "LoadGen has settled 'use_token_latencies' before it reads this file");
            }
            conf.requireSwitchedOn(
                    entry,
                    MlperfConf.ANY_MODEL,
                    scenario,
                    flag -> settings.get(flag.text()).longValue() == 1);
        }
    }
}
