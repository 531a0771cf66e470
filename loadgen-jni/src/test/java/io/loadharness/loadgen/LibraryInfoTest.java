// SPDX-License-Identifier: Apache-2.0
package io.loadharness.loadgen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.loadharness.LogSettings;
import io.loadharness.QuerySampleLibrary;
import io.loadharness.Scenario;
import io.loadharness.Verdict;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LibraryInfoTest {

    @TempDir
    Path logs;

    private final MlperfLoadGen loadGen = new MlperfLoadGen();

    @Test
    void eachPropertyOfALibraryIsReadOnce() {
        ChangingLibrary library = new ChangingLibrary("numbers", 64, 64);
        assertThat(loadGen.run(
                                QuickRuns.prompt(),
                                library,
                                QuickRuns.settings(Scenario.SERVER).build(),
                                LogSettings.in(logs))
                        .verdict())
                .isEqualTo(Verdict.VALID);
        assertThat(library.calls).containsExactlyInAnyOrder("name", "totalSampleCount", "performanceSampleCount");
    }

    @Test
    void aLibraryWithInvalidPropertiesIsRejected() {
        assertRefused(new ChangingLibrary(null, 64, 64), "the name of the library is null");
        assertRefused(
                new ChangingLibrary("numbers", -1, 64),
                "totalSampleCount of the library must be at least 1 and at most 2147483647: got -1");
        assertRefused(
                new ChangingLibrary("numbers", 64, -1),
                "performanceSampleCount of the library must be at least 1 and at most 64: got -1");
        assertRefused(
                new ChangingLibrary("numbers", 64, 65),
                "performanceSampleCount of the library must be at least 1 and at most 64: got 65");
    }

    private void assertRefused(QuerySampleLibrary library, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> loadGen.start(
                        QuickRuns.prompt(),
                        library,
                        QuickRuns.settings(Scenario.SERVER).build(),
                        LogSettings.in(logs)))
                .withMessageStartingWith(message);
    }

    /** A library that returns valid values only on the first call. */
    private static final class ChangingLibrary implements QuerySampleLibrary {

        private final List<String> calls = new ArrayList<>();
        private final String name;
        private final int total;
        private final int performance;

        ChangingLibrary(String name, int total, int performance) {
            this.name = name;
            this.total = total;
            this.performance = performance;
        }

        private boolean first(String fact) {
            calls.add(fact);
            return calls.indexOf(fact) == calls.size() - 1;
        }

        @Override
        public String name() {
            return first("name") ? name : null;
        }

        @Override
        public int totalSampleCount() {
            return first("totalSampleCount") ? total : -1;
        }

        @Override
        public int performanceSampleCount() {
            return first("performanceSampleCount") ? performance : -1;
        }
    }
}
