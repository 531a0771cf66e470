// SPDX-License-Identifier: Apache-2.0
package io.loadharness.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadharness.Reason;
import io.loadharness.Scenario;
import io.loadharness.client.ClientHealth.Collections;
import io.loadharness.client.ClientHealth.Reader;
import io.loadharness.client.ClientHealth.Sends;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class ClientHealthTest {

    private static final Duration LONG = Duration.ofSeconds(60);
    private static final Delay SHORT = lasting(1);
    private static final Sends IN_TIME = new Sends(SHORT, SHORT, lasting(5000), lasting(5000));
    private static final Collections FEW = new Collections(3, Duration.ofMillis(4), 0.01);

    @Test
    void waitsThatTheUserOrTheServerWantsAreNotHeldAgainstTheClient() {
        assertThat(reasons(LONG, IN_TIME, SHORT, 0.5, SHORT, 0.5, FEW)).isEmpty();
    }

    @Test
    void queriesThatAreIssuedLateAreAnObjection() {
        assertThat(reasons(LONG, new Sends(lasting(23), SHORT, SHORT, SHORT), SHORT, 0.5, SHORT, 0.5, FEW))
                .extracting(Reason::text)
                .containsExactly(
                        "client-limited: queries were issued late, 1 % of them by 23.0 ms or more; the limit is 10.0 ms");
    }

    @Test
    void requestsThatAreSentLateAreAnObjection() {
        assertThat(reasons(LONG, new Sends(SHORT, lasting(11), SHORT, SHORT), SHORT, 0.5, SHORT, 0.5, FEW))
                .extracting(Reason::text)
                .containsExactly(
                        "client-limited: requests were sent late, 1 % of them by 11.0 ms or more; the limit is 10.0 ms");
    }

    @Test
    void aReaderThatIsLateIsAnObjectionThatNamesIt() {
        assertThat(reasons(LONG, IN_TIME, lasting(50), 0.5, lasting(20), 0.5, FEW))
                .extracting(Reason::text)
                .containsExactly(
                        "client-limited: answers waited for reader-1, 1 % of the time for 50.0 ms or more; the limit is 10.0 ms");
    }

    @Test
    void aClientThatStandsStillIsAnObjection() {
        assertThat(reasons(LONG, IN_TIME, SHORT, 0.5, lasting(20), 0.5, FEW))
                .extracting(Reason::text)
                .containsExactly(
                        "client-limited: the whole client stood still, 1 % of the time for 20.0 ms or more; the limit is 10.0 ms");
    }

    @Test
    void eachShareThatIsTooLargeIsAnObjection() {
        assertThat(reasons(LONG, IN_TIME, SHORT, 0.97, SHORT, 0.95, new Collections(9, LONG, 0.2)))
                .extracting(Reason::text)
                .containsExactly(
                        "client-limited: reader-1, which reads answers, was busy 97.0 % of the time; the limit is 90.0 %",
                        "client-limited: the client used 95.0 % of the 2 processors; the limit is 90.0 %",
                        "client-limited: garbage collection took 20.0 % of the time; the limit is 5.0 %");
    }

    @Test
    void aMomentIsNotJudged() {
        assertThat(reasons(Duration.ofMillis(999), IN_TIME, lasting(50), 1, lasting(20), 1, FEW))
                .isEmpty();
    }

    @Test
    void inOfflineNothingIsSentLate() {
        ClientHealth late =
                health(LONG, new Sends(lasting(23), lasting(23), SHORT, SHORT), SHORT, 0.5, SHORT, 0.5, FEW);

        assertThat(late.reasons(ClientLimits.DEFAULTS.in(Scenario.OFFLINE))).isEmpty();
        assertThat(late.reasons(ClientLimits.DEFAULTS.in(Scenario.SERVER))).hasSize(2);
    }

    @Test
    void withoutLimitsNothingIsTooMuch() {
        ClientHealth worst =
                health(LONG, new Sends(lasting(23), SHORT, SHORT, SHORT), lasting(99), 1, lasting(99), 1, FEW);

        assertThat(worst.reasons(ClientLimits.NONE)).isEmpty();
    }

    @Test
    void aLimitOfNothingIsRefused() {
        assertThatThrownBy(() -> new ClientLimits(Duration.ZERO, LONG, 1, 1, 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("sendLag must be more than zero: PT0S");
        assertThatThrownBy(() -> new ClientLimits(LONG, LONG, 1, Double.NaN, 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("processorShare must be more than zero: NaN");
    }

    private static Delay lasting(long millis) {
        long nanos = Duration.ofMillis(millis).toNanos();
        return new Delay(100_000, nanos, nanos, nanos, nanos);
    }

    private static List<Reason> reasons(
            Duration watched,
            Sends sends,
            Delay read,
            double busy,
            Delay stall,
            double processors,
            Collections pauses) {
        return health(watched, sends, read, busy, stall, processors, pauses).reasons(ClientLimits.DEFAULTS);
    }

    private static ClientHealth health(
            Duration watched,
            Sends sends,
            Delay read,
            double busy,
            Delay stall,
            double processors,
            Collections pauses) {
        List<Reader> readers = List.of(new Reader("reader-0", SHORT, 0.1), new Reader("reader-1", read, busy));
        return new ClientHealth(watched, sends, readers, stall, processors, 2, pauses);
    }
}
