// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * The machine and the JVM on which LoadHarness runs.
 *
 * @param jvm the name and version of the virtual machine
 * @param os the name, kernel version and architecture of the operating system
 * @param cpu the CPU model; empty if unknown
 * @param cpus the number of CPUs that the JVM may use
 * @param heapBytes the maximum heap size
 * @param limits the resource limits of the process, by the names in {@code /proc/self/limits}; empty if unknown
 * @param revision the git revision of the working folder; empty if unknown
 */
public record Environment(
        String jvm,
        String os,
        String cpu,
        int cpus,
        long heapBytes,
        Map<String, String> limits,
        Optional<String> revision) {

    private static final List<String> LIMITS = List.of("Max open files", "Max processes", "Max locked memory");

    public Environment {
        limits = Collections.unmodifiableMap(new LinkedHashMap<>(limits));
    }

    /** Returns the environment of this process. This method runs git, and can therefore take up to two seconds. */
    public static Environment ofThisProcess() {
        return new Environment(
                System.getProperty("java.vm.name") + " " + System.getProperty("java.runtime.version"),
                System.getProperty("os.name") + " " + System.getProperty("os.version") + " "
                        + System.getProperty("os.arch"),
                lines(Path.of("/proc/cpuinfo"))
                        .filter(line -> line.startsWith("model name"))
                        .map(line -> line.substring(line.indexOf(':') + 1).strip())
                        .findFirst()
                        .orElse(""),
                Runtime.getRuntime().availableProcessors(),
                Runtime.getRuntime().maxMemory(),
                limitsOfProcess(),
                gitRevision());
    }

    private static Map<String, String> limitsOfProcess() {
        Map<String, String> limits = new LinkedHashMap<>();
        lines(Path.of("/proc/self/limits")).forEach(line -> LIMITS.stream()
                .filter(line::startsWith)
                .forEach(name ->
                        limits.put(name, line.substring(name.length()).strip().split("\\s+", 2)[0])));
        return limits;
    }

    private static Stream<String> lines(Path file) {
        try {
            return Files.readString(file).lines();
        } catch (IOException e) {
            return Stream.empty();
        }
    }

    private static Optional<String> gitRevision() {
        try {
            Process git = new ProcessBuilder("git", "rev-parse", "HEAD")
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            git.getOutputStream().close();
            if (!git.waitFor(2, TimeUnit.SECONDS)) {
                git.destroyForcibly();
                return Optional.empty();
            }
            String revision = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            return git.exitValue() == 0 ? Optional.of(revision) : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }
}
