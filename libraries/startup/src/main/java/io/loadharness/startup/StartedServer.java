// SPDX-License-Identifier: Apache-2.0
package io.loadharness.startup;

import java.util.List;
import java.util.Optional;

/**
 * Which server it was, as far as its log tells.
 *
 * @param service the name of its container, where the log is of several
 * @param arguments those that differ from the default, as Python writes them
 * @param devices those that the log names
 */
public record StartedServer(
        Optional<String> service,
        Optional<String> version,
        Optional<String> model,
        Optional<String> loadFormat,
        Optional<Boolean> sleepMode,
        Optional<String> arguments,
        List<Device> devices) {

    /** Keeps the devices as they are now. */
    public StartedServer {
        devices = List.copyOf(devices);
    }
}
