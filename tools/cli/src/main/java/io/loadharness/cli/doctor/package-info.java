// SPDX-License-Identifier: Apache-2.0
/**
 * The command {@code doctor}, which checks limits and settings of this machine. Measurements of its speed are in {@code calibrate}. Start
 * reading at {@link io.loadharness.cli.doctor.DoctorCommand}.
 */
@NullMarked
package io.loadharness.cli.doctor;

import org.jspecify.annotations.NullMarked;
