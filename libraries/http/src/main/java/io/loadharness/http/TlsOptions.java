// SPDX-License-Identifier: Apache-2.0
package io.loadharness.http;

import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import javax.net.ssl.SSLContext;

/**
 * Whom to trust, and how to be trusted. Files are PEM.
 *
 * @param ca certificates to trust instead of Java's own
 * @param certificate the client's certificate chain
 * @param key the client's private key, PKCS #8 and not encrypted
 * @param insecure whether everybody is trusted, whatever name and certificate they have
 */
public record TlsOptions(Optional<Path> ca, Optional<Path> certificate, Optional<Path> key, boolean insecure) {

    /** Java's own trust, no client certificate. */
    public static final TlsOptions VERIFIED =
            new TlsOptions(Optional.empty(), Optional.empty(), Optional.empty(), false);

    public TlsOptions {
        Objects.requireNonNull(ca, "ca");
        if (certificate.isPresent() != key.isPresent()) {
            throw new IllegalArgumentException(
                    "a client certificate and its key belong together; one of them is missing");
        }
        if (insecure && ca.isPresent()) {
            throw new IllegalArgumentException("insecure trusts everybody; a CA beside it has no meaning");
        }
    }

    /** The same with certificates to trust instead of Java's own. */
    public TlsOptions withCa(Path pem) {
        return new TlsOptions(Optional.of(pem), certificate, key, insecure);
    }

    /** The same with a client certificate. */
    public TlsOptions withClient(Path certificatePem, Path keyPem) {
        return new TlsOptions(ca, Optional.of(certificatePem), Optional.of(keyPem), insecure);
    }

    /** The same, trusting everybody. */
    public TlsOptions trustingEverybody() {
        return new TlsOptions(Optional.empty(), certificate, key, true);
    }

    /**
     * What a transport needs for TLS.
     *
     * @throws IllegalArgumentException if a file cannot be read or does not hold what it should
     */
    public SSLContext sslContext() {
        return TlsContext.of(this);
    }
}
