// SPDX-License-Identifier: Apache-2.0
package io.loadharness.tokenizers;

import java.io.IOException;

/** Why a model's tokenizer did not come from the hub. */
public final class HubException extends IOException {

    private static final long serialVersionUID = 1;

    /** Kinds of reasons. */
    public enum Kind {
        /** There is no such model, revision or file. */
        NOT_FOUND,
        /** The token may not read it, or there is none. */
        NOT_ALLOWED,
        /** The hub cannot be reached, or may not be asked. */
        UNREACHABLE,
        /** The hub answers with an error of its own. */
        REFUSED,
        /** The download ended before its end. */
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

    /** Which kind of reason it is. */
    public Kind kind() {
        return kind;
    }
}
