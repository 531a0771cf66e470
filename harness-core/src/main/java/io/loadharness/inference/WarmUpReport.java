// SPDX-License-Identifier: Apache-2.0
package io.loadharness.inference;

import io.loadharness.Failure;
import java.time.Duration;
import java.util.Optional;

/**
 * The result of the warm-up of one backend.
 *
 * @param endpoint the name of the backend
 * @param requests the number of requests
 * @param failed the number of failed requests
 * @param firstFailure the first failure, if any
 * @param elapsed the duration of the warm-up
 */
public record WarmUpReport(
        String endpoint, int requests, int failed, Optional<Failure> firstFailure, Duration elapsed) {}
