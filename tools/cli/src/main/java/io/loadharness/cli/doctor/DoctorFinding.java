// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.doctor;

import java.util.Optional;

/**
 * The result of one check of the machine.
 *
 * @param name the checked property
 * @param found the value on this machine
 * @param remedy a sentence with the remedy; empty if there is no problem
 */
record DoctorFinding(String name, String found, Optional<String> remedy) {

    static DoctorFinding good(String name, String found) {
        return new DoctorFinding(name, found, Optional.empty());
    }

    /** Returns a finding, with the remedy only if there is a problem. */
    static DoctorFinding of(String name, String found, boolean isGood, String remedy) {
        return new DoctorFinding(name, found, isGood ? Optional.empty() : Optional.of(remedy));
    }
}
