// SPDX-License-Identifier: Apache-2.0
package io.loadharness.simulator;

/** The meaning of a request field. Each {@link ApiDialect} maps the field names of its API to these meanings. */
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
