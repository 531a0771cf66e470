// SPDX-License-Identifier: Apache-2.0
package io.loadharness.client;

/** Costs that a test sets. */
final class FakeCosts implements Costs {

    long processor;
    long thread;
    long collecting;
    long collected;

    @Override
    public long processorNanos() {
        return processor;
    }

    @Override
    public long threadNanos(Thread unused) {
        return thread;
    }

    @Override
    public long collectionNanos() {
        return collecting;
    }

    @Override
    public long collections() {
        return collected;
    }
}
