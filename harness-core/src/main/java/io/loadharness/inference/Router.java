// SPDX-License-Identifier: Apache-2.0
package io.loadharness.inference;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Chooses the backend of a sample when the sample is issued. {@link Routing#LEAST_OUTSTANDING} chooses later, in {@link WorkQueue}.
 * Thread-safe.
 */
@FunctionalInterface
interface Router {

    /** Returns the position of the backend in the list of all backends. */
    int choose(int sampleIndex);

    /** Returns a router that uses all backends in turn, each in proportion to its weight. */
    static Router cyclic(List<Integer> weights) {
        int[] turns = turns(weights);
        AtomicLong next = new AtomicLong();
        return sampleIndex -> turns[(int) (next.getAndIncrement() % turns.length)];
    }

    /** Returns a router that always sends the same sample to the same backend. */
    static Router partitioned(int backends) {
        return sampleIndex -> Math.floorMod(sampleIndex, backends);
    }

    /**
     * Returns the backends in the order of smooth weighted round-robin, as in nginx. Each backend occurs in proportion to its weight, and
     * the backends are evenly mixed.
     */
    private static int[] turns(List<Integer> weights) {
        int sum = weights.stream().mapToInt(Integer::intValue).sum();
        int[] turns = new int[sum];
        int[] current = new int[weights.size()];
        for (int turn = 0; turn < sum; turn++) {
            for (int i = 0; i < current.length; i++) {
                current[i] += weights.get(i);
            }
            int best = 0;
            for (int i = 1; i < current.length; i++) {
                best = current[i] > current[best] ? i : best;
            }
            current[best] -= sum;
            turns[turn] = best;
        }
        return weights.stream().distinct().count() == 1 ? Arrays.copyOf(turns, weights.size()) : turns;
    }
}
