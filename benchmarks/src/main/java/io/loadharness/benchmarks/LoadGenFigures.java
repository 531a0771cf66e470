package io.loadharness.benchmarks;

/** What {@code bench loadgen} measures. */
final class LoadGenFigures {

    static final Figure SINGLE_STREAM_RATIO =
            Figure.ratio("single_stream_ratio", "SingleStream queries/s, Java / C++", 0.95);
    static final Figure SERVER_RATIO = Figure.ratio("server_ratio", "Server, highest completed rate, Java / C++", 0.95);
    static final Figure OFFLINE_BULK_RATIO =
            Figure.ratio("offline_bulk_ratio", "Offline samples/s, completed at once, Java / C++", 0.8);
    static final Figure OFFLINE_EACH_RATIO =
            Figure.ratio("offline_each_ratio", "Offline samples/s, completed one by one, Java / C++", 0.85);
    static final Figure ACCURACY_8K_RATIO =
            Figure.ratio("accuracy_8k_ratio", "Answers of 8 KiB per second, accuracy mode, Java / C++", 0.9);
    static final Figure ADDED_NS =
            Figure.cost("added_ns", "Time that Java adds to a SingleStream query (median)", "ns", 150);
    static final Figure BYTES_PER_QUERY =
            Figure.cost("bytes_per_query", "Java heap per query, the larger of SingleStream and Server", "bytes", 64);
    static final Figure PYTHON_SINGLE_STREAM_RATIO =
            Figure.ratio("python_single_stream_ratio", "SingleStream queries/s, Java / Python", 2);
    static final Figure PYTHON_SERVER_RATIO =
            Figure.ratio("python_server_ratio", "Server, highest completed rate, Java / Python", 1.5);
    static final Figure PYTHON_OFFLINE_RATIO =
            Figure.ratio("python_offline_ratio", "Offline samples/s, completed at once, Java / Python", 50);

    private LoadGenFigures() {}
}
