// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cluster;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.MessageDigest;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * A certificate for one run. Workers identify it by its fingerprint. The temporary file with its key is deleted immediately.
 *
 * @param context creates the sockets of the coordinator
 * @param fingerprint the SHA-256 of the certificate in hexadecimal digits
 */
record RunCertificate(SSLContext context, String fingerprint) {

    private static final String ALIAS = "run";
    private static final int LIMIT_SECONDS = 60;

    /** Creates a key and a certificate with the {@code keytool} of this Java installation. */
    static RunCertificate create() throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("loadharness-tls"); // only this user may read it
        Path store = folder.resolve("run.p12");
        Path passwordFile = folder.resolve("password"); // not in the environment, which other users may be able to read
        String password = Base64.getUrlEncoder().encodeToString(Secrets.random());
        try {
            Files.writeString(passwordFile, password);
            keytool(store, passwordFile);
            return load(store, password.toCharArray());
        } catch (GeneralSecurityException e) {
            throw new IOException("the certificate of the run cannot be used: " + e.getMessage(), e);
        } finally {
            Files.deleteIfExists(store);
            Files.deleteIfExists(passwordFile);
            Files.deleteIfExists(folder);
        }
    }

    private static void keytool(Path store, Path password) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                ALIAS,
                "-keyalg",
                "EC",
                "-groupname",
                "secp256r1",
                "-dname",
                "CN=loadharness",
                "-validity",
                "90",
                "-storetype",
                "PKCS12",
                "-keystore",
                store.toString(),
                "-storepass:file",
                password.toString()));
        Process process = builder.redirectErrorStream(true).start();
        process.getOutputStream().close();
        try {
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS) || process.exitValue() != 0) {
                throw new IOException("keytool cannot create the certificate of the run: " + output);
            }
        } finally {
            process.destroyForcibly();
        }
    }

    private static RunCertificate load(Path store, char[] password) throws IOException, GeneralSecurityException {
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            keys.load(in, password);
        }
        KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        factory.init(keys, password);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(factory.getKeyManagers(), null, null);
        return new RunCertificate(context, fingerprint(keys.getCertificate(ALIAS)));
    }

    /** Returns the fingerprint of the peer's certificate. */
    static String fingerprint(SSLSocket socket) throws IOException {
        try {
            return fingerprint(socket.getSession().getPeerCertificates()[0]);
        } catch (GeneralSecurityException e) {
            throw new IOException("the certificate of the coordinator cannot be read: " + e.getMessage(), e);
        }
    }

    private static String fingerprint(Certificate certificate) throws GeneralSecurityException {
        return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(certificate.getEncoded()));
    }

    /** Adds TLS to an accepted connection. */
    Socket accept(Socket raw) throws IOException {
        return handshake((SSLSocket) context.getSocketFactory().createSocket(raw, null, raw.getPort(), true), false);
    }

    /**
     * Adds TLS to a connection of a worker. The worker trusts only the certificate with the given fingerprint. If the fingerprint is {@link
     * Secrets#ANY}, it trusts any certificate.
     */
    static SSLSocket connect(Socket raw, String fingerprint) throws IOException {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, new TrustManager[] {new Pin(fingerprint)}, null);
            return handshake(
                    (SSLSocket) context.getSocketFactory().createSocket(raw, "loadharness", raw.getPort(), true), true);
        } catch (GeneralSecurityException e) {
            throw new IOException("TLS cannot be used: " + e.getMessage(), e);
        }
    }

    private static SSLSocket handshake(SSLSocket socket, boolean isClient) throws IOException {
        socket.setUseClientMode(isClient);
        socket.setEnabledProtocols(new String[] {"TLSv1.3"});
        socket.startHandshake();
        return socket;
    }

    /** Trusts only the certificate with one fingerprint, or any certificate for {@link Secrets#ANY}. */
    private static final class Pin extends X509ExtendedTrustManager {

        private final String fingerprint;

        Pin(String fingerprint) {
            this.fingerprint = fingerprint;
        }

        private void check(X509Certificate[] chain) throws CertificateException {
            try {
                if (fingerprint.equals(Secrets.ANY)) {
                    return; // the proofs of the handshake verify the certificate
                }
                if (chain.length == 0
                        || !MessageDigest.isEqual(
                                RunCertificate.fingerprint(chain[0]).getBytes(StandardCharsets.US_ASCII),
                                fingerprint.getBytes(StandardCharsets.US_ASCII))) {
                    throw new CertificateException("the certificate does not belong to the coordinator of this run");
                }
            } catch (CertificateException e) {
                throw e;
            } catch (GeneralSecurityException e) {
                throw new CertificateException(e);
            }
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) throws CertificateException {
            check(chain);
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket)
                throws CertificateException {
            check(chain);
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine)
                throws CertificateException {
            check(chain);
        }

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) throws CertificateException {
            throw new CertificateException("workers have no certificates");
        }

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket)
                throws CertificateException {
            throw new CertificateException("workers have no certificates");
        }

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine)
                throws CertificateException {
            throw new CertificateException("workers have no certificates");
        }

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
