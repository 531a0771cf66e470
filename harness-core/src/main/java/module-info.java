/** The contract that a user subclasses and calls. Pure Java. */
module io.loadharness.core {
    exports io.loadharness;
}
