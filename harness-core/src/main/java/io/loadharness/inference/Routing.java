// SPDX-License-Identifier: Apache-2.0
package io.loadharness.inference;

/**
 * The rules that assign samples to backends.
 *
 * <pre>{@code
 * Benchmark.builder().endpoint("http://a:8000").endpoint("http://b:8000").routing(Routing.LEAST_OUTSTANDING)
 * }</pre>
 */
public enum Routing {
    /** All backends in turn. */
    ROUND_ROBIN,
    /**
     * The backend with the fewest samples in flight. If no backend has a free slot, samples wait. A backend that frees a slot receives the
     * sample that has waited longest.
     */
    LEAST_OUTSTANDING,
    /** Weighted round-robin. The requests of each backend are spread evenly. */
    WEIGHTED,
    /** Always the same backend for the same sample. The numbers of samples per backend differ by at most one. */
    SAMPLE_PARTITIONED
}
