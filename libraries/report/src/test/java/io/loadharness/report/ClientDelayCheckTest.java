// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadharness.Scenario;
import io.loadharness.metrics.Requirement;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.PriorityQueue;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClientDelayCheckTest {

    private static final long MILLI = 1_000_000;

    private static boolean confirms(ClientDelayCheck check, String requirement, long seenNanos) {
        return check.confirms(
                new Requirement.Check(Requirement.parse(requirement), OptionalDouble.of(seenNanos / 1e9)));
    }

    /** The longest schedule delay is 20 ms, and each part of a response is read at most 50 ms late. */
    @ParameterizedTest
    @CsvSource({
        "ttft_scheduled.p99, 70, 20",
        "latency_scheduled.mean, 70, 20",
        "duration, 70, 20",
        "ttfb.max, 70, 40",
        "ttft.p99, 70, 40",
        "latency.min, 70, 40",
        "ntpot.p50, 70, 40",
        "tpot.p99, 90, 90",
        "itl.p99, 90, 90",
        "receive.p90, 90, 90"
    })
    void aTimeCanChangeByTheDelaysOfItsEnds(String time, long shorter, long longer) {
        ClientDelayCheck check = new ClientDelayCheck(Scenario.OFFLINE, 20 * MILLI, 50 * MILLI);
        long seen = 1000;

        assertThat(confirms(check, time + "<=" + (seen + longer + 1) + "ms", seen * MILLI))
                .isTrue();
        assertThat(confirms(check, time + "<=" + (seen + longer - 1) + "ms", seen * MILLI))
                .isFalse();
        assertThat(confirms(check, time + ">=" + (seen - shorter - 1) + "ms", seen * MILLI))
                .isTrue();
        assertThat(confirms(check, time + ">=" + (seen - shorter + 1) + "ms", seen * MILLI))
                .isFalse();
    }

    @ParameterizedTest
    @CsvSource({"duration>=60s, true", "duration<=61s, false"})
    void aMinimumOfTheDurationOfAServerRunIsIndependentOfDelays(String requirement, boolean isConfirmed) {
        ClientDelayCheck check = new ClientDelayCheck(Scenario.SERVER, 1000 * MILLI, 0);

        assertThat(confirms(check, requirement, 60_500 * MILLI)).isEqualTo(isConfirmed);
    }

    @Test
    void aConfirmedResultOfAQueueHoldsWithoutTheDelays() {
        Random random = new Random(1);
        int confirmed = 0;
        for (int run = 0; run < 500; run++) {
            long requestDelay = 1L + random.nextInt(100);
            long responseDelay = 1L + random.nextInt(100);
            ClientDelayCheck check = new ClientDelayCheck(Scenario.SERVER, requestDelay, responseDelay);
            for (Map.Entry<String, long[]> each :
                    longestTimes(random, requestDelay, responseDelay).entrySet()) {
                long seen = each.getValue()[0];
                long ideal = each.getValue()[1];
                double limit = seen + random.nextInt(500) - 249.5;
                if (limit > 0 && confirms(check, each.getKey() + "<=" + limit + "ns", seen)) {
                    confirmed++;
                    assertThat(ideal <= limit)
                            .as("%s: seen %d, ideal %d, limit %s", each.getKey(), seen, ideal, limit)
                            .isEqualTo(seen <= limit);
                }
            }
        }
        assertThat(confirmed).isGreaterThan(100);
    }

    /** Returns the longest times of requests to a random queue: as seen by a client with random delays, and without delays. */
    private static Map<String, long[]> longestTimes(Random random, long requestDelay, long responseDelay) {
        int requests = 30;
        long[] scheduled = new long[requests];
        long[] sent = new long[requests];
        long[] work = new long[requests];
        for (int i = 0; i < requests; i++) {
            scheduled[i] = (i == 0 ? 0 : scheduled[i - 1]) + random.nextInt(60);
            long late = scheduled[i] + random.nextInt((int) requestDelay + 1);
            sent[i] = i == 0 ? late : Math.max(late, sent[i - 1]);
            work[i] = 2L + random.nextInt(200);
        }
        int workers = 1 + random.nextInt(4);
        long[] delayed = starts(sent, work, workers);
        long[] ideal = starts(scheduled, work, workers);
        Map<String, long[]> longest = new LinkedHashMap<>();
        for (int i = 0; i < requests; i++) {
            long first = work[i] / 2; // the time from the start of the work to the first token
            long readFirst = delayed[i] + first + random.nextInt((int) responseDelay + 1);
            long readLast = delayed[i] + work[i] + random.nextInt((int) responseDelay + 1);
            put(longest, "ttft_scheduled.max", readFirst - scheduled[i], ideal[i] + first - scheduled[i]);
            put(longest, "latency_scheduled.max", readLast - scheduled[i], ideal[i] + work[i] - scheduled[i]);
            put(longest, "ttft.max", readFirst - sent[i], ideal[i] + first - scheduled[i]);
            put(longest, "latency.max", readLast - sent[i], ideal[i] + work[i] - scheduled[i]);
            put(longest, "receive.max", readLast - readFirst, work[i] - first);
        }
        return longest;
    }

    private static void put(Map<String, long[]> longest, String name, long seen, long ideal) {
        longest.merge(
                name, new long[] {seen, ideal}, (a, b) -> new long[] {Math.max(a[0], b[0]), Math.max(a[1], b[1])});
    }

    /** Returns the start of the work for each request. A worker that is free takes the next request in the order of their arrival. */
    private static long[] starts(long[] arrivals, long[] work, int workers) {
        PriorityQueue<Long> free = new PriorityQueue<>();
        for (int i = 0; i < workers; i++) {
            free.add(0L);
        }
        long[] starts = new long[arrivals.length];
        for (int i = 0; i < arrivals.length; i++) {
            starts[i] = Math.max(arrivals[i], free.remove());
            free.add(starts[i] + work[i]);
        }
        return starts;
    }
}
