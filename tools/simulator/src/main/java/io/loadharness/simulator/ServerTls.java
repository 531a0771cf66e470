// SPDX-License-Identifier: Apache-2.0
package io.loadharness.simulator;

import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ApplicationProtocolNames;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import java.util.Base64;
import javax.net.ssl.SSLException;

/** The TLS context of a server. */
record ServerTls(SslContext context, String certificatePem) {

    static ServerTls of(Tls tls, boolean http2) {
        try {
            Path certificate = tls.certificate();
            Path key = tls.key();
            if (certificate != null && key != null) {
                return new ServerTls(build(SslContextBuilder.forServer(certificate.toFile(), key.toFile()), http2), "");
            }
            SelfSigned generated = SelfSigned.create();
            return new ServerTls(
                    build(SslContextBuilder.forServer(generated.key(), generated.certificate()), http2),
                    pem(generated.certificate()));
        } catch (SSLException e) {
            throw new UncheckedIOException("TLS cannot be set up with this certificate: " + e.getMessage(), e);
        }
    }

    private static SslContext build(SslContextBuilder context, boolean http2) throws SSLException {
        if (http2) {
            context.applicationProtocolConfig(new ApplicationProtocolConfig(
                    ApplicationProtocolConfig.Protocol.ALPN,
                    ApplicationProtocolConfig.SelectorFailureBehavior.NO_ADVERTISE,
                    ApplicationProtocolConfig.SelectedListenerFailureBehavior.ACCEPT,
                    ApplicationProtocolNames.HTTP_2,
                    ApplicationProtocolNames.HTTP_1_1));
        }
        return context.build();
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
