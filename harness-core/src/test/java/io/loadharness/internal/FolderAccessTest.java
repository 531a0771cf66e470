// SPDX-License-Identifier: Apache-2.0
package io.loadharness.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@EnabledOnOs({OS.LINUX, OS.MAC})
class FolderAccessTest {

    private static final int OTHER = 12345;

    @TempDir
    Path temporary;

    private Path parent;
    private Path folder;

    @BeforeEach
    void createFolder() throws IOException {
        parent = temporary.toRealPath().resolve("parent");
        folder = Files.createDirectories(parent.resolve("between/folder"));
    }

    @ParameterizedTest
    @ValueSource(ints = {0700, 0755, 01777})
    void parentsInWhichOtherUsersReplaceNothingAreAccepted(int mode) throws IOException {
        Files.setAttribute(parent, "unix:mode", mode);

        assertThat(FolderAccess.problemOfParents(folder)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {0777, 0702})
    void aParentToWhichAnyUserCanWriteIsReported(int mode) throws IOException {
        Files.setAttribute(parent, "unix:mode", mode);

        assertThat(FolderAccess.problemOfParents(folder)).contains("any user can write to " + parent);
        Files.setAttribute(folder, "unix:mode", mode);
        assertThat(FolderAccess.problemOfParents(parent)).isEmpty();
    }

    @Test
    void aParentOfTheFolderBehindALinkIsReported() throws IOException {
        Files.setAttribute(parent, "unix:mode", 0777);
        Path link = Files.createSymbolicLink(temporary.resolve("link"), folder);

        assertThat(FolderAccess.problemOfParents(link)).contains("any user can write to " + parent);
    }

    @Test
    void aParentOfAnotherUserOrGroupIsReported() throws IOException {
        assumeTrue(FolderAccess.currentUser() == FolderAccess.ROOT); // only root can give folders away
        Files.setAttribute(parent, "unix:mode", 0775);
        assertThat(FolderAccess.problemOfParents(folder)).isEmpty();
        Files.setAttribute(parent, "unix:gid", OTHER);
        assertThat(FolderAccess.problemOfParents(folder)).contains("the group 12345 can write to " + parent);
        Files.setAttribute(parent, "unix:uid", OTHER);
        assertThat(FolderAccess.problemOfParents(folder)).contains(parent + " belongs to the user 12345");
    }

    @Test
    void theOwnerOfTheHomeFolderIsTrusted() throws IOException {
        assumeTrue(FolderAccess.currentUser() == FolderAccess.ROOT);
        Files.setAttribute(parent, "unix:uid", OTHER);

        assertThat(FolderAccess.problemOfParents(folder, parent)).isEmpty();
        assertThat(FolderAccess.problemOfParents(folder, temporary)).isPresent();
    }
}
