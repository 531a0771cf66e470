// SPDX-License-Identifier: Apache-2.0
package io.loadharness.workload;

/**
 * A stream of random bits for each thing that is drawn, so that none depends on what was drawn before it: with other lengths of answers
 * the prompts stay the same, and a longer set has all prompts of a shorter one.
 */
record Seeds(long seed) {

    /** What is drawn. The numbers are part of what a seed means. */
    enum Draw {
        INPUT_LENGTH(0),
        OUTPUT_LENGTH(1),
        PREFIX_LENGTH(2),
        TURNS(3),
        PREFIX(4),
        OWN_PREFIX(5),
        INPUT(6),
        ANSWER(7),
        IMAGE(8),
        ORDER(9);

        private final int number;

        Draw(int number) {
            this.number = number;
        }
    }

    long of(Draw draw, long index) {
        return RandomBits.branch(RandomBits.branch(seed, draw.number), index);
    }

    RandomBits bits(Draw draw, long index) {
        return new RandomBits(of(draw, index));
    }
}
