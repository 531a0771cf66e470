// SPDX-License-Identifier: Apache-2.0
package io.loadharness.schedule;

import io.loadharness.schedule.PeakSearch.RunKind;
import io.loadharness.schedule.PeakSearch.Step;
import io.loadharness.schedule.PeakTrial.Outcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * A server with continuous batching in computed time, with the batch model of the simulator: each request that joins adds 3 ms, a step adds
 * 8 ms and 0.15 ms for each request that decodes, the batch has room for 32 requests, and a completion has 40 tokens.
 */
final class BatchModel {

    private static final long PREFILL = 3_000_000;
    private static final long DECODE = 8_000_000;
    private static final long DECODE_PER_REQUEST = 150_000;
    private static final int MAX_BATCH = 32;
    private static final int TOKENS = 40;
    private static final double CONFIDENCE_99 = 2.33;

    private final double ttftLimit;
    private final double tpotLimit;
    private final long fullSeed;
    private final Random random;

    /**
     * Creates a server.
     *
     * @param ttftLimit the limit of the time to first token in seconds
     * @param tpotLimit the limit of the time per output token in seconds
     * @param seed the seed of the arrivals of short runs; full runs at all rates have the same arrivals, as in LoadGen
     */
    BatchModel(double ttftLimit, double tpotLimit, long seed) {
        this.ttftLimit = ttftLimit;
        this.tpotLimit = tpotLimit;
        this.fullSeed = seed % 5;
        this.random = new Random(seed);
    }

    /** Returns the rate at which the batch is always full: in a step, 32/40 requests join, and the others decode. */
    static double capacity() {
        double joining = (double) MAX_BATCH / TOKENS;
        double nanos = joining * PREFILL + DECODE + (MAX_BATCH - joining) * DECODE_PER_REQUEST;
        return joining / nanos * 1e9;
    }

    /** Returns the highest rate whose full-length run meets the limits. */
    double peak(Duration length) {
        double low = 0.01;
        double high = 2 * capacity();
        while (high > low * 1.0005) {
            double middle = (low + high) / 2;
            if (measure(new Step(RunKind.FULL, middle, length)).isKept()) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return low;
    }

    PeakTrial measure(Step step) {
        if (step.kind() == RunKind.PROBE) {
            long[][] times = serve(new long[50_000]);
            long end = step.length().toNanos();
            OptionalDouble saturation = Backlog.throughput(times[1], end / 4, end);
            return new PeakTrial(
                    RunKind.PROBE, 0, Outcome.KEPT, "", 0, 256, 256 / saturation.orElseThrow(), saturation);
        }
        if (step.kind() == RunKind.SINGLE) {
            double share = Math.max(PREFILL / 1e9 / ttftLimit, (DECODE + DECODE_PER_REQUEST) / 1e9 / tpotLimit);
            return new PeakTrial(
                    RunKind.SINGLE,
                    1,
                    share > 1 ? Outcome.EXCEEDED : Outcome.KEPT,
                    share > 1 ? "too slow alone" : "",
                    share,
                    1,
                    0.3,
                    OptionalDouble.empty());
        }
        boolean isFull = step.kind() == RunKind.FULL;
        long[] arrivals = arrivals(step, isFull ? new Random(fullSeed) : random);
        long[][] times = serve(arrivals);
        int count = arrivals.length;
        double[] ttft = IntStream.range(0, count)
                .mapToDouble(i -> (times[0][i] - arrivals[i]) / 1e9 / ttftLimit)
                .toArray();
        double[] tpot = IntStream.range(0, count)
                .mapToDouble(i -> (times[1][i] - times[0][i]) / 1e9 / (TOKENS - 1) / tpotLimit)
                .toArray();
        double latency = IntStream.range(0, count)
                .mapToDouble(i -> (times[1][i] - arrivals[i]) / 1e9)
                .average()
                .orElseThrow();
        double share = Math.max(percentile(ttft), percentile(tpot));
        Backlog backlog = Backlog.of(arrivals, times[1]);
        boolean isGrowing = backlog.isGrowing();
        boolean isTooSlow = isFull
                ? Math.max(above(ttft), above(tpot)) > 0.01 * count - CONFIDENCE_99 * Math.sqrt(0.0099 * count)
                : share > 1 || isGrowing;
        return new PeakTrial(
                step.kind(),
                step.level(),
                isTooSlow ? Outcome.EXCEEDED : Outcome.KEPT,
                isTooSlow ? (isGrowing ? "growing" : "too slow") : "",
                isTooSlow && isFull ? Math.max(share, 1.001) : share,
                latency * step.level(),
                latency,
                isGrowing ? OptionalDouble.of(backlog.throughput()) : OptionalDouble.empty());
    }

    private static double percentile(double[] shares) {
        double[] sorted = shares.clone();
        Arrays.sort(sorted);
        return sorted[(int) (sorted.length * 0.99)];
    }

    private static long above(double[] shares) {
        return DoubleStream.of(shares).filter(each -> each > 1).count();
    }

    private static long[] arrivals(Step step, Random from) {
        List<Long> times = new ArrayList<>();
        double seconds = 0;
        while (seconds < step.length().toNanos() / 1e9 || times.size() < 1000) {
            seconds -= Math.log(1 - from.nextDouble()) / step.level();
            times.add((long) (seconds * 1e9));
        }
        return times.stream().mapToLong(each -> each).toArray();
    }

    /** Returns the times of the first tokens and the ends. */
    static long[][] serve(long[] arrivals) {
        long[][] times = new long[2][arrivals.length];
        int[] left = new int[arrivals.length];
        List<Integer> running = new ArrayList<>();
        long now = 0;
        int next = 0;
        while (next < arrivals.length || !running.isEmpty()) {
            if (running.isEmpty()) {
                now = Math.max(now, arrivals[next]);
            }
            int decoding = running.size();
            long joined = 0;
            while (running.size() < MAX_BATCH && next < arrivals.length && arrivals[next] <= now) {
                left[next] = TOKENS;
                running.add(next++);
                joined++;
            }
            now += joined * PREFILL + (decoding == 0 ? 0 : DECODE + decoding * DECODE_PER_REQUEST);
            long end = now;
            running.removeIf(i -> {
                times[0][i] = left[i] == TOKENS ? end : times[0][i];
                times[1][i] = end;
                return --left[i] == 0;
            });
        }
        return times;
    }
}
