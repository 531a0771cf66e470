// SPDX-License-Identifier: Apache-2.0
package io.loadharness.startup;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadharness.report.ReportException;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Checks that each log results in a report or in an error message of one sentence. */
class StartupFuzzTest {

    private static final int ROUNDS = Integer.getInteger("loadharness.fuzz", 300);
    private static final List<String> LOGS = List.of("vllm-0.6.txt", "vllm-0.9.txt", "vllm-0.18.txt", "vllm-0.21.txt");

    private final SplittableRandom random = new SplittableRandom(42);

    @Test
    void truncatedLogsAreParsedOrRejected() throws IOException {
        for (String name : LOGS) {
            byte[] log = bytes(name);
            for (int round = 0; round < ROUNDS / 4; round++) {
                int begin = random.nextInt(log.length);
                int end = begin + random.nextInt(log.length - begin);
                check(Arrays.copyOfRange(log, begin, end));
            }
        }
    }

    @Test
    void corruptLogsAreParsedOrRejected() throws IOException {
        for (int round = 0; round < ROUNDS; round++) {
            byte[] log = bytes(LOGS.get(random.nextInt(LOGS.size())));
            for (int change = random.nextInt(200); change > 0; change--) {
                log[random.nextInt(log.length)] = (byte) random.nextInt(256);
            }
            check(log);
        }
    }

    @Test
    void shuffledLinesAreParsedOrRejected() throws IOException {
        StringBuilder all = new StringBuilder();
        for (String name : LOGS) {
            all.append(StartupLogs.text(name));
        }
        List<String> lines = all.toString().lines().toList();
        for (int round = 0; round < ROUNDS; round++) {
            StringBuilder log = new StringBuilder();
            for (int line = random.nextInt(100); line > 0; line--) {
                log.append(lines.get(random.nextInt(lines.size()))).append(random.nextInt(10) == 0 ? "\r" : "\n");
            }
            check(log.toString().getBytes(StandardCharsets.UTF_8));
        }
    }

    @Test
    void changedDigitsAreParsedOrRejected() throws IOException {
        for (int round = 0; round < ROUNDS; round++) {
            byte[] log = bytes(LOGS.get(random.nextInt(LOGS.size())));
            for (int i = 0; i < log.length; i++) {
                if (log[i] >= '0' && log[i] <= '9' && random.nextInt(20) == 0) {
                    log[i] = (byte) ('0' + random.nextInt(10));
                }
            }
            check(log);
        }
    }

    @Test
    void veryLongLineIsTruncated() throws IOException {
        byte[] begin = "INFO 05-06 10:00:00 [a.py:1] vLLM API server version 0.9.0 ".getBytes(StandardCharsets.UTF_8);
        byte[] end = "\nINFO 05-06 10:00:04 [a.py:1] Model loading took 1.0 GiB and 2.0 seconds\n"
                .getBytes(StandardCharsets.UTF_8);
        try (InputStream log = new LongLine(begin, 1L << 26, end)) {
            Startup startup = StartupLog.read(
                            "the log",
                            log,
                            new LogTime(ZoneOffset.UTC, Optional.empty(), StartupLogs.END),
                            PatternPack.builtIn())
                    .get(0);

            assertThat(startup.facts()).containsEntry(Fact.LOAD_TIME, 2.0);
            assertThat(startup.warnings()).contains("Lines were truncated to 32 KiB; truncated lines: 1.");
        }
    }

    @Test
    void repeatedLineDoesNotFillMemory() throws IOException {
        String line = "INFO 05-06 10:00:00 [a.py:1] Sleep mode freed 1.0 GiB memory, 1.0 GiB memory is still in use.\n";

        Startup startup =
                StartupLogs.read(line.repeat(StartupDraft.MAX_EVENTS + 1)).get(0);

        assertThat(startup.warnings()).contains("Only the first 100000 matching lines were analyzed.");
    }

    private static byte[] bytes(String name) throws IOException {
        return StartupLogs.text(name).getBytes(StandardCharsets.UTF_8);
    }

    private static void check(byte[] log) throws IOException {
        List<Startup> starts;
        try {
            starts = StartupLogs.read(log, Optional.empty());
        } catch (ReportException e) {
            assertThat(e).hasMessageStartingWith("the log ");
            return;
        }
        assertThat(starts).isNotEmpty();
        for (Startup each : starts) {
            assertThat(each.phases()).allSatisfy(StartupFuzzTest::check);
            assertThat(Span.length(each.uncategorized()))
                    .isLessThanOrEqualTo(each.span().length());
            StringWriter text = new StringWriter();
            StartupText.print(each, ZoneOffset.UTC, new PrintWriter(text));
            StartupJson.write(each, text);
            LlmdStartup.print(each, "log", new PrintWriter(text));
            assertThat(text.toString()).doesNotContain("NaN", "Infinity");
        }
    }

    private static void check(Phase phase) {
        assertThat(phase.spans()).isNotEmpty();
        assertThat(phase.elapsed()).isGreaterThanOrEqualTo(Duration.ZERO);
        phase.parts().forEach(StartupFuzzTest::check);
    }

    /** A line of any length that is not stored in memory. */
    private static final class LongLine extends InputStream {

        private final byte[] begin;
        private final long middle;
        private final byte[] end;
        private long position;

        LongLine(byte[] begin, long middle, byte[] end) {
            this.begin = begin;
            this.middle = middle;
            this.end = end;
        }

        @Override
        public int read() {
            long at = position++;
            if (at < begin.length) {
                return begin[(int) at];
            }
            long after = at - begin.length - middle;
            if (after < 0) {
                return 'x';
            }
            return after < end.length ? end[(int) after] : -1;
        }

        @Override
        public int read(byte[] buffer, int offset, int length) {
            int count = 0;
            for (int read = read(); read >= 0; read = read()) {
                buffer[offset + count++] = (byte) read;
                if (count == length) {
                    return count;
                }
            }
            return count == 0 ? -1 : count;
        }
    }
}
