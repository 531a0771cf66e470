/** Inference servers to measure: how they are reached, which model they have, and in which dialect they answer. */
package io.loadharness.benchmark.endpoint;
