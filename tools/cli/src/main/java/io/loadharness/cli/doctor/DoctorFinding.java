// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.doctor;

import java.util.Optional;

/**
 * One thing that was looked at.
 *
 * @param what it is
 * @param found how it is here
 * @param remedy a sentence that says what to do; empty if nothing needs doing
 */
record DoctorFinding(String what, String found, Optional<String> remedy) {

    static DoctorFinding good(String what, String found) {
        return new DoctorFinding(what, found, Optional.empty());
    }

    /** Good unless something has to be done. */
    static DoctorFinding of(String what, String found, boolean good, String remedy) {
        return new DoctorFinding(what, found, good ? Optional.empty() : Optional.of(remedy));
    }
}
