package io.loadharness.simulator;

import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import java.io.UncheckedIOException;
import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import java.util.Base64;
import javax.net.ssl.SSLException;

/** A certificate in use. */
record TlsContext(SslContext context, String certificatePem) {

    static TlsContext of(Tls tls) {
        try {
            if (!tls.isSelfSigned()) {
                return new TlsContext(
                        SslContextBuilder.forServer(
                                        tls.certificate().toFile(), tls.key().toFile())
                                .build(),
                        "");
            }
            SelfSigned made = SelfSigned.create();
            return new TlsContext(
                    SslContextBuilder.forServer(made.key(), made.certificate()).build(), pem(made.certificate()));
        } catch (SSLException e) {
            throw new UncheckedIOException("TLS does not work with this certificate: " + e.getMessage(), e);
        }
    }

    private static String pem(X509Certificate certificate) {
        try {
            byte[] line = {'\n'};
            String base64 = Base64.getMimeEncoder(64, line).encodeToString(certificate.getEncoded());
            return "-----BEGIN CERTIFICATE-----\n" + base64 + "\n-----END CERTIFICATE-----\n";
        } catch (CertificateEncodingException e) {
            throw new IllegalStateException(e);
        }
    }
}
