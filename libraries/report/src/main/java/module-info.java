// SPDX-License-Identifier: Apache-2.0
/** Reports of runs: as text, as HTML pages, as JSON and in the formats of other tools. */
module io.loadharness.report {
    requires com.fasterxml.jackson.databind;
    requires com.fasterxml.jackson.datatype.jdk8;
    requires com.fasterxml.jackson.datatype.jsr310;
    requires transitive io.loadharness.accuracy;
    requires transitive io.loadharness.data;
    requires transitive io.loadharness.records;
    requires java.xml;
    requires static org.jspecify;

    exports io.loadharness.report;
    exports io.loadharness.report.compare;
    exports io.loadharness.report.servers;

    opens io.loadharness.report to
            com.fasterxml.jackson.databind;
}
