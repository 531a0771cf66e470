// SPDX-License-Identifier: Apache-2.0
package io.loadharness.http;

import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import javax.net.ssl.SSLContext;

/**
 * The trusted certificates and the client certificate of TLS connections. Files are in PEM format.
 *
 * <pre>{@code
 * TlsOptions tls = TlsOptions.VERIFIED.withCa(Path.of("ca.pem"));
 * }</pre>
 *
 * @param ca the certificates to trust instead of those of the JDK
 * @param certificate the client's certificate chain
 * @param key the client's private key, in PKCS #8 and not encrypted
 * @param insecure true to accept any certificate and host name
 */
public record TlsOptions(Optional<Path> ca, Optional<Path> certificate, Optional<Path> key, boolean insecure) {

    /** Options with the trusted certificates of the JDK and without a client certificate. */
    public static final TlsOptions VERIFIED =
            new TlsOptions(Optional.empty(), Optional.empty(), Optional.empty(), false);

    public TlsOptions {
        Objects.requireNonNull(ca, "ca");
        if (certificate.isPresent() != key.isPresent()) {
            throw new IllegalArgumentException("certificate and key must be given together: one of them is missing");
        }
        if (insecure && ca.isPresent()) {
            throw new IllegalArgumentException(
                    "insecure and ca must not be given together: insecure accepts any certificate");
        }
    }

    /** Returns a copy that trusts the certificates of a file instead of those of the JDK. */
    public TlsOptions withCa(Path pem) {
        return new TlsOptions(Optional.of(pem), certificate, key, insecure);
    }

    /** Returns a copy with a client certificate. */
    public TlsOptions withClient(Path certificatePem, Path keyPem) {
        return new TlsOptions(ca, Optional.of(certificatePem), Optional.of(keyPem), insecure);
    }

    /** Returns a copy that accepts any certificate and host name. */
    public TlsOptions withoutVerification() {
        return new TlsOptions(Optional.empty(), certificate, key, true);
    }

    /**
     * Returns the TLS context for these options.
     *
     * @throws IllegalArgumentException if a file cannot be read or has no valid certificate or key
     */
    public SSLContext sslContext() {
        return TlsContext.of(this);
    }
}
