// SPDX-License-Identifier: Apache-2.0
/** Reads the logs of inference servers and reports how long each phase of their start took. */
module io.loadharness.startup {
    requires com.fasterxml.jackson.databind;
    requires transitive io.loadharness.report;
    requires static transitive org.jspecify;

    exports io.loadharness.startup;

    opens io.loadharness.startup to
            com.fasterxml.jackson.databind;
}
