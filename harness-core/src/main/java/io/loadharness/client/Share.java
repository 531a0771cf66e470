// SPDX-License-Identifier: Apache-2.0
package io.loadharness.client;

/** How much a total that only grows grew in the time that was watched. */
final class Share {

    private long last;
    private long grown;
    private long mostAtOnce;

    /** Begins, or begins anew after a time that nobody watched. */
    void begin(long total) {
        last = total;
    }

    void add(long total) {
        long more = Math.max(0, total - last);
        grown += more;
        mostAtOnce = Math.max(mostAtOnce, more);
        last = total;
    }

    long grown() {
        return grown;
    }

    long mostAtOnce() {
        return mostAtOnce;
    }

    double of(long nanos) {
        return nanos > 0 ? (double) grown / nanos : 0;
    }
}
