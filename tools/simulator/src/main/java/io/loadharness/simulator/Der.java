// SPDX-License-Identifier: Apache-2.0
package io.loadharness.simulator;

import java.io.ByteArrayOutputStream;

/** Encodes the subset of ASN.1 DER that a certificate needs. */
final class Der {

    static final int INTEGER = 0x02;
    static final int BIT_STRING = 0x03;
    static final int OCTET_STRING = 0x04;
    static final int OBJECT_ID = 0x06;
    static final int UTF8_STRING = 0x0C;
    static final int GENERALIZED_TIME = 0x18;
    static final int SEQUENCE = 0x30;
    static final int SET = 0x31;

    private Der() {}

    /** Encodes a value that consists of parts. */
    static byte[] of(int tag, byte[]... parts) {
        byte[] content = join(parts);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(tag);
        if (content.length < 128) {
            out.write(content.length);
        } else {
            out.write(0x82);
            out.write(content.length >> 8);
            out.write(content.length);
        }
        out.writeBytes(content);
        return out.toByteArray();
    }

    static byte[] bitString(byte[] content) {
        return of(BIT_STRING, new byte[] {0}, content);
    }

    private static byte[] join(byte[]... parts) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            out.writeBytes(part);
        }
        return out.toByteArray();
    }
}
