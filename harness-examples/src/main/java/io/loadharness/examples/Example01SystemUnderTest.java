// SPDX-License-Identifier: Apache-2.0
package io.loadharness.examples;

import io.loadharness.LoadGenerator;
import io.loadharness.LogSettings;
import io.loadharness.Query;
import io.loadharness.QuerySample;
import io.loadharness.QuerySampleLibrary;
import io.loadharness.Scenario;
import io.loadharness.SystemUnderTest;
import io.loadharness.TestMode;
import io.loadharness.TestResult;
import io.loadharness.TestSettings;
import io.loadharness.loadgen.MlperfLoadGen;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;

/** Example 1, the smallest test: runs a system under test that squares numbers, in the Server scenario. */
public final class Example01SystemUnderTest extends SystemUnderTest {

    private Example01SystemUnderTest() {
        super("squares");
    }

    @Override
    public void issueQuery(Query query) {
        for (QuerySample sample : query) {
            long x = sample.index();
            sample.complete(ByteBuffer.allocate(8).putLong(x * x).flip());
        }
    }

    public static void main(String[] args) {
        TestSettings settings = TestSettings.builder(Scenario.SERVER)
                .mode(TestMode.PERFORMANCE_ONLY)
                .serverTargetQps(1000)
                .serverTargetLatency(Duration.ofSeconds(1))
                .minDuration(Duration.ofSeconds(Integer.getInteger("seconds", 5)))
                .build();
        try (LoadGenerator loadGen = new MlperfLoadGen();
                SystemUnderTest sut = new Example01SystemUnderTest()) {
            TestResult result = loadGen.run(
                    sut, QuerySampleLibrary.ofSize("integers", 1024), settings, LogSettings.in(Path.of("logs", "01")));
            System.out.println(result);
        }
    }
}
