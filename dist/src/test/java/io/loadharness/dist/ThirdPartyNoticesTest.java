// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ThirdPartyNoticesTest {

    @TempDir
    Path folder;

    @BeforeEach
    void createCopyrights() throws IOException {
        Files.writeString(folder.resolve("copyrights.properties"), "known = Copyright 2020 Known");
    }

    @Test
    void eachLibraryOfTheArchiveIsListedWithItsLicence() throws IOException {
        jar("apache-1.0.jar", "org/Some.class");
        jar("known-1.0-linux-x86_64.jar", "org/Some.class");
        jar("own-2.1.jar", "META-INF/LICENSE.txt");

        assertThat(notices(
                        component("org.one", "apache", "1.0", "\"id\": \"Apache-2.0\""),
                        component("org.two", "known", "1.0", "\"id\": \"MIT\""),
                        component("org.three", "own", "2.1", "\"name\": \"Own licence\""),
                        component("org.four", "absent", "1.0", "\"id\": \"MIT\""),
                        component("io.loadharness", "apache", "1.0", "\"id\": \"Apache-2.0\"")))
                .endsWith("""

                        org.one:apache 1.0
                          licence: Apache-2.0

                        org.three:own 2.1
                          licence: Own licence
                          in own-2.1.jar: META-INF/LICENSE.txt

                        org.two:known 1.0
                          licence: MIT
                          Copyright 2020 Known
                        """);
    }

    @Test
    void aLicenceWithoutItsCopyrightNoticeIsRejected() throws IOException {
        jar("unknown-1.0.jar", "org/Some.class");

        assertThatIOException()
                .isThrownBy(() -> notices(component("org.one", "unknown", "1.0", "\"id\": \"MIT\"")))
                .withMessage("the licence of unknown (MIT) requires its copyright notice: add the notice to"
                        + " dist/src/main/licenses/copyrights.properties");
    }

    @Test
    void aLibraryWithoutALicenceIsRejected() throws IOException {
        jar("free-1.0.jar", "org/Some.class");

        assertThatIOException()
                .isThrownBy(() -> notices("{\"group\": \"org.one\", \"name\": \"free\", \"version\": \"1.0\"}"))
                .withMessage("no licence of free 1.0 is known");
    }

    private static String component(String group, String name, String version, String license) {
        return "{\"group\": \"" + group + "\", \"name\": \"" + name + "\", \"version\": \"" + version
                + "\", \"licenses\": [{\"license\": {" + license + "}}]}";
    }

    private String notices(String... components) throws IOException {
        Path sbom = folder.resolve("sbom.json");
        Files.writeString(sbom, "{\"components\": [" + String.join(", ", components) + "]}");
        return ThirdPartyNotices.of(sbom, folder, folder.resolve("copyrights.properties"));
    }

    private void jar(String name, String entry) throws IOException {
        try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(folder.resolve(name)))) {
            out.putNextEntry(new ZipEntry(entry));
        }
    }
}
