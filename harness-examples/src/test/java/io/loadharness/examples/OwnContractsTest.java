// SPDX-License-Identifier: Apache-2.0
package io.loadharness.examples;

import io.loadharness.Scenario;
import io.loadharness.SystemUnderTest;
import io.loadharness.TestSettings;
import io.loadharness.inference.InferenceBackend;
import io.loadharness.inference.InferenceRequest;
import io.loadharness.inference.Prompt;
import io.loadharness.loadgen.MlperfLoadGen;
import io.loadharness.testkit.InferenceBackendContract;
import io.loadharness.testkit.SystemUnderTestContract;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;

/** Tests the contracts of the interfaces that the examples implement, also with LoadGen. */
class OwnContractsTest {

    @Nested
    class FourWorkers extends SystemUnderTestContract {

        @Override
        protected SystemUnderTest create() {
            return new PooledSystem();
        }

        @Override
        protected List<Load> loads() {
            return Stream.of(Scenario.SINGLE_STREAM, Scenario.OFFLINE)
                    .map(scenario -> new Load(
                            new MlperfLoadGen(),
                            TestSettings.builder(scenario)
                                    .minDuration(Duration.ofMillis(100))
                                    .minQueryCount(scenario == Scenario.OFFLINE ? 1 : 50)
                                    .build()))
                    .toList();
        }
    }

    @Nested
    class Engine extends InferenceBackendContract {

        @Override
        protected InferenceBackend create() {
            return new EngineBackend();
        }

        @Override
        protected InferenceRequest request(int sampleIndex) {
            return InferenceRequest.of(sampleIndex, Prompt.of(1, 2, 3));
        }
    }
}
