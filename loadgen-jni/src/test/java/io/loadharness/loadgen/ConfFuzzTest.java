// SPDX-License-Identifier: Apache-2.0
package io.loadharness.loadgen;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadharness.Scenario;
import io.loadharness.TestSettings;
import io.loadharness.loadgen.Bridge.NativeRun;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class ConfFuzzTest {

    private static final int FILES = 5_000 * Integer.getInteger("loadharness.soak", 1);
    private static final int USER_CONF = 2;

    @TempDir
    Path folder;

    private final String engine = NativeLibrary.ENGINE.file().toString();

    @Test
    void loadGenReadsAcceptedFilesAsWritten() throws Exception {
        NativeRun run = NativeRun.of(engine);
        try {
            ConfFuzz fuzz =
                    new ConfFuzz(this::fromConfig, new MlperfConf(run.mlperfConf()), folder.resolve("user.conf"));
            fuzz.run(11, FILES);
            assertThat(fuzz.accepted()).isGreaterThan(FILES / 10);
            assertThat(fuzz.refused()).isGreaterThan(FILES / 10);
        } finally {
            run.destroy();
        }
    }

    private int fromConfig(Optional<Path> file, String model, Scenario scenario, Map<String, Number> settings) {
        NativeRun run = NativeRun.of(engine);
        try {
            settings.putAll(new NativeSettings(run, scenario)
                    .apply(TestSettings.builder(scenario).model("*").build()));
            int code = run.applyConfig("", model, scenario.loadGenName(), 0);
            if (file.isPresent()) {
                code = run.applyConfig(file.get().toString(), model, scenario.loadGenName(), USER_CONF);
            }
            settings.putAll(NativeSettings.values(run));
            return code;
        } finally {
            run.destroy();
        }
    }
}
