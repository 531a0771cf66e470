// SPDX-License-Identifier: Apache-2.0
package io.loadharness.servers;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@Timeout(60)
@EnabledOnOs(OS.LINUX)
class ServerUsageTest {

    @Test
    void usageIncludesChildProcesses() throws Exception {
        Process shell = new ProcessBuilder("/bin/sh", "-c", "(while :; do :; done) & wait").start();
        try {
            ProcessId id = ProcessId.of(shell.toHandle()).orElseThrow();
            while (shell.descendants().findAny().isEmpty()) {
                LockSupport.parkNanos(1_000_000);
            }

            ServerUsage before = ServerUsage.of(id).orElseThrow();
            ServerUsage after = before;
            while (after.cpuSeconds() < before.cpuSeconds() + 0.1) {
                after = ServerUsage.of(id).orElseThrow();
            }

            assertThat(after.residentBytes()).isGreaterThan(ProcFs.resident(shell.pid()));
        } finally {
            shell.descendants().forEach(ProcessHandle::destroyForcibly);
            shell.destroyForcibly().waitFor();
        }
    }

    @Test
    void residentMemoryIsReadFromProc() {
        long pid = ProcessHandle.current().pid();

        assertThat(ProcFs.resident(pid)).isBetween(1L << 20, 1L << 40);
    }

    @Test
    void endedProcessHasNoUsage() throws Exception {
        Process ended = new ProcessBuilder("true").start();
        ProcessId id = ProcessId.of(ended.toHandle()).orElse(new ProcessId(ended.pid(), 0));
        ended.waitFor();

        assertThat(ServerUsage.of(id)).isEqualTo(Optional.empty());
        assertThat(ProcFs.resident(ended.pid())).isZero();
    }
}
