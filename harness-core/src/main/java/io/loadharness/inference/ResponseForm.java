// SPDX-License-Identifier: Apache-2.0
package io.loadharness.inference;

/** The form in which responses are returned to the load generator. */
public enum ResponseForm {
    /** Token ids, which MLPerf's accuracy scripts read. A sample fails if its response has no ids. */
    TOKEN_IDS,
    /** UTF-8 text, for servers that do not send ids. */
    TEXT,
    /** The bytes of a model that is not a language model. A sample fails if its response has no bytes. */
    BYTES
}
