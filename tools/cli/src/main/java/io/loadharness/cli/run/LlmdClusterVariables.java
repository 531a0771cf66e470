// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.run;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Converts llm-d-benchmark's environment variables about its pod to options of a run on Kubernetes. If at least one variable is set, the
 * others have the defaults of llm-d-benchmark.
 */
public final class LlmdClusterVariables {

    private static final String PREFIX = "LLMDBENCH_HARNESS_";
    private static final String COMMON_NAMESPACE = "LLMDBENCH_VLLM_COMMON_NAMESPACE";

    private static final Set<String> OFF = Set.of("0", "false");

    private final Map<String, String> environment;

    /** Creates a converter of variables, by their names. */
    public LlmdClusterVariables(Map<String, String> environment) {
        this.environment = environment;
    }

    /** Returns the options; empty if no variable is set. */
    public Map<String, String> options() {
        Map<String, String> all = new LinkedHashMap<>();
        boolean isSet = add(all, "namespace", "NAMESPACE", environment.getOrDefault(COMMON_NAMESPACE, "llmdbench"));
        isSet |= add(all, "pvc", "PVC_NAME", "workload-pvc");
        isSet |= add(all, "pvc-size", "PVC_SIZE", "20Gi");
        // There is no default: older versions had the default NAME-runner, but used the account of the namespace.
        value("SERVICE_ACCOUNT").ifPresent(each -> all.put("service-account", each));
        isSet |= value("SERVICE_ACCOUNT").isPresent();
        isSet |= add(all, "cpu", "CPU_NR", "16");
        isSet |= add(all, "memory", "CPU_MEM", "32Gi");
        isSet |= add(all, "wait", "WAIT_TIMEOUT", "3600");
        isSet |= addFlag(all, "skip-run", "SKIP_RUN");
        isSet |= addFlag(all, "debug-pod", "DEBUG");
        return isSet ? all : Map.of();
    }

    private Optional<String> value(String name) {
        return Optional.ofNullable(environment.get(PREFIX + name)).filter(each -> !each.isBlank());
    }

    private boolean add(Map<String, String> all, String option, String name, String fallback) {
        all.put(option, value(name).orElse(fallback));
        return value(name).isPresent();
    }

    /** Adds a flag. Any value except {@code 0} and {@code false} sets the flag. */
    private boolean addFlag(Map<String, String> all, String option, String name) {
        value(name)
                .filter(each -> !OFF.contains(each.toLowerCase(Locale.ROOT)))
                .ifPresent(each -> all.put(option, "true"));
        return value(name).isPresent();
    }
}
