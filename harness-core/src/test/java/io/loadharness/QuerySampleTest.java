package io.loadharness;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.Buffer;
import java.util.ArrayList;
import java.util.List;
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

    @Test
    @EnabledForJreRange(min = JRE.JAVA_21)
    void virtualThreadsThatWaitForAFirstTokenLetItsReporterRun() throws Exception {
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
                    // another was first
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
    void anExceptionWithoutATextFailsASample() {
        QuerySample sample = Query.of(new SlowFirstToken(), 1, 1).get(0);
        sample.fail(new Textless());
        assertThat(sample.isDone()).isTrue();
    }

    /** Parks whoever reports a first token. */
    private final class SlowFirstToken implements SampleSink {

        @Override
        public void firstTokenComplete(long id, Buffer tokens) {
            reporting.countDown();
            try {
                reported.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        public void complete(long id, Buffer response, long tokenCount) {
            completed.incrementAndGet();
        }

        @Override
        public void completeAll(long[] ids, int count) {}

        @Override
        public void fail(long id, int index, Failure failure) {}
    }

    private static final class Textless extends RuntimeException {

        private static final long serialVersionUID = 1L;

        @Override
        @SuppressWarnings({"OverrideThrowableToString", "ToStringReturnsNull"}) // which is the point
        public String toString() {
            return null;
        }
    }
}
