// SPDX-License-Identifier: Apache-2.0
package io.loadharness.examples;

import io.loadharness.LoadGenerator;
import io.loadharness.LogSettings;
import io.loadharness.Query;
import io.loadharness.QuerySampleLibrary;
import io.loadharness.Scenario;
import io.loadharness.SystemUnderTest;
import io.loadharness.TestMode;
import io.loadharness.TestResult;
import io.loadharness.TestSettings;
import io.loadharness.loadgen.MlperfLoadGen;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;

/**
 * Example 5, an accuracy run: each sample completes once with token ids. After the run, the example checks the responses in
 * {@code mlperf_log_accuracy.json}.
 */
public final class Example05Accuracy {

    private static final int SAMPLES = 1000;

    private Example05Accuracy() {}

    public static void main(String[] args) throws IOException {
        SystemUnderTest sut = new SystemUnderTest("multiples") {
            @Override
            public void issueQuery(Query query) {
                query.forEach(sample -> sample.complete(expectedTokens(sample.index())));
            }
        };
        TestSettings settings = TestSettings.builder(Scenario.OFFLINE)
                .mode(TestMode.ACCURACY_ONLY)
                .build();
        try (LoadGenerator loadGen = new MlperfLoadGen()) {
            TestResult result = loadGen.run(
                    sut,
                    QuerySampleLibrary.ofSize("integers", SAMPLES),
                    settings,
                    LogSettings.in(Path.of("logs", "05")));
            Map<Integer, int[]> responses = AccuracyLogReader.read(result.logs().accuracy());
            long correct = responses.entrySet().stream()
                    .filter(response -> Arrays.equals(response.getValue(), expectedTokens(response.getKey())))
                    .count();
            System.out.println(result.verdict() + ", " + correct + " of " + SAMPLES + " responses are correct");
        }
    }

    private static int[] expectedTokens(int index) {
        return new int[] {index, 2 * index, -index};
    }
}
