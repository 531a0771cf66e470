// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.doctor;

import com.sun.management.OperatingSystemMXBean;
import io.loadharness.internal.FreeSpace;
import io.loadharness.report.Quantity;
import java.io.File;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;

/** Checks of the limits and settings that a client with many connections and exact timestamps needs. */
final class MachineChecks {

    private static final long MIN_FILES = 65_536;
    private static final long MIN_THREADS = 4_096;
    private static final long MIN_PORTS = 20_000;
    private static final int MIN_CPUS = 4;
    private static final long GIB = 1L << 30;
    private static final Set<String> EXACT_CLOCKS =
            Set.of("tsc", "kvm-clock", "hyperv_clocksource_tsc_page", "arch_sys_counter");
    private static final String UNKNOWN = "unknown";

    private final KernelFiles kernel;
    private final Map<String, String> environment;
    private final Path folder;

    /**
     * Creates the checks for the machine that the kernel files describe.
     *
     * @param folder the current folder
     */
    MachineChecks(KernelFiles kernel, Map<String, String> environment, Path folder) {
        this.kernel = kernel;
        this.environment = environment;
        this.folder = folder;
    }

    /** Returns all findings in display order. */
    List<DoctorFinding> findings() {
        return List.of(
                DoctorFinding.good("Java", Runtime.version() + ", " + System.getProperty("java.vm.name")),
                cpus(),
                quota(),
                memory(),
                disk(),
                files(),
                threads(),
                ports(),
                governor(),
                clock(),
                tool("git", "with which a run records the revision of the current folder"),
                tool("python3", "with which the build downloads LoadGen's sources"));
    }

    private static DoctorFinding cpus() {
        int cpus = Runtime.getRuntime().availableProcessors();
        return DoctorFinding.of(
                "CPUs",
                String.valueOf(cpus),
                cpus >= MIN_CPUS,
                "There are few CPUs: run the server on another machine, and check the client health in each report.");
    }

    private DoctorFinding quota() {
        Optional<String> limited = kernel.text("sys/fs/cgroup/cpu.max").filter(text -> !text.startsWith("max"));
        return DoctorFinding.of(
                "CPU quota",
                limited.orElse("none"),
                limited.isEmpty(),
                "The kernel pauses a container that has used its CPU quota for the current period: give the container"
                        + " whole CPUs, or no limit.");
    }

    private static DoctorFinding memory() {
        long bytes =
                ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize();
        return DoctorFinding.of(
                "Memory",
                gibibytes(bytes),
                bytes >= 4 * GIB,
                "There is little memory, and large data sets will not fit: use a part of them with --dataset-sql or"
                        + " --num-samples.");
    }

    private DoctorFinding disk() {
        OptionalLong bytes = FreeSpace.of(folder);
        return DoctorFinding.of(
                "Disk of the current folder",
                bytes.isPresent() ? gibibytes(bytes.getAsLong()) + " free" : UNKNOWN,
                bytes.isEmpty() || bytes.getAsLong() >= GIB,
                "There is little disk space, and a run fails if its records cannot be written: choose a folder on another"
                        + " disk with --output-dir.");
    }

    private DoctorFinding files() {
        return limit(
                "Open files",
                "Max open files",
                MIN_FILES,
                "Each connection needs an open file: run ulimit -n " + MIN_FILES
                        + " in this shell, or raise nofile in /etc/security/limits.conf.");
    }

    private DoctorFinding threads() {
        OptionalLong pids = kernel.text("sys/fs/cgroup/pids.max").stream()
                .flatMap(KernelFiles::number)
                .mapToLong(Long::longValue)
                .findFirst();
        if (pids.isPresent() && pids.getAsLong() < MIN_THREADS) {
            return DoctorFinding.of(
                    "Threads",
                    Quantity.count(pids.getAsLong()) + " in this container",
                    false,
                    "The limit of threads is low: raise the pids limit of the container, podPidsLimit in Kubernetes.");
        }
        return limit(
                "Threads",
                "Max processes",
                MIN_THREADS,
                "The limit of threads is low: run ulimit -u " + MIN_THREADS
                        + " in this shell, or raise nproc in /etc/security/limits.conf.");
    }

    private DoctorFinding limit(String name, String kernelName, long min, String remedy) {
        OptionalLong limit = kernel.limit(kernelName);
        String found = limit.isPresent() ? Quantity.count(limit.getAsLong()) : "no limit, or " + UNKNOWN;
        return DoctorFinding.of(name, found, limit.isEmpty() || limit.getAsLong() >= min, remedy);
    }

    private DoctorFinding ports() {
        List<Long> range = kernel.text("proc/sys/net/ipv4/ip_local_port_range").stream()
                .flatMap(text -> Arrays.stream(text.split("\\s+", -1)))
                .flatMap(KernelFiles::number)
                .toList();
        if (range.size() != 2) {
            return DoctorFinding.good("Local ports", UNKNOWN);
        }
        long ports = range.get(1) - range.get(0) + 1;
        return DoctorFinding.of(
                "Local ports",
                Quantity.count(ports) + ", from " + range.get(0) + " to " + range.get(1),
                ports >= MIN_PORTS,
                "Each connection to a server needs its own local port: run sudo sysctl -w"
                        + " net.ipv4.ip_local_port_range=\"10000 65535\".");
    }

    private DoctorFinding governor() {
        Optional<String> governor = kernel.text("sys/devices/system/cpu/cpu0/cpufreq/scaling_governor");
        return DoctorFinding.of(
                "CPU frequency governor",
                governor.orElse(UNKNOWN + ", as in most virtual machines"),
                governor.isEmpty() || governor.get().equals("performance"),
                "CPUs that change their frequency make times vary: run sudo cpupower frequency-set -g"
                        + " performance.");
    }

    private DoctorFinding clock() {
        Optional<String> source = kernel.text("sys/devices/system/clocksource/clocksource0/current_clocksource");
        return DoctorFinding.of(
                "Clock",
                source.orElse(UNKNOWN),
                source.isEmpty() || EXACT_CLOCKS.contains(source.get()),
                "Each read of this clock is a system call, and there are several reads for each token: boot with"
                        + " clocksource=tsc if the machine supports it.");
    }

    private DoctorFinding tool(String name, String purpose) {
        Optional<Path> found = Stream.of(environment.getOrDefault("PATH", "").split(File.pathSeparator, -1))
                .filter(folder -> !folder.isEmpty())
                .map(folder -> Path.of(folder, name))
                .filter(Files::isExecutable)
                .findFirst();
        return DoctorFinding.of(
                name,
                found.map(Path::toString).orElse("not found"),
                found.isPresent(),
                "Install " + name + ", " + purpose + ".");
    }

    private static String gibibytes(long bytes) {
        return Quantity.number(Math.round(10.0 * bytes / GIB) / 10.0) + " GiB";
    }
}
