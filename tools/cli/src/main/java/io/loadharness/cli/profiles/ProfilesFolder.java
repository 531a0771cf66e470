// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.profiles;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option for the folder of the user in a {@link ProfileCatalog}. */
public final class ProfilesFolder {

    @Option(
            names = "--profiles-dir",
            paramLabel = "DIR",
            description = "A folder with more profiles. The file of a profile is DIR/HARNESS/NAME.yaml.in or"
                    + " DIR/HARNESS/NAME.yaml, where HARNESS is the tool, for example DIR/guidellm/chat.yaml.in."
                    + " The environment variable "
                    + ProfileCatalog.FOLDER_VARIABLE
                    + " has the same effect.")
    private @Nullable Path folder;

    /**
     * Returns the profiles of LoadHarness and of the folder.
     *
     * @throws IllegalArgumentException if the folder does not exist
     */
    public ProfileCatalog catalog() throws IOException {
        return ProfileCatalog.read(
                Optional.ofNullable(folder).or(() -> Optional.ofNullable(System.getenv(ProfileCatalog.FOLDER_VARIABLE))
                        .filter(each -> !each.isBlank())
                        .map(Path::of)));
    }
}
