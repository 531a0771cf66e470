/** What a run came to, for people and for programs. */
module io.loadharness.report {
    requires com.fasterxml.jackson.databind;
    requires com.fasterxml.jackson.datatype.jdk8;
    requires com.fasterxml.jackson.datatype.jsr310;
    requires transitive io.loadharness.core;
    requires java.xml;

    exports io.loadharness.report;
    exports io.loadharness.report.compare;
    exports io.loadharness.report.servers;
    exports io.loadharness.report.startup;

    opens io.loadharness.report to
            com.fasterxml.jackson.databind;
    opens io.loadharness.report.startup to
            com.fasterxml.jackson.databind;
}
