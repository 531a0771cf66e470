// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cluster;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The secret of a run: a random token, and the fingerprint of the certificate of the coordinator. {@link #toString} shows neither.
 *
 * @param token the token
 * @param fingerprint the SHA-256 of the certificate in hexadecimal digits; empty if the connection has no TLS
 */
record Secrets(String token, Optional<String> fingerprint) {

    static final String WORKER = "worker";
    static final String COORDINATOR = "coordinator";

    private static final int TOKEN_BYTES = 32;
    private static final int MIN_RANDOM_BYTES = 16;
    private static final String NO_TLS = "-";

    /**
     * The text that replaces the fingerprint in secrets that were created before the certificate. A worker with such a secret accepts any
     * certificate. This is safe, because the proofs of both sides contain the fingerprint: a proof is correct only if the certificate
     * belongs to the coordinator.
     */
    static final String ANY = "any";

    private static final SecureRandom RANDOM = new SecureRandom();

    /** Returns a secret with the token from a file and the given fingerprint. */
    static Secrets read(Path file, Optional<String> fingerprint) throws IOException {
        String line;
        try {
            line = Files.readAllLines(file).stream().findFirst().orElse("");
        } catch (IOException e) {
            throw new IOException("the secret file " + file + " cannot be read", e);
        }
        return new Secrets(parse(line).token(), fingerprint);
    }

    static Secrets create(Optional<String> fingerprint) {
        return new Secrets(Base64.getUrlEncoder().withoutPadding().encodeToString(random(TOKEN_BYTES)), fingerprint);
    }

    /**
     * Reads the line that a launcher passed to a worker.
     *
     * @throws IllegalArgumentException if the line is not a secret
     */
    static Secrets parse(String line) {
        String[] parts = line.strip().split(" ", -1);
        if (parts.length != 2 || parts[0].isEmpty() || parts[1].isEmpty()) {
            throw new IllegalArgumentException(
                    "the secret must be one line with a token and a fingerprint: the worker must be started by a launcher");
        }
        return new Secrets(parts[0], parts[1].equals(NO_TLS) ? Optional.empty() : Optional.of(parts[1]));
    }

    /** Returns the secret as one line, for a launcher. */
    String line() {
        return token + " " + fingerprint.orElse(NO_TLS);
    }

    static byte[] random() {
        return random(TOKEN_BYTES);
    }

    private static byte[] random(int count) {
        byte[] bytes = new byte[count];
        RANDOM.nextBytes(bytes);
        return bytes;
    }

    /**
     * Computes the proof with which one side shows that it knows the token.
     *
     * @param binding the fingerprint of the certificate that this side sees; empty without TLS. If another program intercepts the
     *     connection, the two sides see different certificates, and the proof fails
     */
    byte[] proof(String side, byte[] randomOfPeer, String binding) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(token.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
            mac.update(side.getBytes(StandardCharsets.US_ASCII));
            mac.update(binding.getBytes(StandardCharsets.US_ASCII));
            return mac.doFinal(randomOfPeer);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java has HmacSHA256", e);
        }
    }

    /** Returns true if the proof of the given side is correct. The random bytes are the bytes that were sent to this side. */
    boolean isProved(String side, byte[] random, byte[] proof, String binding) {
        return random.length >= MIN_RANDOM_BYTES && MessageDigest.isEqual(proof(side, random, binding), proof);
    }

    @Override
    public String toString() {
        return "***";
    }
}
