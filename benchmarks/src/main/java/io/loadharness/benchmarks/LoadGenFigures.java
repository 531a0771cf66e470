// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmarks;

/** Figures that {@code bench loadgen} measures. */
final class LoadGenFigures {

    static final BenchFigure SINGLE_STREAM_RATIO =
            BenchFigure.ratio("single_stream_ratio", "SingleStream queries/s, Java / C++", 0.95);
    static final BenchFigure SERVER_RATIO =
            BenchFigure.ratio("server_ratio", "Server, highest completed rate, Java / C++", 0.95);
    static final BenchFigure OFFLINE_BULK_RATIO =
            BenchFigure.ratio("offline_bulk_ratio", "Offline samples/s, completed in one call, Java / C++", 0.8);
    static final BenchFigure OFFLINE_EACH_RATIO =
            BenchFigure.ratio("offline_each_ratio", "Offline samples/s, completed one by one, Java / C++", 0.85);
    static final BenchFigure ACCURACY_8K_RATIO =
            BenchFigure.ratio("accuracy_8k_ratio", "Responses of 8 KiB per second, accuracy mode, Java / C++", 0.9);
    static final BenchFigure ADDED_NS =
            BenchFigure.cost("added_ns", "Time that Java adds to a SingleStream query (median)", "ns", 150);
    static final BenchFigure BYTES_PER_QUERY = BenchFigure.cost(
            "bytes_per_query", "Java heap per query, the larger of SingleStream and Server", "bytes", 64);
    static final BenchFigure PYTHON_SINGLE_STREAM_RATIO =
            BenchFigure.ratio("python_single_stream_ratio", "SingleStream queries/s, Java / Python", 2);
    static final BenchFigure PYTHON_SERVER_RATIO =
            BenchFigure.ratio("python_server_ratio", "Server, highest completed rate, Java / Python", 1.5);
    static final BenchFigure PYTHON_OFFLINE_RATIO =
            BenchFigure.ratio("python_offline_ratio", "Offline samples/s, completed in one call, Java / Python", 50);

    private LoadGenFigures() {}
}
