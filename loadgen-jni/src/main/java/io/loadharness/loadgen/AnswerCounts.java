// SPDX-License-Identifier: Apache-2.0
package io.loadharness.loadgen;

import io.loadharness.Failure;
import io.loadharness.TestResult.FailureCount;
import java.util.Map;

/**
 * What the system under test made of the samples of a run.
 *
 * @param issued samples that it was given
 * @param failed samples that failed
 * @param failures the same by kind
 * @param empty samples completed with no byte
 * @param withoutFirstToken samples completed before their first token was reported
 * @param withoutTokens samples completed with a token count below 2
 */
record AnswerCounts(
        long issued,
        long failed,
        Map<Failure.Kind, FailureCount> failures,
        long empty,
        long withoutFirstToken,
        long withoutTokens) {}
