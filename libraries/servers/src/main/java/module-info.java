// SPDX-License-Identifier: Apache-2.0
/** Starts, monitors, profiles and stops inference servers. */
module io.loadharness.servers {
    requires io.loadharness.core;
    requires static org.jspecify;

    exports io.loadharness.servers;
    exports io.loadharness.servers.profiler;

    uses io.loadharness.servers.ServerBackend;

    provides io.loadharness.servers.ServerBackend with
            io.loadharness.servers.CommandServerBackend,
            io.loadharness.servers.LlamaCppServerBackend,
            io.loadharness.servers.SglangServerBackend,
            io.loadharness.servers.TrtllmServerBackend,
            io.loadharness.servers.VllmServerBackend;
}
