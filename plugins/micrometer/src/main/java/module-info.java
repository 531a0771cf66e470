/** The meters of a run, in any registry of Micrometer. */
module io.loadharness.micrometer {
    requires transitive io.loadharness.core;
    requires transitive micrometer.core;
    requires static org.jspecify;

    exports io.loadharness.micrometer;
}
