// SPDX-License-Identifier: Apache-2.0
package io.loadharness.examples;

import io.loadharness.LoadGenerator;
import io.loadharness.LogSettings;
import io.loadharness.Scenario;
import io.loadharness.TestMode;
import io.loadharness.TestResult;
import io.loadharness.TestSettings;
import io.loadharness.dataset.Dataset;
import io.loadharness.dataset.MlperfDataset;
import io.loadharness.dataset.PromptForm;
import io.loadharness.http.Dialect;
import io.loadharness.http.OpenAiBackend;
import io.loadharness.inference.BackendSystemUnderTest;
import io.loadharness.inference.GenerationParameters;
import io.loadharness.inference.InferenceRequest;
import io.loadharness.loadgen.MlperfLoadGen;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * Example 8: MLPerf's Llama 3.1 8B in the Offline scenario, the same run as {@code harness run --profile llama3.1-8b}. Arguments: the data
 * set, the URL of the server and a user.conf.
 */
public final class Example08MlperfModel {

    private Example08MlperfModel() {}

    public static void main(String[] args) throws Exception {
        Dataset dataset = Dataset.read(Path.of(args[0]));
        MlperfDataset.LLAMA3_1_8B.mismatches(dataset).forEach(System.out::println);
        GenerationParameters parameters = GenerationParameters.builder()
                .minTokens(1)
                .maxTokens(128)
                .temperature(0)
                .topP(1)
                .topK(1)
                .seed(42)
                .build();
        List<InferenceRequest> requests = dataset.requests(PromptForm.IDS, parameters);
        TestSettings settings = TestSettings.builder(Scenario.OFFLINE)
                .mode(TestMode.PERFORMANCE_ONLY)
                .model("llama3_1-8b")
                .userConf(Path.of(args[2]))
                .build();
        OpenAiBackend backend =
                OpenAiBackend.builder(args[1]).dialect(Dialect.VLLM_COMPLETIONS).build();
        try (LoadGenerator loadGen = new MlperfLoadGen();
                BackendSystemUnderTest sut = BackendSystemUnderTest.builder("llama3.1-8b", requests::get)
                        .backend(backend, 1, 256)
                        .build()) {
            sut.start(Duration.ofMinutes(10));
            TestResult result = loadGen.run(sut, dataset.library(), settings, LogSettings.in(Path.of("logs", "08")));
            System.out.println(result.verdict() + " " + result.reasons());
            System.out.println(result.completedSamplesPerSecond() + " samples/s");
            sut.endpointCounts().forEach(System.out::println);
        }
    }
}
