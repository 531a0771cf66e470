// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.calibrate;

import org.jspecify.annotations.Nullable;

/** Thrown if a calibration file cannot be used. The message is one sentence for the user. */
public final class UnusableCalibrationException extends Exception {

    private static final long serialVersionUID = 1;

    UnusableCalibrationException(String message, @Nullable Exception cause) {
        super(message, cause);
    }
}
