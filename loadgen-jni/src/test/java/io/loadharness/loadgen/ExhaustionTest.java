// SPDX-License-Identifier: Apache-2.0
package io.loadharness.loadgen;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadharness.Failure;
import io.loadharness.LogSettings;
import io.loadharness.QuerySample;
import io.loadharness.Reason;
import io.loadharness.Scenario;
import io.loadharness.TestFailedException;
import io.loadharness.TestMode;
import io.loadharness.TestResult;
import io.loadharness.TestRun;
import io.loadharness.TestSettings;
import io.loadharness.Verdict;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.PatternSyntaxException;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests a stack overflow or lack of memory at every point on the way to LoadGen. */
@Tag("scarce")
class ExhaustionTest {

    /** The number of JVMs that each test with a full heap starts, one after the other. */
    private static final int REPETITIONS = Math.max(3, Integer.getInteger("loadharness.soak", 1));

    @TempDir
    Path logs;

    private int way;

    static IntStream repetitions() {
        return IntStream.rangeClosed(1, REPETITIONS);
    }

    /** Each sample is tried from every depth, the deepest first, until there is enough stack. No try counts twice. */
    @ParameterizedTest
    @EnumSource
    void completionsAtTheEndOfTheStackCountOnceOrFailTheRun(Scenario scenario) {
        run(
                scenario,
                sample -> answer(sample, way++ % 4)); // a class first needed at the end of the stack would stay broken
        try {
            TestResult result = run(scenario, sample -> completeFromTheBottom(sample, way++ % 4));
            assertThat(result.verdict()).isEqualTo(Verdict.INVALID);
            assertThat(result.progress().completed()).isEqualTo(48);
            assertThat(result.progress().failed()).isEqualTo(16);
        } catch (TestFailedException e) {
            assertThat(e.reason().code()).isIn(Reason.Code.STALLED, Reason.Code.CALLBACK_FAILED);
        }
    }

    @Test
    @Timeout(600)
    void preparingARunAtTheEndOfTheStackThrowsOnlyTheError() {
        TestSettings settings =
                QuickRuns.settings(Scenario.SERVER).model("resnet50").build();
        try (MlperfLoadGen loadGen = new MlperfLoadGen()) {
            loadGen.resolve(settings); // a class first needed at the end of the stack would stay broken

            assertThat(doFromTheBottom(() -> resolve(loadGen, settings))).isTrue();
        }
    }

    private static void resolve(MlperfLoadGen loadGen, TestSettings settings) {
        try {
            loadGen.resolve(settings);
        } catch (PatternSyntaxException e) {
            throw new StackOverflowError(
                    e.getMessage()); // the regular expression compiler turns a stack overflow into this exception
        }
    }

    private TestResult run(Scenario scenario, Consumer<QuerySample> answer) {
        return new MlperfLoadGen()
                .run(
                        QuickRuns.system(query -> query.forEach(answer)),
                        QuickRuns.LIBRARY,
                        QuickRuns.settings(scenario)
                                .mode(TestMode.ACCURACY_ONLY)
                                .stallLimit(Duration.ofSeconds(2))
                                .build(),
                        LogSettings.in(logs));
    }

    private static void completeFromTheBottom(QuerySample sample, int way) {
        doFromTheBottom(() -> answer(sample, way));
    }

    /** Tries from every depth, the deepest first, until a try succeeds. */
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

    /** The heap stays full until the run has ended, therefore ending the run must not need memory. */
    @ParameterizedTest
    @MethodSource("repetitions")
    @Timeout(120)
    void aRunEndsWhileTheHeapIsFull(int repetition) throws Exception {
        ChildJvm child = new ChildJvm(List.of("-Xmx24m"), HeapFiller.class, logs.toString());
        child.awaitLine("ended");
        assertThat(child.exitCode()).isZero();
    }

    /** Nothing was called before the heap is full, and the system goes on completing samples. */
    @ParameterizedTest
    @MethodSource("repetitions")
    @Timeout(120)
    void aRunEndsWhoseSystemKeepsMoreAndMore(int repetition) throws Exception {
        ChildJvm child = new ChildJvm(List.of("-Xmx24m"), Hoarder.class, logs.toString());
        child.awaitLine("ended");
        assertThat(child.exitCode()).isZero();
    }

    /** A system that keeps the heap full in a collection of its own, and completes samples when it can. */
    static final class Hoarder {

        private static volatile boolean mayHoard;
        private static volatile boolean hoards;
        private static volatile @Nullable Object kept;

        private Hoarder() {}

        public static void main(String[] arguments) throws Exception {
            byte[] ended = "ended\n".getBytes(StandardCharsets.UTF_8);
            byte[] valid = "valid\n".getBytes(StandardCharsets.UTF_8);
            Thread second = new Thread(Hoarder::hoardOn);
            second.setDaemon(true);
            second.start();
            TestRun run = new MlperfLoadGen()
                    .start(
                            QuickRuns.system(query -> {
                                hoards = mayHoard;
                                hoard();
                                query.completeAll();
                            }),
                            QuickRuns.LIBRARY,
                            QuickRuns.settings(Scenario.SERVER)
                                    .stallLimit(Duration.ofSeconds(2))
                                    .build(),
                            LogSettings.in(Path.of(arguments[0])));
            mayHoard = true;
            while (!run.isDone()) {
                Thread.onSpinWait();
            }
            mayHoard = false;
            free();
            boolean invalid = true;
            try {
                invalid = run.await().verdict() != Verdict.VALID;
            } catch (TestFailedException e) {
                // the promised end
            }
            System.out.write(invalid ? ended : valid);
            System.out.flush();
        }

        private static void hoardOn() {
            while (true) {
                hoard();
            }
        }

        /** Waits until the other threads add nothing more; one of them may be about to write the full list back. */
        private static synchronized void free() {
            kept = null;
        }

        private static synchronized void hoard() {
            for (int size = 1 << 20; size > 8; size /= 2) {
                try {
                    while (hoards && mayHoard) {
                        kept = new Object[] {kept, new byte[size]};
                    }
                } catch (OutOfMemoryError e) {
                    // then something smaller
                }
            }
        }
    }

    /** A system that keeps the heap full from its first query on and completes no sample. */
    static final class HeapFiller {

        private static final Object[] KEPT = new Object[1 << 20];
        private static int count;
        private static volatile boolean issued;
        private static volatile boolean mayStart;
        private static volatile boolean mayFill;

        private HeapFiller() {}

        public static void main(String[] arguments) throws Exception {
            byte[] ended = "ended\n".getBytes(StandardCharsets.UTF_8);
            byte[] valid = "valid\n".getBytes(StandardCharsets.UTF_8);
            TestRun run = new MlperfLoadGen()
                    .start(
                            QuickRuns.system(query -> {
                                issued = true;
                                while (!mayStart) {
                                    Thread.onSpinWait();
                                }
                                fill();
                            }),
                            QuickRuns.LIBRARY,
                            QuickRuns.settings(Scenario.SERVER)
                                    .stallLimit(Duration.ofSeconds(2))
                                    .build(),
                            LogSettings.in(Path.of(arguments[0])));
            while (!issued && !run.isDone()) {
                Thread.onSpinWait();
            }
            Arrays.fill(KEPT, null); // first calls need memory, therefore call everything now
            assertThat(OutOfMemoryError.class).isNotNull();
            mayFill = true;
            mayStart = true;
            while (!run.isDone()) {
                fill(); // refills what the run frees
            }
            mayFill = false;
            Arrays.fill(KEPT, null);
            try {
                System.out.write(run.await().verdict() == Verdict.VALID ? valid : ended);
            } catch (TestFailedException e) {
                System.out.write(ended);
            }
            System.out.flush();
        }

        private static synchronized void fill() {
            for (int size = 1 << 20; size > 0; size /= 2) {
                try {
                    while (mayFill && count < KEPT.length) {
                        KEPT[count] = new byte[size];
                        count++;
                    }
                } catch (OutOfMemoryError e) {
                    // then something smaller
                }
            }
        }
    }
}
