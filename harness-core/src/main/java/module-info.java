/** The contract that a user subclasses and calls, and the way to inference servers. Pure Java. */
module io.loadharness.core {
    requires com.fasterxml.jackson.core;
    requires java.management;
    requires java.net.http;

    exports io.loadharness;
    exports io.loadharness.health;
    exports io.loadharness.http;
    exports io.loadharness.inference;

    uses io.loadharness.http.HttpTransportProvider;

    provides io.loadharness.http.HttpTransportProvider with
            io.loadharness.http.JdkTransportProvider;
}
