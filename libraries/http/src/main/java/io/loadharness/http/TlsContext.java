// SPDX-License-Identifier: Apache-2.0
package io.loadharness.http;

import io.loadharness.internal.FileErrors;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;

/** Creates an SSL context from PEM files. */
final class TlsContext {

    private static final Pattern KEY =
            Pattern.compile("-----BEGIN PRIVATE KEY-----([A-Za-z0-9+/=\\s]+)-----END PRIVATE KEY-----");
    private static final List<String> KEY_ALGORITHMS = List.of("RSA", "EC", "EdDSA");

    private TlsContext() {}

    static SSLContext of(TlsOptions options) {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(keys(options), trust(options), null);
            return context;
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalArgumentException("TLS cannot be set up: " + e.getMessage(), e);
        }
    }

    private static TrustManager @Nullable [] trust(TlsOptions options) throws GeneralSecurityException, IOException {
        if (options.insecure()) {
            return new TrustManager[] {new TrustAll()};
        }
        if (options.ca().isEmpty()) {
            return null;
        }
        KeyStore store = emptyStore();
        int number = 0;
        for (Certificate each : certificates("CA file", options.ca().get())) {
            store.setCertificateEntry("ca-" + number++, each);
        }
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(store);
        return factory.getTrustManagers();
    }

    private static KeyManager @Nullable [] keys(TlsOptions options) throws GeneralSecurityException, IOException {
        if (options.certificate().isEmpty()) {
            return null;
        }
        KeyStore store = emptyStore();
        Certificate[] chain = certificates(
                        "client certificate file", options.certificate().get())
                .toArray(new Certificate[0]);
        store.setKeyEntry("client", privateKey(options.key().orElseThrow()), new char[0], chain);
        KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        factory.init(store, new char[0]);
        return factory.getKeyManagers();
    }

    private static KeyStore emptyStore() throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        return store;
    }

    private static Collection<? extends Certificate> certificates(String kind, Path pem)
            throws GeneralSecurityException {
        byte[] content = content(kind, pem);
        CertificateFactory factory = CertificateFactory.getInstance("X.509");
        try {
            Collection<? extends Certificate> found = factory.generateCertificates(new ByteArrayInputStream(content));
            if (!found.isEmpty()) {
                return found;
            }
        } catch (CertificateException e) {
            throw withoutCertificate(kind, pem, e);
        }
        throw withoutCertificate(kind, pem, null);
    }

    private static IllegalArgumentException withoutCertificate(
            String kind, Path pem, @Nullable CertificateException cause) {
        return new IllegalArgumentException(
                "the " + kind + " " + pem + " has no valid certificate: it must contain at least one block of"
                        + " \"BEGIN CERTIFICATE\" (PEM); convert a binary file with openssl x509 -inform der",
                cause);
    }

    private static byte[] content(String kind, Path pem) {
        String file = "the " + kind + " " + pem;
        if (Files.isDirectory(pem)) {
            throw new IllegalArgumentException(file + " is a folder: give a file in PEM format");
        }
        try {
            return Files.readAllBytes(pem);
        } catch (NoSuchFileException e) {
            throw new IllegalArgumentException(file + " does not exist: give a file in PEM format", e);
        } catch (AccessDeniedException e) {
            throw new IllegalArgumentException(file + " cannot be read by this user: change its permissions", e);
        } catch (IOException e) {
            throw new IllegalArgumentException(file + " cannot be read: " + FileErrors.describe(e), e);
        }
    }

    private static PrivateKey privateKey(Path pem) throws GeneralSecurityException {
        String kind = "client key file";
        Matcher matcher = KEY.matcher(new String(content(kind, pem), StandardCharsets.ISO_8859_1));
        if (!matcher.find()) {
            throw new IllegalArgumentException(
                    "the " + kind + " " + pem
                            + " has no \"BEGIN PRIVATE KEY\" (PKCS #8, not encrypted): convert it with openssl pkcs8 -topk8 -nocrypt");
        }
        byte[] der;
        try {
            der = Base64.getMimeDecoder().decode(matcher.group(1));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "the " + kind + " " + pem + " is damaged: its key is not valid Base64", e);
        }
        for (String algorithm : KEY_ALGORITHMS) {
            Optional<PrivateKey> key = privateKey(algorithm, der);
            if (key.isPresent()) {
                return key.get();
            }
        }
        throw new IllegalArgumentException(
                "the " + kind + " " + pem + " has a key of an unsupported type: use one of " + KEY_ALGORITHMS);
    }

    private static Optional<PrivateKey> privateKey(String algorithm, byte[] der) throws GeneralSecurityException {
        try {
            return Optional.of(KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(der)));
        } catch (InvalidKeySpecException otherAlgorithm) {
            return Optional.empty();
        }
    }

    /**
     * A trust manager that accepts any certificate. It extends {@link X509ExtendedTrustManager}, because the JDK adds a host name check to
     * other trust managers.
     */
    private static final class TrustAll extends X509ExtendedTrustManager {

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) {}

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
