// SPDX-License-Identifier: Apache-2.0
package io.loadharness.startup;

import java.util.List;
import java.util.Optional;

/**
 * The server that a start-up log describes. All values come from the log. Values that are not logged are empty.
 *
 * @param service the container or pod name at the start of the log lines; empty if the lines have no such name
 * @param version the version of the server
 * @param model the name of the model
 * @param loadFormat the format of the weights
 * @param sleepMode true if sleep mode is enabled
 * @param arguments the arguments that differ from the defaults, as a Python literal
 * @param devices the GPUs
 */
public record StartedServer(
        Optional<String> service,
        Optional<String> version,
        Optional<String> model,
        Optional<String> loadFormat,
        Optional<Boolean> sleepMode,
        Optional<String> arguments,
        List<Device> devices) {

    /** Copies the devices. */
    public StartedServer {
        devices = List.copyOf(devices);
    }
}
