// SPDX-License-Identifier: Apache-2.0
package io.loadharness.launchers;

import io.loadharness.cluster.LaunchRequest;
import io.loadharness.cluster.LaunchedWorkers;
import io.loadharness.cluster.Launcher;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Starts workers as processes on this machine, with the Java of this process. The launcher passes the secret through the standard input of
 * the workers. Therefore the workers also end if this process is killed. The option {@code prefix} sets a command before {@code java}, for
 * example {@code numactl --cpunodebind={rank}}. In this command, the number of the worker replaces {@code {rank}}. The option {@code java}
 * sets the path of another Java program. The option {@code java-option} sets an option of the JVM, and may be repeated.
 */
public final class LocalLauncher implements Launcher {

    private static final String PREFIX = "prefix";
    private static final String JAVA = "java";
    private static final String JAVA_OPTION = "java-option";
    private static final List<String> OPTIONS = List.of(JAVA, JAVA_OPTION, PREFIX);

    @Override
    public String name() {
        return "local";
    }

    @Override
    public boolean isLocal() {
        return true;
    }

    @Override
    public LaunchedWorkers start(LaunchRequest request) throws IOException {
        requireKnown(request.options());
        List<LocalProcess> processes = new ArrayList<>();
        try {
            for (int rank = 0; rank < request.workers(); rank++) {
                processes.add(LocalProcess.start(
                        command(request, rank), request.logs().resolve("worker-" + rank + ".log"), request.secret()));
            }
            return new LocalWorkers(processes);
        } catch (IOException | RuntimeException e) {
            new LocalWorkers(processes).close();
            throw e;
        }
    }

    @Override
    public String describe(LaunchRequest request) {
        requireKnown(request.options());
        StringBuilder text = new StringBuilder("# Each worker reads the secret of the run from its standard input.\n");
        for (int rank = 0; rank < request.workers(); rank++) {
            text.append(Shell.quote(command(request, rank))).append('\n');
        }
        return text.toString();
    }

    private static void requireKnown(Map<String, String> options) {
        for (String each : options.keySet()) {
            if (!OPTIONS.contains(each)) {
                throw new IllegalArgumentException(
                        "the launcher local has no option " + each + ". Allowed: " + String.join(", ", OPTIONS));
            }
        }
    }

    private static List<String> command(LaunchRequest request, int rank) {
        List<String> command = new ArrayList<>();
        String prefix = request.options().getOrDefault(PREFIX, "").strip();
        if (!prefix.isEmpty()) {
            command.addAll(
                    List.of(prefix.replace("{rank}", String.valueOf(rank)).split("\\s+", -1)));
        }
        command.add(request.options()
                .getOrDefault(
                        JAVA,
                        Path.of(System.getProperty("java.home"), "bin", "java").toString()));
        command.addAll(WorkerJvm.OPTIONS);
        request.options()
                .getOrDefault(JAVA_OPTION, "")
                .lines()
                .map(String::strip)
                .filter(each -> !each.isEmpty())
                .forEach(command::add);
        command.add("-cp");
        command.add(request.classPath().stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator)));
        command.add(request.mainClass());
        command.addAll(request.arguments());
        command.add("--rank");
        command.add(String.valueOf(rank));
        return command;
    }
}
