package io.loadharness.server;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Starts the processes of one spec. */
record Launch(ServerSpec spec, ServerBackend backend, String id, Path folder) {

    /** Starts a replica, which then goes on by itself. */
    Process process(int index, int port) throws IOException {
        List<String> command = new ArrayList<>(NewSession.PREFIX);
        command.addAll(backend.command(spec, port));
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(Redirect.appendTo(log(index).toFile()));
        spec.workingFolder().ifPresent(where -> builder.directory(where.toFile()));
        Map<String, String> environment = builder.environment();
        environment.put("SPT_NOENV", "1"); // else Python's setproctitle writes over what /proc tells of the environment
        environment.putAll(backend.environment(spec));
        if (!spec.devices().isEmpty()) {
            String devices = String.join(",", spec.devices().get(index));
            environment.put("CUDA_VISIBLE_DEVICES", devices);
            environment.put("HIP_VISIBLE_DEVICES", devices);
        }
        environment.putAll(spec.environment());
        environment.put(Family.MARK, id);
        Process process = builder.start();
        process.getOutputStream().close();
        return process;
    }

    /** What is known of a replica that runs. */
    Replica replica(int index, int port, ProcessId process) {
        return new Replica(
                index,
                spec.host(),
                port,
                spec.devices().isEmpty() ? List.of() : spec.devices().get(index),
                log(index),
                process.pid(),
                process.start());
    }

    private Path log(int index) {
        return folder.resolve("replica-" + index + ".log");
    }
}
