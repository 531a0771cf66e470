// SPDX-License-Identifier: Apache-2.0
package io.loadharness.simulator;

import java.io.ByteArrayInputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/**
 * A key and a self-signed certificate for localhost, 127.0.0.1 and ::1. This class encodes the certificate, because the JDK can read
 * certificates but not create them.
 */
record SelfSigned(PrivateKey key, X509Certificate certificate) {

    private static final byte[] ECDSA_WITH_SHA256 = {0x2A, (byte) 0x86, 0x48, (byte) 0xCE, 0x3D, 4, 3, 2};
    private static final byte[] COMMON_NAME = {0x55, 4, 3};
    private static final byte[] SUBJECT_ALTERNATIVE_NAME = {0x55, 0x1D, 0x11};
    private static final int EXPLICIT_0 = 0xA0;
    private static final int EXPLICIT_3 = 0xA3;
    private static final int DNS_NAME = 0x82;
    private static final int IP_ADDRESS = 0x87;
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyyMMddHHmmss'Z'").withZone(ZoneOffset.UTC);

    static SelfSigned create() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(new ECGenParameterSpec("secp256r1"));
            KeyPair keys = generator.generateKeyPair();
            byte[] content = content(keys);
            Signature signature = Signature.getInstance("SHA256withECDSA");
            signature.initSign(keys.getPrivate());
            signature.update(content);
            byte[] whole = Der.of(Der.SEQUENCE, content, algorithm(), Der.bitString(signature.sign()));
            return new SelfSigned(keys.getPrivate(), (X509Certificate)
                    CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(whole)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this JVM cannot create a certificate: " + e.getMessage(), e);
        }
    }

    private static byte[] content(KeyPair keys) {
        Instant now = Instant.now();
        return Der.of(
                Der.SEQUENCE,
                Der.of(EXPLICIT_0, Der.of(Der.INTEGER, new byte[] {2})),
                Der.of(Der.INTEGER, BigInteger.valueOf(now.toEpochMilli()).toByteArray()),
                algorithm(),
                name(),
                Der.of(Der.SEQUENCE, time(now.minus(Duration.ofHours(1))), time(now.plus(Duration.ofDays(1)))),
                name(),
                keys.getPublic().getEncoded(),
                Der.of(EXPLICIT_3, Der.of(Der.SEQUENCE, alternativeNames())));
    }

    private static byte[] algorithm() {
        return Der.of(Der.SEQUENCE, Der.of(Der.OBJECT_ID, ECDSA_WITH_SHA256));
    }

    private static byte[] name() {
        byte[] value = Der.of(Der.UTF8_STRING, ascii("localhost"));
        return Der.of(Der.SEQUENCE, Der.of(Der.SET, Der.of(Der.SEQUENCE, Der.of(Der.OBJECT_ID, COMMON_NAME), value)));
    }

    private static byte[] time(Instant instant) {
        return Der.of(Der.GENERALIZED_TIME, ascii(TIME.format(instant)));
    }

    private static byte[] alternativeNames() {
        byte[] loopback = new byte[16];
        loopback[15] = 1;
        byte[] names = Der.of(
                Der.SEQUENCE,
                Der.of(DNS_NAME, ascii("localhost")),
                Der.of(IP_ADDRESS, new byte[] {127, 0, 0, 1}),
                Der.of(IP_ADDRESS, loopback));
        return Der.of(Der.SEQUENCE, Der.of(Der.OBJECT_ID, SUBJECT_ALTERNATIVE_NAME), Der.of(Der.OCTET_STRING, names));
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
