/** The life of inference servers that are started for a run. */
module io.loadharness.server {
    requires io.loadharness.core;

    exports io.loadharness.server;
    exports io.loadharness.server.profile;

    uses io.loadharness.server.ServerBackend;

    provides io.loadharness.server.ServerBackend with
            io.loadharness.server.CommandBackend,
            io.loadharness.server.LlamaCppBackend,
            io.loadharness.server.SglangBackend,
            io.loadharness.server.TrtllmBackend,
            io.loadharness.server.VllmBackend;
}
