/**
 * The contract that a user subclasses and calls, systems under test that forward to backends, and the health of the client. Needs no
 * other library.
 */
module io.loadharness.core {
    requires java.management;
    requires jdk.jfr;

    exports io.loadharness;
    exports io.loadharness.client;
    exports io.loadharness.inference;

    uses io.loadharness.inference.TokenizerProvider;
}
