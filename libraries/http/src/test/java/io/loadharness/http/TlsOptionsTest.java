// SPDX-License-Identifier: Apache-2.0
package io.loadharness.http;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TlsOptionsTest {

    @TempDir
    Path folder;

    @Test
    void aMissingCaFileIsNamed() {
        Path missing = folder.resolve("ca.pem");

        assertRejected(missing, "the CA file " + missing + " does not exist: give a file in PEM format");
    }

    @Test
    void aFolderIsNotACaFile() {
        assertRejected(folder, "the CA file " + folder + " is a folder: give a file in PEM format");
    }

    @Test
    void aCaFileMustContainACertificate() throws IOException {
        Path empty = Files.writeString(folder.resolve("empty.pem"), "");
        Path text = Files.writeString(folder.resolve("text.pem"), "hello\n");
        Path damaged = Files.writeString(
                folder.resolve("damaged.pem"), "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n");
        for (Path each : new Path[] {empty, text, damaged}) {
            assertRejected(
                    each,
                    "the CA file " + each + " has no valid certificate: it must contain at least one block of \"BEGIN"
                            + " CERTIFICATE\" (PEM); convert a binary file with openssl x509 -inform der");
        }
    }

    private static void assertRejected(Path ca, String message) {
        assertThatThrownBy(() -> TlsOptions.VERIFIED.withCa(ca).sslContext())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }
}
