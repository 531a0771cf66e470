// SPDX-License-Identifier: Apache-2.0
package io.loadharness.schedule;

import java.util.function.IntSupplier;
import java.util.stream.IntStream;

/** Strategies to choose the next sample from the loaded samples. Not thread-safe. */
final class SampleChoice {

    private SampleChoice() {}

    /** Chooses each sample independently. */
    static IntSupplier independent(int[] loaded, RandomNumbers random) {
        return () -> loaded[random.below(loaded.length)];
    }

    /** Returns all samples in random order, then all samples in another random order, and so on. */
    static IntSupplier permuted(int[] loaded, RandomNumbers random) {
        int[] order = loaded.clone();
        return new IntSupplier() {
            private int next = order.length;

            @Override
            public int getAsInt() {
                if (next == order.length) {
                    shuffle(order, order.length, random);
                    next = 0;
                }
                return order[next++];
            }
        };
    }

    /** Returns a random subset of the samples of a library. */
    static int[] some(int count, int total, RandomNumbers random) {
        int[] all = IntStream.range(0, total).toArray();
        if (count == total) {
            return all;
        }
        shuffle(all, count, random);
        return IntStream.of(all).limit(count).toArray();
    }

    /** Moves randomly chosen values into the first {@code count} positions. */
    private static void shuffle(int[] values, int count, RandomNumbers random) {
        for (int i = 0; i < count; i++) {
            int other = i + random.below(values.length - i);
            int value = values[other];
            values[other] = values[i];
            values[i] = value;
        }
    }
}
