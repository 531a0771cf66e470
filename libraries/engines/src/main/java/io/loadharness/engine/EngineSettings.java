// SPDX-License-Identifier: Apache-2.0
package io.loadharness.engine;

import io.loadharness.internal.SecretText;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** Settings of engine processes, see {@link EngineProcess.Builder}. */
record EngineSettings(
        String name,
        List<String> command,
        int processes,
        List<String> devices,
        Map<String, String> environment,
        Map<String, String> options,
        Duration startLimit,
        Duration stopGrace,
        Duration heartbeatLimit,
        Optional<Duration> requestLimit,
        Path logFolder,
        Path machine,
        Consumer<String> messages) {

    /** Returns the devices of a process, such as {@code 0,1}; empty if the settings contain none. */
    String devicesOf(int rank) {
        return devices.isEmpty() ? "" : devices.get(rank);
    }

    /** Returns the values of options with names of secrets, such as {@code api-key}. */
    List<String> secrets() {
        return options.entrySet().stream()
                .filter(each -> SecretText.isSecretName(each.getKey()))
                .map(Map.Entry::getValue)
                .toList();
    }
}
