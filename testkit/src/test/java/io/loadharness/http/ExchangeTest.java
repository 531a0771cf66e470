// SPDX-License-Identifier: Apache-2.0
package io.loadharness.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadharness.Failure;
import io.loadharness.testkit.RecordedExchange;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ExchangeTest {

    private static final ResponseHead HEAD = new ResponseHead(200, name -> Optional.empty());
    private static final byte[] BYTES = {'a', 'b'};

    private final Deadlines deadlines = new Deadlines(TimeLimits.DEFAULTS);
    private final RecordedExchange listener = new RecordedExchange();
    private final AtomicInteger closed = new AtomicInteger();

    @AfterEach
    void stopWatching() {
        deadlines.close();
    }

    @Test
    void isWatchedUntilItsEnd() {
        Exchange exchange = start(listener);
        assertThat(deadlines.inFlight()).isEqualTo(1);

        exchange.head(1, HEAD);
        exchange.body(2, BYTES, 0, 2);
        exchange.end(3);

        assertThat(deadlines.inFlight()).isZero();
        assertThat(listener.body()).isEqualTo("ab");
        assertThat(listener.stamps()).containsExactly(1L, 2L, 3L);
    }

    @Test
    void reportsTheFirstSend() {
        TimesOfExchange times = new TimesOfExchange();
        Exchange exchange = start(times);

        exchange.sent(5);
        exchange.sent(9);
        exchange.head(10, HEAD);

        assertThat(times.sent).isEqualTo(5);
        exchange.end(11);
    }

    /** Another thread may notice the end of a write only after the response has started. */
    @Test
    void theSendIsNotAfterTheStartOfTheResponse() {
        TimesOfExchange times = new TimesOfExchange();
        Exchange exchange = start(times);

        exchange.sent(7);
        exchange.head(5, HEAD);
        exchange.body(9, BYTES, 0, 2);
        exchange.failed(8, new Failure(Failure.Kind.CANCELLED, "cancelled"));

        assertThat(times.sent).isEqualTo(5);
        assertThat(times.failed).isEqualTo(9);
    }

    @Test
    void reportsASendThatIsNoticedAfterTheStartOfTheResponse() {
        TimesOfExchange times = new TimesOfExchange();
        Exchange exchange = start(times);

        exchange.head(5, HEAD);
        exchange.sent(7);
        exchange.body(9, BYTES, 0, 2);
        exchange.end(9);

        assertThat(times.sent).isEqualTo(5);
    }

    @Test
    void theFailureIsNotBeforeTheSend() {
        TimesOfExchange times = new TimesOfExchange();
        Exchange exchange = start(times);

        exchange.sent(7);
        exchange.failed(6, new Failure(Failure.Kind.CANCELLED, "cancelled"));

        assertThat(times.sent).isEqualTo(7);
        assertThat(times.failed).isEqualTo(7);
    }

    @Test
    void ignoresCallsInTheWrongOrder() {
        Exchange exchange = start(listener);

        exchange.body(1, BYTES, 0, 2);
        exchange.end(1);
        exchange.head(2, HEAD);
        exchange.head(3, HEAD);
        exchange.end(4);

        assertThat(listener.fault()).isNull();
        assertThat(listener.stamps()).containsExactly(2L, 4L);
    }

    @Test
    void ignoresCallsAfterTheEnd() {
        Exchange exchange = start(listener);

        exchange.broken(1, "broken");
        exchange.sent(2);
        exchange.head(2, HEAD);
        exchange.body(2, BYTES, 0, 2);
        exchange.end(2);
        exchange.cancel();
        exchange.failed(2, new Failure(Failure.Kind.TIMEOUT, "late"));

        assertThat(listener.fault()).isNull();
        assertThat(listener.ends()).isEqualTo(1);
        assertThat(listener.failure()).isEqualTo(new Failure(Failure.Kind.CONNECTION_ERROR, "broken"));
    }

    @Test
    void isTruncatedAfterTheStartOfTheResponse() {
        Exchange exchange = start(listener);

        exchange.head(1, HEAD);
        exchange.broken(2, "broken");

        assertThat(listener.kind()).isEqualTo(Failure.Kind.TRUNCATED_STREAM);
    }

    @Test
    void closesTheConnectionWhenItFails() {
        Exchange exchange = start(listener);

        exchange.onClose(closed::incrementAndGet);
        exchange.cancel();
        exchange.cancel();

        assertThat(closed).hasValue(1);
    }

    @Test
    void closesAConnectionThatIsEstablishedTooLate() {
        Exchange exchange = start(listener);

        exchange.cancel();
        exchange.onClose(closed::incrementAndGet);

        assertThat(closed).hasValue(1);
    }

    @Test
    void keepsTheConnectionAfterACompleteResponse() {
        Exchange good = start(listener);
        good.head(1, HEAD);
        good.end(2);
        good.onClose(closed::incrementAndGet);

        ThrowingListener refusing = new ThrowingListener(new IllegalStateException("no good"));
        Exchange refused = start(refusing);
        refused.onClose(closed::incrementAndGet);
        refused.head(1, HEAD);
        refused.end(2);

        assertThat(closed).hasValue(0);
        assertThat(refusing.failure.kind()).isEqualTo(Failure.Kind.BACKEND_EXCEPTION);
        assertThat(refused.isEnded()).isTrue();
    }

    @Test
    void reportsLackOfMemoryAsAFailureOfTheBackend() {
        ThrowingListener refusing = new ThrowingListener(new OutOfMemoryError("Java heap space"));
        Exchange refused = start(refusing);
        refused.head(1, HEAD);
        refused.end(2);

        assertThat(refusing.failure)
                .isEqualTo(new Failure(Failure.Kind.BACKEND_EXCEPTION, "java.lang.OutOfMemoryError: Java heap space"));
    }

    private Exchange start(ExchangeListener hears) {
        return Exchange.start(hears, TransportOptions.DEFAULTS, deadlines);
    }

    private static final class ThrowingListener implements ExchangeListener {

        private final Throwable thrown;
        private Failure failure;

        ThrowingListener(Throwable thrown) {
            this.thrown = thrown;
        }

        @Override
        public void head(long nanos, ResponseHead head) {}

        @Override
        public void body(long nanos, byte[] bytes, int from, int to) {}

        @Override
        public void end(long nanos) {
            if (thrown instanceof Error error) {
                throw error;
            }
            throw (RuntimeException) thrown;
        }

        @Override
        public void failed(long nanos, Failure why) {
            failure = why;
        }
    }

    /** Records the times of the send and of the failure. */
    private static final class TimesOfExchange implements ExchangeListener {

        private long sent;
        private long failed;

        @Override
        public void sent(long nanos) {
            sent = nanos;
        }

        @Override
        public void head(long nanos, ResponseHead head) {}

        @Override
        public void body(long nanos, byte[] bytes, int from, int to) {}

        @Override
        public void end(long nanos) {}

        @Override
        public void failed(long nanos, Failure failure) {
            failed = nanos;
        }
    }
}
