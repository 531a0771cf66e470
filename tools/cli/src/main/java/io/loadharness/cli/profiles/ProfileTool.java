// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.profiles;

import io.loadharness.cli.inferenceperf.InferencePerfProfile;
import io.loadharness.cli.yaml.YamlMap;
import io.loadharness.internal.ProgramName;
import io.loadharness.internal.Suggestions;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A load generator whose profiles LoadHarness can run. llm-d-benchmark calls it a harness. */
public enum ProfileTool {
    /** The benchmark of the Kubernetes project. */
    INFERENCE_PERF("inference-perf", "api", "tokenizer", "storage", "report", "metrics", "load"),
    /** LMBenchmark, which fmperf starts. */
    FMPERF("fmperf", "qps_values", "scenarios", "num_users_warmup", "chat_history", "answer_len"),
    /** GuideLLM, the benchmark of the vLLM project. */
    GUIDELLM(
            "guidellm",
            "target",
            "rate_type",
            "rate-type",
            "request_type",
            "request-type",
            "max_seconds",
            "max-seconds"),
    /** The arguments of {@code vllm bench serve}. */
    VLLM_BENCHMARK("vllm-benchmark", "dataset_name", "dataset-name", "num_prompts", "num-prompts", "base-url"),
    /** No load: only the startup of the server is analyzed. */
    NOP("nop", "pvc_name", "service_account");

    private final String id;

    @SuppressWarnings("ImmutableEnumChecker") // Set.of is immutable
    private final Set<String> signs;

    ProfileTool(String id, String... signs) {
        this.id = id;
        this.signs = Set.of(signs);
    }

    /** Returns the name, which is also the name of the folder with the profiles of this tool. */
    public String id() {
        return id;
    }

    /**
     * Returns a tool by its name.
     *
     * @param source the option or variable that contains the name
     * @throws IllegalArgumentException if there is no such tool; the message suggests the nearest name
     */
    public static ProfileTool named(String source, String name) {
        return Arrays.stream(values())
                .filter(each -> each.id.equals(name))
                .findFirst()
                .orElseThrow(() -> {
                    List<String> names =
                            Arrays.stream(values()).map(ProfileTool::id).toList();
                    return new IllegalArgumentException(
                            source + ": unknown harness '" + name + "'" + Suggestions.hintAndNames(name, names));
                });
    }

    /** Returns the tool of a profile, detected by the keys in the document; empty if the document is not a profile. */
    public static Optional<ProfileTool> of(YamlMap document) {
        return Arrays.stream(values()).filter(each -> each.hasSign(document)).findFirst();
    }

    /** Returns llm-d-benchmark's default values of variables with the names of cluster objects. Some profiles refer to these variables. */
    public Map<String, String> clusterDefaults() {
        return Map.of(
                "LLMDBENCH_HARNESS_PVC_NAME", "workload-pvc",
                "LLMDBENCH_HARNESS_SERVICE_ACCOUNT", id + "-runner",
                "LLMDBENCH_HARNESS_CONTAINER_IMAGE", "lmcache/lmcache-benchmark:main");
    }

    private boolean hasSign(YamlMap document) {
        return document.keys().stream()
                .filter(signs::contains)
                .anyMatch(key -> this != INFERENCE_PERF || document.hasMap(key));
    }

    /**
     * Reads a document of this tool.
     *
     * @param warnings the warnings so far, to which this method adds
     * @throws IllegalArgumentException if a setting is unknown, wrong or not supported; the message gives its location
     */
    InferencePerfProfile read(YamlMap document, List<String> warnings) {
        return switch (this) {
            case INFERENCE_PERF -> InferencePerfProfile.of(document, warnings);
            case GUIDELLM -> GuidellmProfile.of(document, warnings);
            case VLLM_BENCHMARK -> VllmBenchmarkProfile.of(document, warnings);
            case FMPERF -> FmperfProfile.of(document, warnings);
            case NOP ->
                throw document.error("is a profile of the harness 'nop', which sends no load: analyze the log of the"
                        + " server with: " + ProgramName.NAME + " nop LOG");
        };
    }
}
