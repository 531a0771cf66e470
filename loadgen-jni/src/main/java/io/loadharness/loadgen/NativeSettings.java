// SPDX-License-Identifier: Apache-2.0
package io.loadharness.loadgen;

import io.loadharness.Scenario;
import io.loadharness.TestSettings;
import io.loadharness.loadgen.Bridge.NativeRun;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/** Applies {@link TestSettings} to LoadGen in the order in which they override each other, and reads the resulting settings. */
final class NativeSettings {

    /** LoadGen's numbers for the types of configuration files. LoadGen can read several files of the type {@link #USER_CONF}. */
    private static final int MLPERF_CONF = 0;

    private static final int USER_CONF = 2;

    private final NativeRun run;
    private final Scenario scenario;

    NativeSettings(NativeRun run, Scenario scenario) {
        this.run = run;
        this.scenario = scenario;
    }

    /**
     * Applies settings.
     *
     * @return all of LoadGen's settings, by their LoadGen names
     * @throws IllegalArgumentException if the model is unknown or a file has a line that LoadGen would ignore or misread
     */
    @SuppressWarnings("EnumOrdinal") // LoadGen numbers its scenarios in this order
    Map<String, Number> apply(TestSettings settings) {
        run.setScenario(scenario.ordinal());
        settings.model()
                .or(() -> settings.userConf().map(file -> MlperfConf.ANY_MODEL))
                .ifPresent(model -> {
                    MlperfConf mlperfConf = new MlperfConf(run.mlperfConf());
                    mlperfConf.requireKnown(model);
                    apply("", model, MLPERF_CONF);
                    settings.userConf().ifPresent(file -> {
                        UserConf.check(file, mlperfConf, model, scenario);
                        apply(file, model);
                    });
                });
        settings.fields().forEach(this::set);
        settings.auditConf().ifPresent(file -> {
            AuditConf.check(file, settings.model(), scenario, values(run));
            apply(file, MlperfConf.ANY_MODEL);
        });
        return values(run);
    }

    private void apply(Path file, String model) {
        apply(file.toString(), model, USER_CONF);
    }

    private void apply(String path, String model, int kind) {
        int code = run.applyConfig(path, model, scenario.loadGenName(), kind);
        if (code != 0) {
            throw rejection(path, code);
        }
    }

    /**
     * Returns the exception for a file that LoadGen rejects. An empty path stands for the {@code mlperf.conf} that is compiled into
     * LoadGen.
     */
    static IllegalArgumentException rejection(String path, int code) {
        return new IllegalArgumentException(
                "LoadGen rejected " + (path.isEmpty() ? "its own mlperf.conf" : path) + " with code " + code);
    }

    private void set(String name, Number value) {
        for (int field = 0; field < NativeRun.settingCount(); field++) {
            if (NativeRun.settingName(field).equals(name)) {
                if (NativeRun.isRealSetting(field)) {
                    run.setRealSetting(field, value.doubleValue());
                } else {
                    run.setWholeSetting(field, value.longValue());
                }
                return;
            }
        }
        throw new IllegalStateException("LoadGen has no setting " + name);
    }

    static Map<String, Number> values(NativeRun run) {
        Map<String, Number> values = new LinkedHashMap<>();
        for (int field = 0; field < NativeRun.settingCount(); field++) {
            values.put(
                    NativeRun.settingName(field),
                    NativeRun.isRealSetting(field)
                            ? (Number) run.realSetting(field)
                            : (Number) run.wholeSetting(field));
        }
        return values;
    }
}
