package io.loadharness.cli.bench;

/** What the bench measures. The IDs are part of the contract with scripts. */
enum Figure {
    SINGLE_STREAM_RATIO("SingleStream queries/s, Java / C++", "ratio", 0.95),
    SERVER_RATIO("Server, highest completed rate, Java / C++", "ratio", 0.95),
    OFFLINE_BULK_RATIO("Offline samples/s, completed at once, Java / C++", "ratio", 0.8),
    OFFLINE_EACH_RATIO("Offline samples/s, completed one by one, Java / C++", "ratio", 0.85),
    ACCURACY_8K_RATIO("Answers of 8 KiB per second, accuracy mode, Java / C++", "ratio", 0.9),
    ADDED_NS("Time that Java adds to a SingleStream query (median)", "ns", 150),
    BYTES_PER_QUERY("Java heap per query, the larger of SingleStream and Server", "bytes", 64),
    PYTHON_SINGLE_STREAM_RATIO("SingleStream queries/s, Java / Python", "ratio", 2),
    PYTHON_SERVER_RATIO("Server, highest completed rate, Java / Python", "ratio", 1.5),
    PYTHON_OFFLINE_RATIO("Offline samples/s, completed at once, Java / Python", "ratio", 50);

    private final String title;
    private final String unit;
    private final double goal;

    Figure(String title, String unit, double goal) {
        this.title = title;
        this.unit = unit;
        this.goal = goal;
    }

    String title() {
        return title;
    }

    String unit() {
        return unit;
    }

    double goal() {
        return goal;
    }

    /** Ratios are better when they are large, costs when they are small. */
    boolean moreIsBetter() {
        return unit.equals("ratio");
    }

    boolean meetsGoal(double value) {
        return moreIsBetter() ? value >= goal : value <= goal;
    }
}
