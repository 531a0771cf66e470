// SPDX-License-Identifier: Apache-2.0
package io.loadharness.testkit;

import io.loadharness.Failure;
import io.loadharness.SystemUnderTest;
import io.loadharness.inference.BackendSystemUnderTest;
import io.loadharness.inference.InferenceBackend;
import io.loadharness.inference.InferenceRequest;
import io.loadharness.inference.Output;
import io.loadharness.inference.Prompt;
import io.loadharness.inference.Response;
import io.loadharness.inference.ResponseListener;
import io.loadharness.inference.Timeline;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Nested;

/** Runs the contract of systems under test with {@link BackendSystemUnderTest}. */
class OwnSystemsTest {

    @Nested
    class OneBackend extends BackendContract {

        @Override
        protected void configure(BackendSystemUnderTest.Builder builder) {}
    }

    @Nested
    class WithASlotPerBatch extends BackendContract {

        @Override
        protected void configure(BackendSystemUnderTest.Builder builder) {
            builder.backend(new ThreadBackend(false)).batchSize(3).concurrency(2);
        }
    }

    abstract static class BackendContract extends SystemUnderTestContract {

        protected abstract void configure(BackendSystemUnderTest.Builder builder);

        @Override
        protected SystemUnderTest create() {
            return system(false);
        }

        @Override
        protected Optional<SystemUnderTest> createFailing() {
            return Optional.of(system(true));
        }

        private SystemUnderTest system(boolean failing) {
            BackendSystemUnderTest.Builder builder = BackendSystemUnderTest.builder(
                            "system", index -> InferenceRequest.of(index, Prompt.of(index)))
                    .backend(new ThreadBackend(failing));
            if (!failing) {
                configure(builder);
            }
            return builder.build();
        }
    }

    /** Completes each request on its own threads. */
    private static final class ThreadBackend implements InferenceBackend {

        private final ExecutorService threads = Executors.newFixedThreadPool(2);
        private final boolean failing;

        ThreadBackend(boolean failing) {
            this.failing = failing;
        }

        @Override
        public String name() {
            return "threads";
        }

        @Override
        public void send(InferenceRequest request, ResponseListener listener) {
            threads.execute(() -> {
                long now = System.nanoTime();
                if (failing) {
                    listener.failed(
                            new Failure(Failure.Kind.BACKEND_EXCEPTION, "fails on purpose"), Timeline.endedAt(now));
                } else {
                    listener.firstToken(now, Output.of(1));
                    listener.end(Response.of(new int[] {1, 2}, Timeline.endedAt(now)));
                }
            });
        }

        @Override
        public void close() {
            threads.shutdown();
        }
    }
}
