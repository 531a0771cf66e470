// SPDX-License-Identifier: Apache-2.0
package io.loadharness.loadgen;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadharness.LogSettings;
import io.loadharness.QuerySample;
import io.loadharness.QuerySampleLibrary;
import io.loadharness.Scenario;
import io.loadharness.TestMode;
import io.loadharness.TestResult;
import io.loadharness.TestSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks that a Java system gets the same samples in the same queries in the same order as a C++ system. */
class IssueSequenceTest {

    @TempDir
    Path folder;

    /** LoadGen searches for the peak only in Server. */
    static Stream<Arguments> scenariosAndModes() {
        return Stream.of(Scenario.values()).flatMap(scenario -> Stream.of(TestMode.values())
                .filter(mode -> mode != TestMode.FIND_PEAK_PERFORMANCE || scenario == Scenario.SERVER)
                .flatMap(mode -> Stream.of(false, true).map(permute -> Arguments.of(scenario, mode, permute))));
    }

    @ParameterizedTest
    @MethodSource("scenariosAndModes")
    @SuppressWarnings("EnumOrdinal") // the C++ program takes LoadGen's numbers
    void issuesTheSameSequenceAsLoadGenInCpp(Scenario scenario, TestMode mode, boolean permute) throws Exception {
        TestSettings settings = TestSettings.builder(scenario)
                .model("*")
                .mode(mode)
                .minDuration(Duration.ofMillis(mode == TestMode.FIND_PEAK_PERFORMANCE ? 1 : 0)) // a search needs one
                .minQueryCount(800)
                .serverTargetQps(50_000)
                .serverTargetLatency(latencyBound(mode))
                .multiStreamSamplesPerQuery(8)
                .sampleConcatenatePermutation(permute)
                .build();
        List<String> issued = Collections.synchronizedList(new ArrayList<>());
        TestResult result = new MlperfLoadGen()
                .run(
                        QuickRuns.system(query -> {
                            assertThat(query.isAwaited())
                                    .isEqualTo(scenario == Scenario.SINGLE_STREAM || scenario == Scenario.MULTI_STREAM);
                            StringBuilder line = new StringBuilder();
                            for (QuerySample sample : query) {
                                line.append(sample.index()).append(' ');
                                sample.complete(new byte[] {'x'});
                            }
                            issued.add(line.toString());
                        }),
                        library(),
                        settings,
                        LogSettings.in(folder));

        assertThat(result.progress().issued()).isGreaterThanOrEqualTo(100);
        assertThat(issued).isEqualTo(issuedInCpp(scenario, settings));
    }

    /** The steps of a search depend on measurements, therefore the search gets a bound that its first run misses. */
    private static Duration latencyBound(TestMode mode) {
        return mode == TestMode.FIND_PEAK_PERFORMANCE ? Duration.ofNanos(1) : Duration.ofSeconds(10);
    }

    private static QuerySampleLibrary library() {
        return new QuerySampleLibrary() {
            @Override
            public String name() {
                return "numbers";
            }

            @Override
            public int totalSampleCount() {
                return 100;
            }

            @Override
            public int performanceSampleCount() {
                return 40;
            }
        };
    }

    @SuppressWarnings("EnumOrdinal") // the C++ program takes LoadGen's numbers
    private List<String> issuedInCpp(Scenario scenario, TestSettings settings) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("native.build"), "issue_sequence").toString(),
                NativeLibrary.ENGINE.file().toString(),
                Files.createDirectories(folder.resolve("cpp")).toString(),
                "" + scenario.ordinal(),
                settings.fields().get("mode").toString()));
        settings.fields().forEach((name, value) -> command.addAll(List.of(name, value.toString())));
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        List<String> lines = process.inputReader().lines().toList();
        assertThat(process.waitFor()).isZero();
        return lines;
    }
}
