// SPDX-License-Identifier: Apache-2.0
package io.loadharness.inference;

/** Which of many backends gets a sample. */
public enum Routing {
    /** Each in its turn. */
    ROUND_ROBIN,
    /** The one with the fewest samples outstanding; what waits for a free place goes to whoever has one first. */
    LEAST_OUTSTANDING,
    /** Each in its turn, as often as its weight says, evenly mixed. */
    WEIGHTED,
    /** Always the same one for the same sample; the shares of the data set differ by at most one sample. */
    SAMPLE_PARTITIONED
}
