// SPDX-License-Identifier: Apache-2.0
package io.loadharness.engine;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Finds processes that would use the same devices. */
final class SharedDevices {

    /** A command of a worker in {@code integrations/python} that uses GPUs, such as {@code python3 -m loadharness_worker vllm}. */
    private static final Pattern GPU_WORKER =
            Pattern.compile("\\bloadharness_worker[. ](vllm(_async|_offline)?|sglang(_engine)?|tensorrt_llm)\\b");

    private SharedDevices() {}

    /** Returns true if the settings give two processes the same device. */
    static boolean areShared(EngineSettings settings, int one, int other) {
        if (settings.devices().isEmpty()) {
            return false; // the processes may select their devices themselves
        }
        List<String> devices = List.of(settings.devicesOf(one).split(",", -1));
        return Stream.of(settings.devicesOf(other).split(",", -1)).anyMatch(devices::contains);
    }

    /** Returns a sentence if several processes of an engine for GPUs have no devices of their own. */
    static Optional<String> warning(EngineSettings settings) {
        Matcher worker = GPU_WORKER.matcher(String.join(" ", settings.command()));
        return settings.processes() == 1 || !settings.devices().isEmpty() || !worker.find()
                ? Optional.empty()
                : Optional.of("The " + settings.processes() + " processes of " + worker.group(1)
                        + " use the same devices: give each process its own with --devices, for example --devices '0;1'"
                        + " for two processes with one GPU each");
    }
}
