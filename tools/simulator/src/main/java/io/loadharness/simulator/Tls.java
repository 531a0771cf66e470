// SPDX-License-Identifier: Apache-2.0
package io.loadharness.simulator;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * How the server proves who it is.
 *
 * @param certificate a file with a chain of certificates as PEM
 * @param key a file with the private key as PEM (PKCS #8)
 */
public record Tls(@Nullable Path certificate, @Nullable Path key) {

    /** A certificate for localhost that the server makes when it starts, valid for a day. */
    public static final Tls SELF_SIGNED = new Tls(null, null);

    public Tls {
        if ((certificate == null) != (key == null)) {
            throw new IllegalArgumentException("A certificate needs its key, and a key its certificate");
        }
    }
}
