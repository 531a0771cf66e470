/** The life of inference servers that are started for a run. */
module io.loadharness.servers {
    requires io.loadharness.core;
    requires static org.jspecify;

    exports io.loadharness.servers;
    exports io.loadharness.servers.profiler;

    uses io.loadharness.servers.ServerBackend;

    provides io.loadharness.servers.ServerBackend with
            io.loadharness.servers.CommandBackend,
            io.loadharness.servers.LlamaCppBackend,
            io.loadharness.servers.SglangBackend,
            io.loadharness.servers.TrtllmBackend,
            io.loadharness.servers.VllmBackend;
}
