// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.llmd;

import java.util.Arrays;
import java.util.Optional;

/**
 * The environment variables of llm-d-benchmark's launcher. Other variables that start with {@link #PREFIX} are only values for
 * {@code REPLACE_ENV_NAME} in profiles.
 */
enum LauncherVariable {
    DEPLOY_SCENARIO("-c", "a file with values of these variables"),
    DEPLOY_MODEL_LIST("-m", "the models, separated by commas; default meta-llama/Llama-3.2-1B-Instruct"),
    HARNESS_NAME("-l", "inference-perf, guidellm, vllm-benchmark, fmperf or nop; default inference-perf"),
    HARNESS_EXPERIMENT_PROFILE("-w", "the name or the path of the profile; default sanity_random.yaml"),
    HARNESS_EXPERIMENT_PROFILE_OVERRIDES("-o", "values that replace those of the profile"),
    HARNESS_WAIT_TIMEOUT("-s", "maximum time of the run of one model, in seconds; 0 for no limit; default 3600"),
    HARNESS_SKIP_RUN("-z", "1 to write the reports of existing results again, or to copy them, without a run"),
    HARNESS_DEBUG("-d", "1 to print the commands without running them; on Kubernetes: to start a sleeping pod"),
    CONTROL_DRY_RUN("-n", "1 to check the profile and show the planned load, without a run"),
    HARNESS_STACK_ENDPOINT_URL("--url", "the URL of the servers"),
    HARNESS_PROFILES_DIR("--profiles-dir", "a folder with more profiles, as HARNESS/NAME.yaml.in"),
    CONTROL_WORK_DIR("--work-dir", "the folder in which results/HARNESS_ID_MODEL is created"),
    RUN_EXPERIMENT_ID("--experiment-id", "replaces `ID` in `results/HARNESS_ID_MODEL`; default the start time"),

    HARNESS_NAMESPACE("-p", "the namespace of the pods; runs on Kubernetes", Place.STARTS_PODS),
    HARNESS_PVC_NAME("-k", "the claim for the results; runs on Kubernetes", Place.STARTS_PODS),
    HARNESS_PVC_SIZE("", "the size of a new claim; runs on Kubernetes", Place.STARTS_PODS),
    HARNESS_SERVICE_ACCOUNT("", "the service account of the pods; runs on Kubernetes", Place.STARTS_PODS),
    HARNESS_CPU_NR("", "the CPUs of each pod; runs on Kubernetes", Place.STARTS_PODS),
    HARNESS_CPU_MEM("", "the memory of each pod; runs on Kubernetes", Place.STARTS_PODS),
    HARNESS_CONTAINER_IMAGE("", "on Kubernetes: the image with LoadHarness", Place.PODS),
    VLLM_COMMON_NAMESPACE("", "on Kubernetes: the default of LLMDBENCH_HARNESS_NAMESPACE", Place.PODS),

    DEPLOY_METHODS("-t"),
    HARNESS_EXECUTABLE(""),
    HARNESS_CONDA_ENV_NAME(""),
    HARNESS_PROFILE_HARNESS_LIST(""),
    HARNESS_EXPERIMENT_TREATMENTS("-e"),
    HARNESS_LOAD_PARALLELISM("-j"),
    RUN_DATASET_URL("-x"),
    RUN_EXPERIMENT_ANALYZE_LOCALLY("");

    /** The start of the names of all variables. */
    static final String PREFIX = "LLMDBENCH_";

    /** The runs in which a variable has an effect. */
    private enum Place {
        /** All runs. */
        EVERYWHERE,
        /** A run whose pods this variable starts: with one of these variables, the run is on Kubernetes. */
        STARTS_PODS,
        /** A run on Kubernetes. */
        PODS,
        /** No run. */
        NONE
    }

    private final String option;
    private final String meaning;
    private final Place place;

    /** Creates a variable without an effect. */
    LauncherVariable(String option) {
        this(option, "no effect", Place.NONE);
    }

    LauncherVariable(String option, String meaning) {
        this(option, meaning, Place.EVERYWHERE);
    }

    LauncherVariable(String option, String meaning, Place place) {
        this.option = option;
        this.meaning = meaning;
        this.place = place;
    }

    /** Returns a variable by its name; empty if the launcher has no such variable. */
    static Optional<LauncherVariable> of(String name) {
        return Arrays.stream(values())
                .filter(each -> each.variable().equals(name))
                .findFirst();
    }

    /** Returns the name in the environment. */
    String variable() {
        return PREFIX + name();
    }

    /** Returns the option with the same meaning; empty text if there is none. */
    String option() {
        return option;
    }

    /** Returns the effect of the variable. */
    String meaning() {
        return meaning;
    }

    /** Returns true if the variable lets the run be on Kubernetes. */
    boolean startsPods() {
        return place == Place.STARTS_PODS;
    }

    /** Returns true if the variable has an effect in some runs. */
    boolean hasEffect() {
        return place != Place.NONE;
    }

    /** Returns true if the variable has an effect only in runs on Kubernetes. */
    boolean isOnlyForPods() {
        return place == Place.STARTS_PODS || place == Place.PODS;
    }
}
