// SPDX-License-Identifier: Apache-2.0
package io.loadharness.schedule;

import java.util.function.IntSupplier;
import java.util.stream.IntStream;

/** Which sample is issued next, out of those that are loaded. For one thread. */
final class SampleChoice {

    private SampleChoice() {}

    /** Any of them, each time. */
    static IntSupplier anew(int[] loaded, Draws draws) {
        return () -> loaded[draws.below(loaded.length)];
    }

    /** All of them in a random order, then all of them in another. */
    static IntSupplier inTurns(int[] loaded, Draws draws) {
        int[] order = loaded.clone();
        return new IntSupplier() {
            private int next = order.length;

            @Override
            public int getAsInt() {
                if (next == order.length) {
                    shuffle(order, order.length, draws);
                    next = 0;
                }
                return order[next++];
            }
        };
    }

    /** Some of a library, without an order. */
    static int[] some(int count, int total, Draws draws) {
        int[] all = IntStream.range(0, total).toArray();
        if (count == total) {
            return all;
        }
        shuffle(all, count, draws);
        return IntStream.of(all).limit(count).toArray();
    }

    /** Puts a random choice into the first {@code count} places. */
    private static void shuffle(int[] values, int count, Draws draws) {
        for (int i = 0; i < count; i++) {
            int other = i + draws.below(values.length - i);
            int value = values[other];
            values[other] = values[i];
            values[i] = value;
        }
    }
}
