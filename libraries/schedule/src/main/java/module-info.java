// SPDX-License-Identifier: Apache-2.0
/** Load patterns that LoadGen does not support: rates, stages, concurrency, sessions, traces and sweeps. */
module io.loadharness.schedule {
    requires transitive io.loadharness.core;
    requires static org.jspecify;

    exports io.loadharness.schedule;
}
