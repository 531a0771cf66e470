// SPDX-License-Identifier: Apache-2.0
package io.loadharness.servers;

import io.loadharness.servers.profiler.ProfilePlan;
import io.loadharness.servers.profiler.ProfiledServer;
import io.loadharness.servers.profiler.Profiling;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** Starts the server processes of a spec. */
record Launch(ServerSpec spec, ServerBackend backend, String id, Path folder, Optional<ProfilePlan> profiles) {

    /** The prefix of the log line that names a failed command of {@link ServerSpec#beforeStart}. */
    static final String FAILED_BEFORE_START = "before_start failed: ";

    /** Starts the process of a replica. */
    Process process(int index, int port) throws IOException {
        List<String> command = new ArrayList<>(NewSession.PREFIX);
        if (!spec.beforeStart().isEmpty()) {
            command.addAll(List.of("bash", "-e", "-c", preparation(), "before_start"));
        }
        command.addAll(command(spec, index, port));
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(
                        Redirect.appendTo(LaunchedServers.createFile(log(index)).toFile()));
        spec.workingFolder().ifPresent(where -> builder.directory(where.toFile()));
        Map<String, String> environment = builder.environment();
        environment.put("SPT_NOENV", "1"); // without this variable, Python's setproctitle overwrites /proc/PID/environ
        environment.putAll(backend.environment(spec));
        if (profiles.isPresent()) {
            ProfiledServer server = profiled(profiles.get(), index, port, OptionalLong.empty());
            Files.createDirectories(server.output());
            environment.putAll(Profiling.environment(profiles.get().profile(), server));
        }
        if (!spec.devices().isEmpty()) {
            String devices = String.join(",", spec.devices().get(index));
            environment.put("CUDA_VISIBLE_DEVICES", devices);
            environment.put("HIP_VISIBLE_DEVICES", devices);
        }
        environment.putAll(spec.environment());
        environment.put(ServerProcesses.MARK, id);
        Process process = builder.start();
        process.getOutputStream().close();
        return process;
    }

    /** Returns a script that runs the commands of {@link ServerSpec#beforeStart}, and then replaces its own process with the server. */
    private String preparation() {
        StringBuilder script = new StringBuilder(
                "trap 'echo \"" + FAILED_BEFORE_START + "$loadharness_command (exit code $?)\"' EXIT\n");
        for (String each : spec.beforeStart()) {
            String shown = each.strip().replaceAll("\\s*\\R\\s*", " ").replace("'", "'\\''");
            script.append("loadharness_command='" + shown + "'\n").append(each).append('\n');
        }
        return script.append("trap - EXIT\nexec \"$@\"").toString();
    }

    /** Returns the command line of a replica, including its profiler. */
    List<String> command(ServerSpec as, int index, int port) {
        List<String> command = backend.command(as, port);
        return profiles.map(plan ->
                        Profiling.command(plan.profile(), command, profiled(plan, index, port, OptionalLong.empty())))
                .orElse(command);
    }

    /** Returns the servers as profiler targets; empty without a profiler. */
    List<ProfiledServer> profiled(List<Replica> replicas) {
        return profiles.stream()
                .flatMap(plan -> replicas.stream()
                        .map(each -> profiled(plan, each.index(), each.port(), OptionalLong.of(each.pid()))))
                .toList();
    }

    private ProfiledServer profiled(ProfilePlan plan, int index, int port, OptionalLong pid) {
        Path output = plan.folder().resolve("replica-" + index);
        Map<String, String> environment = new LinkedHashMap<>(spec.environment());
        environment.put(ServerProcesses.MARK, id);
        return new ProfiledServer(
                "replica " + index,
                Optional.of(Replica.url(spec.host(), port)),
                pid,
                output,
                "loadharness-" + id + "-" + index,
                environment,
                backend.torchHooks(output));
    }

    /** Returns the description of a started replica. */
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
