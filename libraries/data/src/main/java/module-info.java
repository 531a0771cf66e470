// SPDX-License-Identifier: Apache-2.0
/** Data sets from files of common formats, and synthetic workloads. */
module io.loadharness.data {
    requires com.fasterxml.jackson.core;
    requires transitive io.loadharness.core;
    requires static transitive org.jspecify;

    exports io.loadharness.dataset;
    exports io.loadharness.workload;

    uses io.loadharness.dataset.Compression;
    uses io.loadharness.dataset.DatasetFormat;
    uses io.loadharness.dataset.DatasetQuery;
    uses io.loadharness.dataset.WritableFormat;

    provides io.loadharness.dataset.Compression with
            io.loadharness.dataset.GzipCompression,
            io.loadharness.dataset.ZipCompression;
    provides io.loadharness.dataset.DatasetFormat with
            io.loadharness.dataset.JsonFormat,
            io.loadharness.dataset.JsonlFormat,
            io.loadharness.dataset.csv.CsvFormat,
            io.loadharness.dataset.csv.TsvFormat,
            io.loadharness.dataset.numpy.NpyFormat,
            io.loadharness.dataset.numpy.NpzFormat,
            io.loadharness.dataset.pickle.PickleFormat;
    provides io.loadharness.dataset.WritableFormat with
            io.loadharness.dataset.JsonFormat,
            io.loadharness.dataset.JsonlFormat,
            io.loadharness.dataset.csv.CsvFormat,
            io.loadharness.dataset.numpy.NpyFormat,
            io.loadharness.dataset.numpy.NpzFormat;
}
