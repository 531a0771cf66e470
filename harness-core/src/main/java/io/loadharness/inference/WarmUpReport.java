// SPDX-License-Identifier: Apache-2.0
package io.loadharness.inference;

import io.loadharness.Failure;
import java.time.Duration;
import java.util.Optional;

/**
 * How the warm-up of one backend went.
 *
 * @param endpoint the name of the backend
 * @param requests how many requests it got
 * @param failed how many of them failed
 * @param firstFailure the first failure
 * @param elapsed how long it took
 */
public record WarmUpReport(
        String endpoint, int requests, int failed, Optional<Failure> firstFailure, Duration elapsed) {}
