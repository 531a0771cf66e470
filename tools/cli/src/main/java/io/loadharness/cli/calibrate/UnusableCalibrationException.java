// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.calibrate;

import org.jspecify.annotations.Nullable;

/** A file with a calibration cannot be used. Its message is one sentence for people. */
public final class UnusableCalibrationException extends Exception {

    private static final long serialVersionUID = 1;

    UnusableCalibrationException(String message, @Nullable Exception cause) {
        super(message, cause);
    }
}
