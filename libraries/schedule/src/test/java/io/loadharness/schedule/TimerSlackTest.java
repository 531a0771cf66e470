// SPDX-License-Identifier: Apache-2.0
package io.loadharness.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.loadharness.LogSettings;
import io.loadharness.QuerySampleLibrary;
import io.loadharness.TestSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TimerSlackTest {

    private static String slack() {
        try {
            return Files.readString(TimerSlack.ofThisThread()).strip();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static String onNewThread(Runnable before) {
        CompletableFuture<String> seen = new CompletableFuture<>();
        new Thread(() -> {
                    before.run();
                    seen.complete(slack());
                })
                .start();
        return seen.join();
    }

    @Test
    void minimizeAffectsOnlyTheCallingThread() throws IOException {
        assumeTrue(Files.isWritable(Path.of("/proc/self/timerslack_ns")), "this system has no timer slack");
        String defaultSlack = onNewThread(() -> {});

        assertThat(onNewThread(TimerSlack::minimize)).isEqualTo("1");
        assertThat(onNewThread(() -> {})).isEqualTo(defaultSlack).isNotEqualTo("1");
    }

    @Test
    void theThreadThatIssuesHasMinimalSlack(@TempDir Path folder) throws Exception {
        assumeTrue(Files.isWritable(Path.of("/proc/self/timerslack_ns")), "this system has no timer slack");
        Set<String> seen = ConcurrentHashMap.newKeySet();
        TestSystem system = new TestSystem(sample -> {
            seen.add(slack());
            sample.complete();
        });

        Schedule schedule = Arrivals.constant(1000).samples(3);
        try (ScheduledLoad load = new ScheduledLoad(schedule)) {
            load.run(
                    system,
                    QuerySampleLibrary.ofSize("any", 3),
                    TestSettings.builder(schedule.scenario()).build(),
                    LogSettings.in(folder));
        }

        assertThat(seen).containsExactly("1");
    }
}
