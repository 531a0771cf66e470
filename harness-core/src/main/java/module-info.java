/** The contract that a user subclasses and calls, and the way to models. Pure Java. */
module io.loadharness.core {
    exports io.loadharness;
    exports io.loadharness.inference;
}
