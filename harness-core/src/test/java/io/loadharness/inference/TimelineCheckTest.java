// SPDX-License-Identifier: Apache-2.0
package io.loadharness.inference;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TimelineCheckTest {

    private static final long SECOND = 1_000_000_000;
    private static final long ISSUED = 100 * SECOND;
    private static final long HANDED_OVER = 101 * SECOND;
    private static final long REPORTED = 200 * SECOND;
    private static final String ADVICE =
            ": the backend must set timestamps of System.nanoTime() in the order of the events";

    private static Timeline timeline(long... stamps) {
        return Timeline.builder()
                .dequeued(stamps[0])
                .sent(stamps[1])
                .firstByte(stamps[2])
                .firstToken(stamps[3])
                .firstContent(stamps[4])
                .lastToken(stamps[5])
                .done(stamps[6])
                .build();
    }

    private static Timeline allAt(long nanos) {
        return timeline(LongStream.generate(() -> nanos).limit(7).toArray());
    }

    private static String contradiction(Timeline times) {
        return TimelineCheck.contradiction(times, ISSUED, HANDED_OVER, Timeline.UNKNOWN, REPORTED);
    }

    @ParameterizedTest
    @ValueSource(longs = {HANDED_OVER, HANDED_OVER + 1, REPORTED})
    void equalTimesArePossible(long nanos) {
        assertThat(contradiction(allAt(nanos))).isNull();
    }

    @Test
    void unknownTimesArePossible() {
        long none = Timeline.UNKNOWN;

        assertThat(contradiction(allAt(none))).isNull();
        assertThat(contradiction(Timeline.endedAt(REPORTED))).isNull();
        assertThat(contradiction(timeline(none, HANDED_OVER, none, none, REPORTED, none, REPORTED)))
                .isNull();
    }

    @ParameterizedTest
    @CsvSource({
        "0, dequeued, the time at which the backend received the request",
        "1, sent, dequeued",
        "2, firstByte, sent",
        "3, firstToken, firstByte",
        "4, firstContent, firstToken",
        "5, lastToken, firstContent",
        "6, done, lastToken"
    })
    void eachTimeMustNotPrecedeTheTimeBeforeIt(int position, String name, String previous) {
        long[] stamps = LongStream.generate(() -> HANDED_OVER).limit(7).toArray();
        stamps[position] -= 1;

        assertThat(contradiction(timeline(stamps))).isEqualTo(name + " is 1 ns before " + previous + ADVICE);
    }

    @ParameterizedTest
    @CsvSource({"0, dequeued", "1, sent", "2, firstByte", "3, firstToken", "4, firstContent", "5, lastToken", "6, done"
    })
    void noTimeMayPrecedeTheIssueOrFollowTheReport(int position, String name) {
        long[] stamps = LongStream.generate(() -> Timeline.UNKNOWN).limit(7).toArray();

        stamps[position] = ISSUED - 1500;
        assertThat(contradiction(timeline(stamps))).isEqualTo(name + " is 1.5 µs before issued" + ADVICE);

        stamps[position] = REPORTED + 2_500_000;
        assertThat(contradiction(timeline(stamps))).isEqualTo(name + " is 2.5 ms after reported" + ADVICE);
    }

    @Test
    void anUnknownTimeIsSkipped() {
        Timeline times = Timeline.builder()
                .sent(HANDED_OVER + 6 * SECOND)
                .firstToken(HANDED_OVER)
                .done(REPORTED)
                .build();

        assertThat(contradiction(times)).isEqualTo("firstToken is 6.0 s before sent" + ADVICE);
    }

    @Test
    void aTimeInTheFutureIsNamedRatherThanTheTimesAfterIt() {
        Timeline times = Timeline.builder()
                .sent(HANDED_OVER)
                .firstToken(REPORTED + SECOND)
                .done(REPORTED)
                .build();

        assertThat(contradiction(times)).isEqualTo("firstToken is 1.0 s after reported" + ADVICE);
    }

    @Test
    void theFirstTokenIsNotAfterItsReport() {
        Timeline times = Timeline.builder()
                .firstToken(HANDED_OVER + SECOND)
                .done(REPORTED)
                .build();
        long report = HANDED_OVER + SECOND / 2;

        assertThat(TimelineCheck.contradiction(times, ISSUED, HANDED_OVER, report + SECOND, REPORTED))
                .isNull();
        assertThat(TimelineCheck.contradiction(times, ISSUED, HANDED_OVER, report, REPORTED))
                .isEqualTo("firstToken is 500.0 ms after firstReported" + ADVICE);
    }

    @Test
    void durationsOfWorkersAreNotNegative() {
        Timeline.Builder times = Timeline.builder().done(REPORTED);

        assertThat(contradiction(times.workerFirstToken(0).workerDone(0).build()))
                .isNull();
        assertThat(contradiction(times.workerFirstToken(-6_000_000).build()))
                .isEqualTo("workerFirstToken is -6.0 ms: a duration must not be negative");
        assertThat(contradiction(times.workerFirstToken(0).workerDone(-1).build()))
                .isEqualTo("workerDone is -1 ns: a duration must not be negative");
        long taken = (REPORTED - HANDED_OVER) / 100 * 101;
        assertThat(contradiction(times.workerDone(taken + SECOND).build())).isNull();
        assertThat(contradiction(times.workerDone(taken + SECOND + 1).build()))
                .isEqualTo("workerDone is 101.0 s, but the request took 99.0 s: the backend must set a duration, not a"
                        + " timestamp");
    }

    @Test
    void extremeTimesDoNotOverflow() {
        assertThat(contradiction(Timeline.endedAt(Long.MAX_VALUE))).startsWith("done is 9223371836.9 s after reported");
        assertThat(contradiction(Timeline.endedAt(Long.MIN_VALUE + 1)))
                .startsWith("done is 9223372136.9 s before issued");
    }

    @Test
    void chunksAreChecked() {
        assertThat(TimelineCheck.contradictionOfFirstChunk(HANDED_OVER, ISSUED, HANDED_OVER, HANDED_OVER))
                .isNull();
        assertThat(TimelineCheck.contradictionOfFirstChunk(ISSUED - SECOND, ISSUED, HANDED_OVER, REPORTED))
                .isEqualTo("the time of chunk 1 is 1.0 s before issued" + ADVICE);
        assertThat(TimelineCheck.contradictionOfFirstChunk(REPORTED + 1, ISSUED, HANDED_OVER, REPORTED))
                .isEqualTo("the time of chunk 1 is 1 ns after firstReported" + ADVICE);
        assertThat(TimelineCheck.chunkBeforePrevious(3, ISSUED, ISSUED + SECOND))
                .isEqualTo("the time of chunk 3 is 1.0 s before the time of chunk 2" + ADVICE);
        assertThat(TimelineCheck.chunkAfterEnd(3, REPORTED + SECOND, REPORTED))
                .isEqualTo("the time of chunk 3 is 1.0 s after reported" + ADVICE);
    }
}
