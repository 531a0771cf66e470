// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.doctor;

import com.sun.management.OperatingSystemMXBean;
import io.loadharness.report.Quantity;
import java.io.File;
import java.io.IOException;
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

/** Looks at what a client of many connections and exact times needs. */
final class Examination {

    private static final long FEW_FILES = 65_536;
    private static final long FEW_THREADS = 4_096;
    private static final long FEW_PORTS = 20_000;
    private static final int FEW_PROCESSORS = 4;
    private static final long GIB = 1L << 30;
    private static final Set<String> EXACT_CLOCKS =
            Set.of("tsc", "kvm-clock", "hyperv_clocksource_tsc_page", "arch_sys_counter");
    private static final String UNKNOWN = "not told here";

    private final KernelFiles kernel;
    private final Map<String, String> environment;

    /** Of the machine that the files are about. */
    Examination(KernelFiles kernel, Map<String, String> environment) {
        this.kernel = kernel;
        this.environment = environment;
    }

    /** All findings, in the order to read them. */
    List<DoctorFinding> findings() throws IOException {
        return List.of(
                DoctorFinding.good("Java", Runtime.version() + ", " + System.getProperty("java.vm.name")),
                processors(),
                quota(),
                memory(),
                disk(),
                files(),
                threads(),
                ports(),
                governor(),
                clock(),
                tool("git", "so that a run can say which revision of your folder it belongs to"),
                tool("python3", "with which the build downloads LoadGen's sources"));
    }

    private static DoctorFinding processors() {
        int processors = Runtime.getRuntime().availableProcessors();
        return DoctorFinding.of(
                "Processors",
                String.valueOf(processors),
                processors >= FEW_PROCESSORS,
                "Few processors: keep the server on another machine, and look at how the client got on below each report.");
    }

    private DoctorFinding quota() {
        Optional<String> limited = kernel.text("sys/fs/cgroup/cpu.max").filter(text -> !text.startsWith("max"));
        return DoctorFinding.of(
                "Processor quota",
                limited.orElse("none"),
                limited.isEmpty(),
                "The container may be stopped in the middle of a period when its share is used up: give it whole"
                        + " processors, or no limit.");
    }

    private static DoctorFinding memory() {
        long bytes =
                ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize();
        return DoctorFinding.of(
                "Memory",
                gibibytes(bytes),
                bytes >= 4 * GIB,
                "Little memory: large data sets will not fit; take a part of them by --dataset-sql or --num-samples.");
    }

    private static DoctorFinding disk() throws IOException {
        long bytes = Files.getFileStore(Path.of("").toAbsolutePath()).getUsableSpace();
        return DoctorFinding.of(
                "Disk, in this folder",
                gibibytes(bytes) + " free",
                bytes >= GIB,
                "Little space: a run whose records cannot be written fails; name a folder elsewhere by --output-dir.");
    }

    private DoctorFinding files() {
        return limit(
                "Open files",
                "Max open files",
                FEW_FILES,
                "Each connection is an open file: say ulimit -n " + FEW_FILES
                        + " in this shell, or raise nofile in /etc/security/limits.conf.");
    }

    private DoctorFinding threads() {
        OptionalLong pids = kernel.text("sys/fs/cgroup/pids.max").stream()
                .flatMap(KernelFiles::number)
                .mapToLong(Long::longValue)
                .findFirst();
        if (pids.isPresent() && pids.getAsLong() < FEW_THREADS) {
            return DoctorFinding.of(
                    "Threads",
                    Quantity.count(pids.getAsLong()) + " in this container",
                    false,
                    "Threads may run out: raise the limit of the container, which Kubernetes calls podPidsLimit.");
        }
        return limit(
                "Threads",
                "Max processes",
                FEW_THREADS,
                "Threads may run out: say ulimit -u " + FEW_THREADS
                        + " in this shell, or raise nproc in /etc/security/limits.conf.");
    }

    private DoctorFinding limit(String what, String name, long few, String remedy) {
        OptionalLong limit = kernel.limit(name);
        String found = limit.isPresent() ? Quantity.count(limit.getAsLong()) : "no limit, or " + UNKNOWN;
        return DoctorFinding.of(what, found, limit.isEmpty() || limit.getAsLong() >= few, remedy);
    }

    private DoctorFinding ports() {
        List<Long> range = kernel.text("proc/sys/net/ipv4/ip_local_port_range").stream()
                .flatMap(text -> Arrays.stream(text.split("\\s+", -1)))
                .flatMap(KernelFiles::number)
                .toList();
        if (range.size() != 2) {
            return DoctorFinding.good("Ports for connections", UNKNOWN);
        }
        long ports = range.get(1) - range.get(0) + 1;
        return DoctorFinding.of(
                "Ports for connections",
                Quantity.count(ports) + ", from " + range.get(0) + " to " + range.get(1),
                ports >= FEW_PORTS,
                "Each connection to the same server needs a port of its own: say sudo sysctl -w"
                        + " net.ipv4.ip_local_port_range=\"10000 65535\".");
    }

    private DoctorFinding governor() {
        Optional<String> governor = kernel.text("sys/devices/system/cpu/cpu0/cpufreq/scaling_governor");
        return DoctorFinding.of(
                "Processor frequency",
                governor.orElse(UNKNOWN + ", as in most virtual machines"),
                governor.isEmpty() || governor.get().equals("performance"),
                "Processors that slow down when there is little to do make times vary: say sudo cpupower frequency-set"
                        + " -g performance.");
    }

    private DoctorFinding clock() {
        Optional<String> source = kernel.text("sys/devices/system/clocksource/clocksource0/current_clocksource");
        return DoctorFinding.of(
                "Clock",
                source.orElse(UNKNOWN),
                source.isEmpty() || EXACT_CLOCKS.contains(source.get()),
                "Each look at this clock is a call of the kernel, and there are several for each token: boot with"
                        + " clocksource=tsc if the machine has it.");
    }

    private DoctorFinding tool(String name, String purpose) {
        Optional<Path> found = Stream.of(environment.getOrDefault("PATH", "").split(File.pathSeparator, -1))
                .filter(folder -> !folder.isEmpty())
                .map(folder -> Path.of(folder, name))
                .filter(Files::isExecutable)
                .findFirst();
        return DoctorFinding.of(
                name,
                found.map(Path::toString).orElse("not there"),
                found.isPresent(),
                "Install " + name + ", " + purpose + ".");
    }

    private static String gibibytes(long bytes) {
        return Quantity.number(Math.round(10.0 * bytes / GIB) / 10.0) + " GiB";
    }
}
