package io.loadharness.workload;

/** What short and long mean in profiles. */
enum Extent {
    SHORT(256, 64),
    MEDIUM(1024, 256),
    LONG(8192, 1024);

    private final int input;
    private final int output;

    Extent(int input, int output) {
        this.input = input;
        this.output = output;
    }

    /** The mean of an input, in tokens. */
    int input() {
        return input;
    }

    /** The mean of an output, in tokens. */
    int output() {
        return output;
    }
}
