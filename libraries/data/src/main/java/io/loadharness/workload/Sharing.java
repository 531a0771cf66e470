package io.loadharness.workload;

/** What low and high mean of shared prefixes in profiles. */
enum Sharing {
    LOW(10),
    MEDIUM(50),
    HIGH(90);

    private final int percent;

    Sharing(int percent) {
        this.percent = percent;
    }

    /** How much of a mean input is shared. */
    int percent() {
        return percent;
    }

    int of(int tokens) {
        return (int) Math.round(tokens * percent / 100.0);
    }
}
