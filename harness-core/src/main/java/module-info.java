/** The contract that a user subclasses and calls, and the way to inference servers. Pure Java. */
@SuppressWarnings("module") // the modules that the internal package is exported to are compiled after this one
module io.loadharness.core {
    requires com.fasterxml.jackson.core;
    requires com.fasterxml.jackson.dataformat.cbor;
    requires java.management;
    requires java.net.http;
    requires jdk.jfr;

    exports io.loadharness;
    exports io.loadharness.dataset;
    exports io.loadharness.generator;
    exports io.loadharness.health;
    exports io.loadharness.http;
    exports io.loadharness.inference;
    exports io.loadharness.internal to
            io.loadharness.duckdb,
            io.loadharness.loadgen,
            io.loadharness.report,
            io.loadharness.server,
            io.loadharness.tokenizers;
    exports io.loadharness.metrics;
    exports io.loadharness.record;
    exports io.loadharness.scrape;
    exports io.loadharness.workload;
    exports io.loadharness.schedule;

    uses io.loadharness.dataset.Compression;
    uses io.loadharness.dataset.DatasetFormat;
    uses io.loadharness.dataset.DatasetQuery;
    uses io.loadharness.dataset.WritableFormat;
    uses io.loadharness.http.HttpTransportProvider;
    uses io.loadharness.inference.TokenizerProvider;

    provides io.loadharness.dataset.Compression with
            io.loadharness.dataset.GzipCompression;
    provides io.loadharness.dataset.DatasetFormat with
            io.loadharness.dataset.JsonFormat,
            io.loadharness.dataset.JsonlFormat,
            io.loadharness.dataset.csv.CsvFormat,
            io.loadharness.dataset.csv.TsvFormat,
            io.loadharness.dataset.numpy.NpyFormat,
            io.loadharness.dataset.numpy.NpzFormat,
            io.loadharness.dataset.pickle.PickleFormat;
    provides io.loadharness.dataset.WritableFormat with
            io.loadharness.dataset.JsonlFormat,
            io.loadharness.dataset.csv.CsvFormat,
            io.loadharness.dataset.numpy.NpyFormat,
            io.loadharness.dataset.numpy.NpzFormat;
    provides io.loadharness.http.HttpTransportProvider with
            io.loadharness.http.JdkTransportProvider;
}
