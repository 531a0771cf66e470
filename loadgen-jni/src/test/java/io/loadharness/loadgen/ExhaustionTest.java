package io.loadharness.loadgen;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadharness.Failure;
import io.loadharness.LogSettings;
import io.loadharness.QuerySample;
import io.loadharness.Scenario;
import io.loadharness.TestFailedException;
import io.loadharness.TestMode;
import io.loadharness.TestResult;
import io.loadharness.TestRun;
import io.loadharness.TestSettings;
import io.loadharness.Verdict;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The stack or the memory runs out at any place on the way to LoadGen. */
class ExhaustionTest {

    @TempDir
    Path logs;

    private int way;

    /** Each sample is tried from every depth, the deepest first, until one is deep enough no more: exactly one try must count. */
    @ParameterizedTest
    @EnumSource
    void answersFromTheEndOfTheStackCountOnce(Scenario scenario) {
        run(
                scenario,
                sample -> answer(sample, way++ % 4)); // a class first needed at the end of the stack would stay broken
        TestResult result = run(scenario, sample -> answerFromTheBottom(sample, way++ % 4));

        assertThat(result.verdict()).isEqualTo(Verdict.INVALID);
        assertThat(result.progress().completed()).isEqualTo(48);
        assertThat(result.progress().failed()).isEqualTo(16);
    }

    @Test
    @Timeout(600)
    void aRunThatIsPreparedAtTheEndOfTheStackIsRefusedByTheErrorAlone() {
        TestSettings settings =
                QuickRuns.settings(Scenario.SERVER).model("resnet50").build();
        try (MlperfLoadGen loadGen = new MlperfLoadGen()) {
            loadGen.resolve(settings); // a class first needed at the end of the stack would stay broken

            assertThat(doFromTheBottom(() -> loadGen.resolve(settings))).isTrue();
        }
    }

    private TestResult run(Scenario scenario, Consumer<QuerySample> answer) {
        return new MlperfLoadGen()
                .run(
                        QuickRuns.system(query -> query.forEach(answer)),
                        QuickRuns.LIBRARY,
                        QuickRuns.settings(scenario)
                                .mode(TestMode.ACCURACY_ONLY)
                                .build(),
                        LogSettings.in(logs));
    }

    private static void answerFromTheBottom(QuerySample sample, int way) {
        doFromTheBottom(() -> answer(sample, way));
    }

    /** Tries from every depth, the deepest first, until one is deep enough no more. */
    @SuppressWarnings("InfiniteRecursion") // it ends where the stack does
    private static boolean doFromTheBottom(Runnable action) {
        try {
            if (doFromTheBottom(action)) {
                return true;
            }
        } catch (StackOverflowError e) {
            // this is the bottom
        }
        try {
            action.run();
            return true;
        } catch (StackOverflowError e) {
            return false;
        }
    }

    private static void answer(QuerySample sample, int way) {
        switch (way) {
            case 0 -> sample.complete(new byte[] {1});
            case 1 -> sample.complete(ByteBuffer.allocateDirect(4));
            case 2 -> sample.complete(new int[] {1, 2});
            default -> sample.fail(new Failure(Failure.Kind.TIMEOUT, "too deep"));
        }
    }

    @Test
    @Timeout(120)
    void aRunEndsWhenThereIsNoMemoryLeft() throws Exception {
        ChildJvm child = new ChildJvm(List.of("-Xmx64m"), MemoryEater.class, logs.toString());
        child.awaitLine("failed");
        assertThat(child.exitCode()).isZero();
    }

    /** Takes all memory in a callback, and keeps it for as long as the run knows that something is wrong. */
    static final class MemoryEater {

        private static final List<Object> TAKEN = new ArrayList<>();
        private static final CountDownLatch ALL_TAKEN = new CountDownLatch(1);

        private MemoryEater() {}

        public static void main(String[] arguments) throws Exception {
            TestRun run = new MlperfLoadGen()
                    .start(
                            QuickRuns.system(query -> takeEverything()),
                            QuickRuns.LIBRARY,
                            QuickRuns.settings(Scenario.SERVER)
                                    .stallLimit(Duration.ofSeconds(2))
                                    .build(),
                            LogSettings.in(Path.of(arguments[0])));
            ALL_TAKEN.await();
            for (int attempt = 0; attempt < 20 && !run.isDone(); attempt++) {
                tryToAllocate(); // as long as that takes, the run has to get on without memory
            }
            TAKEN.clear();
            try {
                run.await();
            } catch (TestFailedException e) {
                System.out.println("failed");
            }
        }

        private static void tryToAllocate() {
            try {
                TAKEN.add(new byte[1 << 20]);
            } catch (OutOfMemoryError e) {
                // as it should be
            }
        }

        private static void takeEverything() {
            for (int size = 1 << 20; size > 0; size /= 2) {
                try {
                    while (true) {
                        TAKEN.add(new byte[size]);
                    }
                } catch (OutOfMemoryError e) {
                    // then something smaller
                }
            }
            ALL_TAKEN.countDown();
            throw new OutOfMemoryError("all is taken");
        }
    }
}
