// SPDX-License-Identifier: Apache-2.0
package io.loadharness.simulator;

/** What a field of a request means; each dialect has its own names for them. */
enum Field {
    MODEL,
    PROMPT,
    MESSAGES,
    MAX_TOKENS,
    MIN_TOKENS,
    IGNORE_EOS,
    STOP,
    SEED,
    CHOICES,
    STREAM,
    STREAM_OPTIONS,
    INCLUDE_USAGE,
    TOKEN_IDS,
    SAMPLING
}
