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

    /** The position of the backend in the list of all. */
    int choose(int sampleIndex);

    /** Each in its turn, as often as its weight says. */
    static Router cyclic(List<Integer> weights) {
        int[] turns = turns(weights);
        AtomicLong next = new AtomicLong();
        return sampleIndex -> turns[(int) (next.getAndIncrement() % turns.length)];
    }

    /** The same for the same sample. */
    static Router partitioned(int backends) {
        return sampleIndex -> Math.floorMod(sampleIndex, backends);
    }

    /**
     * One round in which each backend has as many turns as its weight, evenly mixed: smooth weighted round-robin, as in
     * nginx.
     */
    private static int[] turns(List<Integer> weights) {
        int sum = weights.stream().mapToInt(Integer::intValue).sum();
        int[] turns = new int[sum];
        int[] wealth = new int[weights.size()];
        for (int turn = 0; turn < sum; turn++) {
            for (int i = 0; i < wealth.length; i++) {
                wealth[i] += weights.get(i);
            }
            int richest = 0;
            for (int i = 1; i < wealth.length; i++) {
                richest = wealth[i] > wealth[richest] ? i : richest;
            }
            wealth[richest] -= sum;
            turns[turn] = richest;
        }
        return weights.stream().distinct().count() == 1 ? Arrays.copyOf(turns, weights.size()) : turns;
    }
}
