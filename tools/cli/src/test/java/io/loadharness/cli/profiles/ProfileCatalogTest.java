// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.profiles;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProfileCatalogTest {

    private static final String FOLDER = "io/loadharness/cli/profiles/";

    @TempDir
    Path folder;

    @Test
    void theProfilesOfAJarWithoutEntriesForFoldersAreFound() throws IOException {
        Path jar = folder.resolve("without-folders.jar");
        try (OutputStream file = Files.newOutputStream(jar);
                ZipOutputStream zip = new ZipOutputStream(file)) {
            zip.putNextEntry(new ZipEntry(FOLDER + "ProfileCatalog.class"));
            for (ProfileCatalog.Entry each :
                    ProfileCatalog.read(Optional.empty()).entries()) {
                zip.putNextEntry(new ZipEntry(FOLDER + "catalog/" + each.source()));
                zip.write(each.text().getBytes(StandardCharsets.UTF_8));
            }
        }
        URI location = URI.create("jar:" + jar.toUri() + "!/" + FOLDER + "ProfileCatalog.class");
        assertThat(ProfileCatalog.builtIn(location).entries())
                .isNotEmpty()
                .isEqualTo(ProfileCatalog.read(Optional.empty()).entries());
    }
}
