// SPDX-License-Identifier: Apache-2.0
package io.loadharness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;

class QuerySampleTest {

    private final CountDownLatch reporting = new CountDownLatch(1);
    private final CountDownLatch reported = new CountDownLatch(1);
    private final AtomicInteger completed = new AtomicInteger();
    private boolean over;

    @Test
    @EnabledForJreRange(min = JRE.JAVA_21)
    void waitingVirtualThreadsDoNotBlockReporterOfFirstToken() throws Exception {
        ExecutorService virtual = (ExecutorService)
                Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
        int carriers = Runtime.getRuntime().availableProcessors();
        QuerySample sample = Query.of(new SlowFirstToken(), 1, 1).get(0);
        List<Future<?>> calls = new ArrayList<>();

        calls.add(virtual.submit(() -> sample.firstTokenComplete()));
        reporting.await();
        CountDownLatch all = new CountDownLatch(carriers);
        for (int i = 0; i < carriers; i++) {
            calls.add(virtual.submit(() -> {
                all.countDown();
                try {
                    sample.complete();
                } catch (IllegalStateException e) {
                    // another thread completed the sample first
                }
            }));
        }
        all.await();
        reported.countDown();

        for (Future<?> call : calls) {
            call.get(60, TimeUnit.SECONDS);
        }
        assertThat(completed).hasValue(1);
    }

    @Test
    void exceptionWithoutTextFailsSample() {
        QuerySample sample = Query.of(new SlowFirstToken(), 1, 1).get(0);
        sample.fail(new Textless());
        assertThat(sample.isDone()).isTrue();
    }

    @Test
    void afterRunTryVariantsReturnFalseAndOthersThrow() {
        QuerySample single = Query.of(new SlowFirstToken(), 1, 1).get(0);
        QuerySample ofMany =
                Query.of(new SlowFirstToken(), new long[] {1, 1, 2, 2}).get(1);
        QuerySample fetched = Query.of(new SlowFirstToken(), 2, AFTER_THE_RUN).get(1);
        over = true;
        reported.countDown();

        for (QuerySample sample : List.of(single, ofMany, fetched)) {
            assertThat(sample.tryFirstTokenComplete(1)).isFalse();
            assertThat(sample.tryFirstTokenComplete(ByteBuffer.allocate(1))).isFalse();
            assertThat(sample.tryComplete(new int[] {1})).isFalse();
            assertThat(sample.tryComplete(ByteBuffer.allocate(1), 1)).isFalse();
            assertThat(sample.tryFail(new Failure(Failure.Kind.TIMEOUT, "late")))
                    .isFalse();
            assertThatThrownBy(sample::complete)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("the run is over");
            assertThatThrownBy(() -> sample.firstTokenComplete(1)).hasMessage("the run is over");
        }
        assertThat(ofMany.tryIndex()).hasValue(2);
        assertThat(fetched.tryIndex()).isEmpty();
        assertThatThrownBy(fetched::index).hasMessage("the run is over");
        assertThatThrownBy(() -> Query.of(new SlowFirstToken(), 1, 1).completeAll())
                .hasMessage("the run is over");
    }

    @Test
    void completingSampleTwiceThrowsAlsoWithTryVariants() {
        QuerySample sample = Query.of(new SlowFirstToken(), 1, 1).get(0);
        sample.complete();

        assertThatThrownBy(() -> sample.tryComplete(new int[] {1}))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("sample 1 is already complete");
    }

    private static final SampleBatch AFTER_THE_RUN = new SampleBatch() {
        @Override
        public Optional<long[]> idsAndIndices() {
            return Optional.empty();
        }

        @Override
        public boolean completeAll() {
            return false;
        }
    };

    /** Parks the thread that reports a first token. */
    private final class SlowFirstToken implements SampleSink {

        @Override
        public boolean firstTokenComplete(long id, Buffer tokens) {
            reporting.countDown();
            try {
                reported.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            return !over;
        }

        @Override
        public boolean complete(long id, Buffer response, long tokenCount) {
            if (!over) {
                completed.incrementAndGet();
            }
            return !over;
        }

        @Override
        public boolean completeAll(long[] ids, int count) {
            return !over;
        }

        @Override
        public boolean fail(long id, int index, Failure failure) {
            return !over;
        }
    }

    private static final class Textless extends RuntimeException {

        private static final long serialVersionUID = 1L;

        @Override
        @SuppressWarnings({"OverrideThrowableToString", "ToStringReturnsNull"
        }) // the test needs an exception without a text
        public String toString() {
            return null;
        }
    }
}
