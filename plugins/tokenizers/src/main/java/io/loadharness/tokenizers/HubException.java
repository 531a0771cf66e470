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
        /** The model is not public, and the access token is missing or does not give access to the model. */
        NOT_ALLOWED,
        /** The hub cannot be reached, or offline mode is set and the tokenizer is not in the cache. */
        UNREACHABLE,
        /** The hub returns another error, or its redirects are invalid. */
        REFUSED,
        /** The download was interrupted or took too long. The next attempt resumes the download. */
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
