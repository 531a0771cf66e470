// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadharness.Scenario;
import io.loadharness.Verdict;
import io.loadharness.client.ClientHealth;
import io.loadharness.client.ClientHealth.GarbageCollection;
import io.loadharness.client.ClientHealth.Pause;
import io.loadharness.client.ClientHealth.Reader;
import io.loadharness.client.ClientHealth.Sends;
import io.loadharness.client.ClientLimits;
import io.loadharness.client.Delay;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClientCheckTest {

    private static final Duration HOUR = Duration.ofHours(1);
    private static final Duration TEN_MILLIS = Duration.ofMillis(10);
    private static final List<Reader> READER = List.of(new Reader("reader", delay(3), 0.2));

    @TempDir
    Path path;

    private static Delay delay(long millis) {
        long nanos = Duration.ofMillis(millis).toNanos();
        return new Delay(1000, nanos, nanos, nanos, nanos);
    }

    static ClientHealth health(Duration watched, long sendDelayMillis, List<Reader> readers, Pause... pauses) {
        Sends sends = new Sends(delay(1), delay(sendDelayMillis), delay(0), delay(0));
        GarbageCollection collections = new GarbageCollection(2, Duration.ofMillis(4), 0.01);
        return new ClientHealth(watched, sends, readers, delay(2), 0.35, 2, collections, List.of(pauses));
    }

    private RunReport report(Scenario scenario, ClientHealth health, ClientLimits limits) throws IOException {
        RunFolder folder = new RecordedRun(path).in(scenario).of(100, 0);
        RecordedRun.endWith(folder, health, limits);
        return RunReport.of(folder);
    }

    private RunReport report(long sendDelayMillis, ClientLimits limits) throws IOException {
        return report(Scenario.SERVER, health(HOUR, sendDelayMillis, READER), limits);
    }

    @Test
    void defaultLimitsNeedNoRemark() throws IOException {
        RunReport report = report(1, ClientLimits.DEFAULTS);
        ClientCheck check = ClientCheck.of(report);

        assertThat(check.sentence()).isEqualTo("The client was within its limits.");
        assertThat(check.isWithinDefaults()).isTrue();
        assertThat(FixedRun.written("text", report)).doesNotContain("The client was");
    }

    @Test
    void higherLimitsAreNamedWithTheirValuesAndTheMeasurement() throws IOException {
        RunReport report = report(1900, new ClientLimits(HOUR, TEN_MILLIS, 0.9, 0.9, 0.05));
        ClientCheck check = ClientCheck.of(report);

        assertThat(check.sentence())
                .isEqualTo("The client was checked with limits above the defaults:"
                        + " send delay ≤ 1 h (default 10 ms, measured 1.9 s). The client was within its other limits.");
        assertThat(check.isWithinDefaults()).isFalse();
        assertThat(FixedRun.written("text", report)).contains(check.sentence());
        assertThat(FixedRun.written("markdown", report)).contains(check.sentence());
    }

    @Test
    void limitsThatCannotBeExceededAreNotChecked() throws IOException {
        ClientCheck check = ClientCheck.of(report(1, new ClientLimits(HOUR, TEN_MILLIS, 1, 0.9, 0.05)));

        assertThat(check.sentence())
                .contains(" Not checked: use of a reading thread (default 90.0 %, measured 20.0 %). ");
        assertThat(check.isWithinDefaults()).isFalse();
    }

    private String sentence(Delay issueDelay, Delay sendDelay) throws IOException {
        ClientHealth health = health(HOUR, 1, READER);
        ClientHealth other = new ClientHealth(
                HOUR,
                new Sends(issueDelay, sendDelay, delay(0), delay(0)),
                health.readers(),
                health.pauses(),
                health.cpuShare(),
                health.cpus(),
                health.garbageCollection(),
                List.of());
        RunFolder folder = new RecordedRun(Files.createTempDirectory(path, "run"))
                .in(Scenario.SERVER)
                .of(100, 0);
        RecordedRun.endWith(folder, other, ClientLimits.DEFAULTS);
        ClientCheck check = ClientCheck.of(RunReport.of(folder));
        assertThat(check.isWithinDefaults()).isFalse();
        return check.sentence();
    }

    private static Delay few(long count, long maxMillis) {
        return new Delay(count, 0, 0, 0, Duration.ofMillis(maxMillis).toNanos());
    }

    @Test
    void delaysOfFewRequestsAreNotChecked() throws IOException {
        String text = "Not checked: send delay of only 9 observations (default 10 ms, measured 1.9 s). The client was"
                + " within its other limits.";

        assertThat(sentence(few(9, 2), few(9, 1900))).isEqualTo(text);
        assertThat(sentence(few(9, 1900), delay(1))).isEqualTo(text);
        assertThat(sentence(Delay.NONE, few(1, 3)))
                .isEqualTo(
                        "Not checked: send delay of only 1 observation (default 10 ms, measured 3.00 ms). The client was"
                                + " within its other limits.");
        assertThat(sentence(Delay.NONE, Delay.NONE))
                .isEqualTo("Not checked: send delay without observations (default 10 ms, measured 0 ns). The client was"
                        + " within its other limits.");
    }

    @Test
    void lowerLimitsAreWithinTheDefaults() throws IOException {
        ClientCheck check =
                ClientCheck.of(report(1, new ClientLimits(Duration.ofMillis(2), TEN_MILLIS, 0.9, 0.9, 0.05)));

        assertThat(check.sentence())
                .isEqualTo("The client was within its limits: send delay ≤ 2 ms (default 10 ms, measured 1.00 ms).");
        assertThat(check.isWithinDefaults()).isTrue();
    }

    @Test
    void withoutLimitsNothingWasChecked() throws IOException {
        ClientCheck check = ClientCheck.of(report(1900, ClientLimits.NONE));

        assertThat(check.sentence()).isEqualTo("The client was not checked, because its limits were switched off.");
        assertThat(check.isWithinDefaults()).isFalse();
    }

    @Test
    void offlineHasNoLimitOnTheSendDelayByDefault() throws IOException {
        ClientCheck check = ClientCheck.of(
                report(Scenario.OFFLINE, health(HOUR, 1900, READER), ClientLimits.DEFAULTS.in(Scenario.OFFLINE)));

        assertThat(check.sentence())
                .isEqualTo("The client was within its limits. The Offline scenario has no limit on the send delay.");
        assertThat(check.isWithinDefaults()).isTrue();
    }

    @Test
    void shortRunsAndEnginesAreNotChecked() throws IOException {
        RunReport tooShort =
                report(Scenario.SERVER, health(Duration.ofMillis(999), 1900, READER), ClientLimits.DEFAULTS);
        String text = "The client was not checked, because requests were in flight for less than 1 s.";
        assertThat(ClientCheck.of(tooShort).sentence()).isEqualTo(text);
        assertThat(FixedRun.written("text", tooShort))
                .contains(text)
                .containsPattern("\\| Send delay +\\| +1.9 s \\| +1.9 s \\| +- \\| +- \\|");

        RecordedRun.endWith(tooShort.folder(), health(HOUR, 1900, List.of()), ClientLimits.DEFAULTS);
        assertThat(ClientCheck.of(RunReport.of(tooShort.folder())).sentence())
                .isEqualTo("The client was not checked, because the client and the measured system share a process.");
    }

    @Test
    void aRunThatWasNotMonitoredClaimsNothing() throws IOException {
        RunFolder folder = new RecordedRun(path).of(100, 0);
        RecordedRun.end(folder, Verdict.VALID);

        assertThat(ClientCheck.of(RunReport.of(folder)).sentence())
                .isEqualTo("The health of the client is not known, because it was not monitored.");
    }
}
