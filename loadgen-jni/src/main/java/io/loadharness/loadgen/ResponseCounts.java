// SPDX-License-Identifier: Apache-2.0
package io.loadharness.loadgen;

import io.loadharness.Failure;
import io.loadharness.TestResult.FailureCount;
import java.util.Map;

/**
 * Counts of the results in a run, as reported by the system under test.
 *
 * @param issued the number of issued samples
 * @param failed the number of failed samples
 * @param failures the failed samples by kind
 * @param empty the number of samples completed without response bytes; 0 if the system under test allows this
 * @param withoutFirstToken the number of samples completed before their first token was reported
 * @param withoutTokens the number of samples completed with a token count below 2
 */
record ResponseCounts(
        long issued,
        long failed,
        Map<Failure.Kind, FailureCount> failures,
        long empty,
        long withoutFirstToken,
        long withoutTokens) {}
