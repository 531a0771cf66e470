// SPDX-License-Identifier: Apache-2.0
package io.loadharness.generator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.loadharness.Failure;
import io.loadharness.TestResult.FailureCount;
import java.util.Map;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class FailureCountsTest {

    private final FailureCounts counts = new FailureCounts();

    @Test
    void countsFailuresByKindWithFirstMessage() {
        counts.add(timeout("first"), () -> true);
        counts.add(timeout("second"), () -> true);
        counts.add(new Failure(Failure.Kind.HTTP_ERROR, "third"), () -> true);

        assertThat(counts.total()).isEqualTo(3);
        assertThat(counts.byKind())
                .containsExactly(
                        Map.entry(Failure.Kind.HTTP_ERROR, new FailureCount(1, "third")),
                        Map.entry(Failure.Kind.TIMEOUT, new FailureCount(2, "first")));
    }

    @Test
    void failureThatRunRejectsIsNotCounted() {
        assertThat(counts.add(timeout("refused"), () -> false)).isFalse();

        assertThat(counts.total()).isZero();
        assertThat(counts.byKind()).isEmpty();

        assertThat(counts.add(timeout("accepted"), () -> true)).isTrue();

        assertThat(counts.byKind()).containsExactly(Map.entry(Failure.Kind.TIMEOUT, new FailureCount(1, "accepted")));
    }

    @Test
    void failureWhoseHandOverThrowsIsNotCounted() {
        assertThatIllegalStateException()
                .isThrownBy(() -> counts.add(timeout("broken"), () -> {
                    throw new IllegalStateException("the query is already complete");
                }));

        assertThat(counts.total()).isZero();
        assertThat(counts.byKind()).isEmpty();
    }

    /** The run may end with the sample that is being handed over. */
    @Test
    void readerDuringHandOverSeesFailure() throws Exception {
        FutureTask<Map<Failure.Kind, FailureCount>> result = new FutureTask<>(counts::byKind);
        Thread reader = new Thread(result, "reader");

        counts.add(timeout("last"), () -> {
            reader.start();
            while (reader.getState() != Thread.State.BLOCKED && reader.isAlive()) {
                Thread.onSpinWait();
            }
            return true;
        });

        assertThat(result.get(30, TimeUnit.SECONDS))
                .containsExactly(Map.entry(Failure.Kind.TIMEOUT, new FailureCount(1, "last")));
    }

    private static Failure timeout(String message) {
        return new Failure(Failure.Kind.TIMEOUT, message);
    }
}
