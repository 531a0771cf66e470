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

class LibraryFactsTest {

    @TempDir
    Path logs;

    private final MlperfLoadGen loadGen = new MlperfLoadGen();

    @Test
    void aLibraryIsAskedOnceForEachFact() {
        Fickle library = new Fickle("numbers", 64, 64);
        assertThat(loadGen.run(
                                QuickRuns.prompt(),
                                library,
                                QuickRuns.settings(Scenario.SERVER).build(),
                                LogSettings.in(logs))
                        .verdict())
                .isEqualTo(Verdict.VALID);
        assertThat(library.asked).containsExactlyInAnyOrder("name", "totalSampleCount", "performanceSampleCount");
    }

    @Test
    void aLibraryThatMakesNoSenseIsRefused() {
        assertRefused(new Fickle(null, 64, 64), "the name of the library is null");
        assertRefused(new Fickle("numbers", -1, 64), "totalSampleCount of the library is -1");
        assertRefused(new Fickle("numbers", 64, -1), "performanceSampleCount of the library is -1");
        assertRefused(new Fickle("numbers", 64, 65), "performanceSampleCount of the library is 65");
    }

    private void assertRefused(QuerySampleLibrary library, String sentence) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> loadGen.start(
                        QuickRuns.prompt(),
                        library,
                        QuickRuns.settings(Scenario.SERVER).build(),
                        LogSettings.in(logs)))
                .withMessageStartingWith(sentence);
    }

    /** Gives sense once, and none when it is asked again. */
    private static final class Fickle implements QuerySampleLibrary {

        private final List<String> asked = new ArrayList<>();
        private final String name;
        private final int total;
        private final int performance;

        Fickle(String name, int total, int performance) {
            this.name = name;
            this.total = total;
            this.performance = performance;
        }

        private boolean first(String fact) {
            asked.add(fact);
            return asked.indexOf(fact) == asked.size() - 1;
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
