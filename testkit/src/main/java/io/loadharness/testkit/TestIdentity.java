// SPDX-License-Identifier: Apache-2.0
package io.loadharness.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** A self-signed certificate and its key, as files and as a TLS context. */
public final class TestIdentity {

    private static final char[] PASSWORD = "password".toCharArray();

    private final KeyStore store;
    private final Path certificate;
    private final Path key;

    private TestIdentity(KeyStore store, Path certificate, Path key) {
        this.store = store;
        this.certificate = certificate;
        this.key = key;
    }

    /** Creates an identity for a host name or address, and writes its files to a folder. */
    public static TestIdentity create(Path folder, String name, String subjectAlternativeName)
            throws IOException, InterruptedException, GeneralSecurityException {
        Path file = folder.resolve(name + ".p12");
        Process keytool = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-keyalg",
                        "EC",
                        "-groupname",
                        "secp256r1",
                        "-alias",
                        "it",
                        "-dname",
                        "CN=" + name,
                        "-ext",
                        "san=" + subjectAlternativeName,
                        "-validity",
                        "2",
                        "-storetype",
                        "PKCS12",
                        "-keystore",
                        file.toString(),
                        "-storepass",
                        new String(PASSWORD)))
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve(name + ".log").toFile())
                .start();
        if (keytool.waitFor() != 0) {
            throw new IOException(Files.readString(folder.resolve(name + ".log")));
        }
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(file)) {
            store.load(in, PASSWORD);
        }
        return new TestIdentity(
                store,
                pem(
                        folder.resolve(name + ".crt"),
                        "CERTIFICATE",
                        store.getCertificate("it").getEncoded()),
                pem(
                        folder.resolve(name + ".key"),
                        "PRIVATE KEY",
                        store.getKey("it", PASSWORD).getEncoded()));
    }

    private static Path pem(Path file, String kind, byte[] der) throws IOException {
        String base64 = Base64.getMimeEncoder().encodeToString(der);
        return Files.writeString(file, "-----BEGIN " + kind + "-----\n" + base64 + "\n-----END " + kind + "-----\n");
    }

    /** Returns the PEM file of the certificate. */
    public Path certificate() {
        return certificate;
    }

    /** Returns the PEM file of the key. */
    public Path key() {
        return key;
    }

    /** Returns a TLS context for a server that has this identity and trusts only the certificate of one client. */
    public SSLContext serving(TestIdentity client) throws GeneralSecurityException {
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(store, PASSWORD);
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        try {
            trusted.load(null, null);
        } catch (IOException e) {
            throw new GeneralSecurityException(e);
        }
        trusted.setCertificateEntry("client", client.store.getCertificate("it"));
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
        return context;
    }
}
