// SPDX-License-Identifier: Apache-2.0
package io.loadharness.inference;

/** In which form answers go back to the load generator. */
public enum AnswerForm {
    /** As token ids, which is what MLPerf's accuracy scripts read. An answer without ids is a failure. */
    TOKEN_IDS,
    /** As UTF-8 text. For servers that send no ids. */
    TEXT
}
