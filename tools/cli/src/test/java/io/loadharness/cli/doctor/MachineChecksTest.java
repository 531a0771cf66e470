// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadharness.cli.ExitCode;
import io.loadharness.cli.Session;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MachineChecksTest {

    private static final String LIMITS = """
            Limit                     Soft Limit           Hard Limit           Units
            Max processes             %s                   unlimited            processes
            Max open files            %s                   524288               files
            """;

    @TempDir
    Path root;

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            sys/fs/cgroup/cpu.max | 150000 100000 | CPU quota | 150000 100000 | give the container whole CPUs
            sys/fs/cgroup/pids.max | 1024 | Threads | 1,024 in this container | podPidsLimit
            proc/sys/net/ipv4/ip_local_port_range | 60000 60999 | Local ports | 1,000, from 60000 to 60999 | sysctl -w net.ipv4
            sys/devices/system/cpu/cpu0/cpufreq/scaling_governor | powersave | CPU frequency governor | powersave | cpupower frequency-set -g performance
            sys/devices/system/clocksource/clocksource0/current_clocksource | hpet | Clock | hpet | clocksource=tsc
            """)
    void reportsProblemWithRemedy(String file, String text, String what, String found, String remedy)
            throws IOException {
        write(file, text);

        DoctorFinding finding = finding(what);

        assertThat(finding.found()).isEqualTo(found);
        assertThat(finding.remedy().orElseThrow()).contains(remedy).endsWith(".");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            sys/fs/cgroup/cpu.max | max 100000 | CPU quota | none
            sys/fs/cgroup/pids.max | max | Threads | no limit, or unknown
            proc/sys/net/ipv4/ip_local_port_range | 32768	60999 | Local ports | 28,232, from 32768 to 60999
            proc/sys/net/ipv4/ip_local_port_range | garbage | Local ports | unknown
            sys/devices/system/cpu/cpu0/cpufreq/scaling_governor | performance | CPU frequency governor | performance
            sys/devices/system/clocksource/clocksource0/current_clocksource | tsc | Clock | tsc
            """)
    void goodValueNeedsNoRemedy(String file, String text, String what, String found) throws IOException {
        write(file, text);

        assertThat(finding(what)).isEqualTo(DoctorFinding.good(what, found));
    }

    @Test
    void reportsLowProcessLimits() throws IOException {
        write("proc/self/limits", LIMITS.formatted("100", "1024"));

        assertThat(finding("Open files").found()).isEqualTo("1,024");
        assertThat(finding("Open files").remedy().orElseThrow()).contains("ulimit -n 65536");
        assertThat(finding("Threads").remedy().orElseThrow()).contains("ulimit -u 4096");
    }

    @Test
    void acceptsHighProcessLimits() throws IOException {
        write("proc/self/limits", LIMITS.formatted("unlimited", "65536"));

        assertThat(finding("Open files")).isEqualTo(DoctorFinding.good("Open files", "65,536"));
        assertThat(finding("Threads").remedy()).isEmpty();
    }

    @Test
    void reportsMissingTool() {
        assertThat(finding("git").remedy().orElseThrow()).startsWith("Install git, ");
    }

    @Test
    void reportsUnknownDiskSpaceWithoutRemedy() {
        String disk = "Disk of the current folder";

        assertThat(finding(disk).found()).endsWith(" GiB free");
        assertThat(finding(disk, root.resolve("missing"))).isEqualTo(DoctorFinding.good(disk, "unknown"));
    }

    @Test
    void checksThisMachine() {
        Session session = Session.of("doctor");

        assertThat(session.err()).isEmpty();
        assertThat(session.exitCode()).isIn(0, 1);
        assertThat(session.out()).contains("Java", "Open files", "Local ports", "Clock", "git", "Memory");
    }

    @Test
    void printsTheWarningsAboutARun() throws IOException {
        Path file = root.resolve("run.yaml");
        Files.writeString(file, "server: {url: 'http://127.0.0.1:1'}\nloadgen: {scenario: server, target-qps: 10}\n");
        String cannot = "Warning: The run cannot become VALID: about ";

        Session session = Session.of("doctor", file.toString(), "--min-duration", "10s");

        assertThat(session.err()).isEmpty();
        assertThat(session.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(session.out()).contains("Open files", cannot).doesNotContain("No problems found");
        assertThat(Session.of("doctor", file.toString(), "--min-duration", "60s")
                        .out())
                .doesNotContain(cannot);
        assertThat(Session.of("doctor", "--url=http://127.0.0.1:1").err()).contains("no load is given");
    }

    private void write(String file, String text) throws IOException {
        Path path = root.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text + "\n");
    }

    private DoctorFinding finding(String what) {
        return finding(what, root);
    }

    private DoctorFinding finding(String what, Path folder) {
        return new MachineChecks(new KernelFiles(root), Map.of("PATH", root.toString()), folder)
                .findings().stream()
                        .filter(each -> each.name().equals(what))
                        .findFirst()
                        .orElseThrow();
    }
}
