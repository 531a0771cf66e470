// SPDX-License-Identifier: Apache-2.0
package io.loadharness.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadharness.Reason;
import io.loadharness.Scenario;
import io.loadharness.client.ClientHealth.GarbageCollection;
import io.loadharness.client.ClientHealth.Reader;
import io.loadharness.client.ClientHealth.Sends;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class ClientHealthTest {

    private static final Duration LONG = Duration.ofSeconds(60);
    private static final Delay SHORT = judged(1);
    private static final Sends IN_TIME = new Sends(SHORT, SHORT, judged(5000), judged(5000));
    private static final GarbageCollection FEW = new GarbageCollection(3, Duration.ofMillis(4), 0.01);

    @Test
    void waitsForSlotsAndConnectionsAreNotLimited() {
        assertThat(reasons(LONG, IN_TIME, SHORT, 0.5, SHORT, 0.5, FEW)).isEmpty();
    }

    @Test
    void reportsLongIssueDelay() {
        assertThat(reasons(LONG, new Sends(judged(23), SHORT, SHORT, SHORT), SHORT, 0.5, SHORT, 0.5, FEW))
                .extracting(Reason::text)
                .containsExactly(
                        "client-limited: the issue delay was 23.0 ms or more for 1,000 of 100,000 queries; the limit is 10.0 ms");
    }

    @Test
    void reportsLongSendDelay() {
        assertThat(reasons(LONG, new Sends(SHORT, judged(11), SHORT, SHORT), SHORT, 0.5, SHORT, 0.5, FEW))
                .extracting(Reason::text)
                .containsExactly(
                        "client-limited: the send delay was 11.0 ms or more for 1,000 of 100,000 requests; the limit is 10.0 ms");
    }

    @Test
    void reportsLongReadDelayWithNameOfThread() {
        assertThat(reasons(LONG, IN_TIME, judged(50), 0.5, judged(20), 0.5, FEW))
                .extracting(Reason::text)
                .containsExactly("client-limited: the read delay of thread reader-1 was 50.0 ms or more"
                        + " in 1,000 of 100,000 measurements; the limit is 10.0 ms");
    }

    @Test
    void reasonCountsTheDelaysInShortRuns() {
        Delay tenOfHundred = new Delay(100, 0, 80_000_000, 10_500_000, 80_000_000);

        assertThat(reasons(LONG, new Sends(SHORT, tenOfHundred, SHORT, SHORT), SHORT, 0.5, SHORT, 0.5, FEW))
                .extracting(Reason::text)
                .containsExactly(
                        "client-limited: the send delay was 10.5 ms or more for 10 of 100 requests; the limit is 10.0 ms");
    }

    @Test
    void reportsPausesOfClient() {
        assertThat(reasons(LONG, IN_TIME, SHORT, 0.5, judged(20), 0.5, FEW))
                .extracting(Reason::text)
                .containsExactly("client-limited: the whole client paused for 20.0 ms or more"
                        + " in 1,000 of 100,000 measurements; the limit is 10.0 ms");
    }

    @Test
    void reportsEachShareAboveItsLimit() {
        assertThat(reasons(LONG, IN_TIME, SHORT, 0.97, SHORT, 0.95, new GarbageCollection(9, LONG, 0.2)))
                .extracting(Reason::text)
                .containsExactly(
                        "client-limited: reader-1, which reads responses, was busy 97.0 % of the time; the limit is 90.0 %",
                        "client-limited: the client used 95.0 % of the 2 CPUs; the limit is 90.0 %",
                        "client-limited: garbage collection took 20.0 % of the time; the limit is 5.0 %");
    }

    @Test
    void shortRunHasNoReasons() {
        assertThat(reasons(Duration.ofMillis(999), IN_TIME, judged(50), 1, judged(20), 1, FEW))
                .isEmpty();
    }

    @Test
    void offlineHasNoLimitOfSendDelay() {
        ClientHealth delayed =
                health(LONG, new Sends(judged(23), judged(23), SHORT, SHORT), SHORT, 0.5, SHORT, 0.5, FEW);

        assertThat(delayed.reasons(ClientLimits.DEFAULTS.in(Scenario.OFFLINE))).isEmpty();
        assertThat(delayed.reasons(ClientLimits.DEFAULTS.in(Scenario.SERVER))).hasSize(2);
    }

    @Test
    void noReasonsWithoutLimits() {
        ClientHealth worst =
                health(LONG, new Sends(judged(23), SHORT, SHORT, SHORT), judged(99), 1, judged(99), 1, FEW);

        assertThat(worst.reasons(ClientLimits.NONE)).isEmpty();
    }

    @Test
    void rejectsLimitsThatAreNotPositive() {
        assertThatThrownBy(() -> new ClientLimits(Duration.ZERO, LONG, 1, 1, 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("sendDelay must be positive: got 0s");
        assertThatThrownBy(() -> new ClientLimits(LONG, LONG, 1, Double.NaN, 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("cpuShare must be positive: got NaN");
    }

    private static Delay judged(long millis) {
        long nanos = Duration.ofMillis(millis).toNanos();
        return new Delay(100_000, nanos, nanos, nanos, nanos);
    }

    private static List<Reason> reasons(
            Duration watched,
            Sends sends,
            Delay read,
            double busy,
            Delay pauses,
            double cpuShare,
            GarbageCollection collections) {
        return health(watched, sends, read, busy, pauses, cpuShare, collections).reasons(ClientLimits.DEFAULTS);
    }

    private static ClientHealth health(
            Duration watched,
            Sends sends,
            Delay read,
            double busy,
            Delay pauses,
            double cpuShare,
            GarbageCollection collections) {
        List<Reader> readers = List.of(new Reader("reader-0", SHORT, 0.1), new Reader("reader-1", read, busy));
        return new ClientHealth(watched, sends, readers, pauses, cpuShare, 2, collections, List.of());
    }
}
