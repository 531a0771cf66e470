// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.image;

import io.loadharness.internal.Sha256;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.security.DigestOutputStream;
import java.util.HexFormat;

/** SHA-256 digests in the form of image manifests. */
final class Digest {

    private static final String ALGORITHM = "sha256:";

    private Digest() {}

    static String of(Content content) throws IOException {
        try (InputStream in = content.open()) {
            return of(in);
        }
    }

    /** Returns the digest of the rest of a stream. */
    static String of(InputStream in) throws IOException {
        DigestOutputStream digest = stream(OutputStream.nullOutputStream());
        in.transferTo(digest);
        return of(digest);
    }

    /** Returns a stream that computes the digest of the bytes that are written to another stream. */
    static DigestOutputStream stream(OutputStream out) {
        return new DigestOutputStream(out, Sha256.digest());
    }

    static String of(DigestOutputStream written) {
        return ALGORITHM + HexFormat.of().formatHex(written.getMessageDigest().digest());
    }

    /** Returns the name of the file with the content of a digest. */
    static String file(String digest) {
        return "blobs/" + digest.replace(':', '/');
    }
}
