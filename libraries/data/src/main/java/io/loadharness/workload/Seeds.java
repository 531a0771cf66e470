// SPDX-License-Identifier: Apache-2.0
package io.loadharness.workload;

/**
 * A seed from which an independent stream of random bits is derived for each purpose and index. As a result, different output lengths do
 * not change the prompts. With the same seed, a data set with more rows contains all prompts of a data set with fewer rows.
 */
record Seeds(long seed) {

    /** The purpose of a random stream. The numbers must not change, because the rows that a seed generates depend on them. */
    enum Purpose {
        INPUT_LENGTH(0),
        OUTPUT_LENGTH(1),
        PREFIX_LENGTH(2),
        TURNS(3),
        PREFIX(4),
        OWN_PREFIX(5),
        INPUT(6),
        COMPLETION(7),
        IMAGE(8),
        ORDER(9);

        private final int number;

        Purpose(int number) {
            this.number = number;
        }
    }

    long of(Purpose purpose, long index) {
        return RandomBits.branch(RandomBits.branch(seed, purpose.number), index);
    }

    RandomBits bits(Purpose purpose, long index) {
        return new RandomBits(of(purpose, index));
    }
}
