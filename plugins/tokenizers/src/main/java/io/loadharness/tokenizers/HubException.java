// SPDX-License-Identifier: Apache-2.0
package io.loadharness.tokenizers;

import java.io.IOException;

/** Thrown when the tokenizer of a model cannot be downloaded from the hub. */
public final class HubException extends IOException {

    private static final long serialVersionUID = 1;

    /** Reasons for a failed download. */
    public enum Kind {
        /** The model, revision or file does not exist. */
        NOT_FOUND,
        /** The token is missing or has no access. */
        NOT_ALLOWED,
        /** The hub cannot be reached, or offline mode is set. */
        UNREACHABLE,
        /** The hub returns an error. */
        REFUSED,
        /** The download was interrupted. */
        CUT
    }

    private final Kind kind;

    HubException(Kind kind, String message) {
        super(message);
        this.kind = kind;
    }

    HubException(Kind kind, String message, Throwable cause) {
        super(message, cause);
        this.kind = kind;
    }

    /** Returns the reason. */
    public Kind kind() {
        return kind;
    }
}
