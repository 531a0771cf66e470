package io.loadharness.dataset.pickle;

/** Python's None, and pandas' NA and NaT: no value. */
enum None {
    NONE
}
