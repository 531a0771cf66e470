package io.loadharness.cli.doctor;

import java.util.Optional;

/**
 * One thing that was looked at.
 *
 * @param what it is
 * @param found how it is here
 * @param remedy a sentence that says what to do; empty if nothing needs doing
 */
record Finding(String what, String found, Optional<String> remedy) {

    static Finding good(String what, String found) {
        return new Finding(what, found, Optional.empty());
    }

    /** Good unless something has to be done. */
    static Finding of(String what, String found, boolean good, String remedy) {
        return new Finding(what, found, good ? Optional.empty() : Optional.of(remedy));
    }
}
