// SPDX-License-Identifier: Apache-2.0
package io.loadharness.simulator;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The TLS certificate of a server and its key. Both are null for {@link #SELF_SIGNED}.
 *
 * @param certificate a file with a chain of certificates as PEM
 * @param key a file with the private key as PEM (PKCS #8)
 */
public record Tls(@Nullable Path certificate, @Nullable Path key) {

    /** A certificate for localhost that the server generates at its start, valid for one day. */
    public static final Tls SELF_SIGNED = new Tls(null, null);

    public Tls {
        if ((certificate == null) != (key == null)) {
            throw new IllegalArgumentException("TLS needs both a certificate and a key, or neither");
        }
    }
}
