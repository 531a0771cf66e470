// SPDX-License-Identifier: Apache-2.0
package io.loadharness.servers.profiler;

import java.util.List;

/** Runs a profiler with the user's shell commands. If there is no stop command, terminates the process of the start command. */
final class CommandProfiler implements Profiler {

    private static final String OUTPUT = "{output}";
    private static final String PID = "{pid}";
    static final String URL = "{url}";

    private final Profile profile;

    CommandProfiler(Profile profile) {
        this.profile = profile;
    }

    @Override
    public boolean leavesFiles(ProfiledServer server) {
        return (profile.start().orElse("") + profile.stop().orElse("")).contains(OUTPUT);
    }

    @Override
    public Recording start(ProfiledServer server, ServerControl control)
            throws ProfilerException, InterruptedException {
        ProfilerCommand command = new ProfilerCommand("the profiler's command", server, profile.limit());
        ProfilerCommand.Started started =
                command.start("start", shell(profile.start().orElseThrow(), server));
        if (profile.stop().isEmpty()) {
            return started::end;
        }
        List<String> stop = shell(profile.stop().get(), server);
        return () -> {
            command.run("stop", stop);
            started.await();
        };
    }

    /** Returns the shell command with its placeholders replaced by quoted values. */
    private static List<String> shell(String text, ProfiledServer server) throws ProfilerException {
        if (text.contains(PID) && server.pid().isEmpty()) {
            throw new ProfilerException(
                    "{pid} is unknown for " + server.name() + ", because this run did not start it");
        }
        if (text.contains(URL) && server.url().isEmpty()) {
            throw new ProfilerException("{url} is unknown for " + server.name() + ", because it is not an HTTP server");
        }
        String line = text.replace(URL, quoted(server.url().orElse("")))
                .replace(OUTPUT, quoted(server.output().toString()))
                .replace(PID, String.valueOf(server.pid().orElse(0)));
        return List.of("/bin/sh", "-c", line);
    }

    private static String quoted(String text) {
        return "'" + text.replace("'", "'\\''") + "'";
    }
}
