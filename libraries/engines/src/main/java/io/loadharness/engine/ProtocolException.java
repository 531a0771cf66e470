// SPDX-License-Identifier: Apache-2.0
package io.loadharness.engine;

/** Thrown if a peer violates the worker protocol. The message is a phrase that follows the name of the peer, such as "sent …". */
final class ProtocolException extends RuntimeException {

    private static final long serialVersionUID = 1;

    ProtocolException(String message) {
        super(message);
    }
}
