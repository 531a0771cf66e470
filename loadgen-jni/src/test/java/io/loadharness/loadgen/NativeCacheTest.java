// SPDX-License-Identifier: Apache-2.0
package io.loadharness.loadgen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@EnabledOnOs(OS.LINUX)
class NativeCacheTest {

    private static final String REMEDY =
            " correct the owner and the permissions of the folder, or set the system property"
                    + " org.bytedeco.javacpp.cachedir to a folder of your own";

    @TempDir
    Path temporary;

    private Path root;
    private Path cache;
    private Path inJar;
    private Path file;

    /** Creates a cache as JavaCPP does in a temporary directory. */
    @BeforeEach
    void createCache() throws IOException {
        root = temporary.resolve(".javacpp-somebody");
        cache = root.resolve("cache");
        inJar = Files.createDirectories(cache.resolve("natives.jar/linux"));
        file = Files.createFile(inJar.resolve("library.so"));
    }

    @Test
    void foldersOfThisUserAreAccepted() throws IOException {
        new NativeCache(cache).requirePrivate(file);
    }

    @Test
    void otherUsersLoseThePermissionToWriteToAFolderOfThisUser() throws IOException {
        for (Path each : new Path[] {root, cache, inJar}) {
            Files.setPosixFilePermissions(each, PosixFilePermissions.fromString("rwxrwxrwx"));
        }

        new NativeCache(cache).requirePrivate(file);

        for (Path each : new Path[] {root, cache, inJar}) {
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(each)))
                    .isEqualTo("rwxr-xr-x");
        }
    }

    @Test
    void aFolderOrAFileOfAnotherUserIsRejected() throws IOException {
        for (Path each :
                new Path[] {root, cache, inJar.getParent(), inJar, file, Files.createFile(inJar.resolve("x.so"))}) {
            assumeTrue(isOwner(each, 12345)); // only root can give files away

            assertThatIllegalStateException()
                    .isThrownBy(() -> new NativeCache(cache).requirePrivate(file))
                    .withMessage(
                            each + " belongs to the user 12345: another user could replace LoadGen's native code in it;"
                                    + REMEDY);
            assertThat(isOwner(each, 0)).isTrue();
        }
    }

    @Test
    void aParentInWhichOtherUsersCanReplaceTheCacheIsRejected() throws IOException {
        Files.setPosixFilePermissions(temporary, PosixFilePermissions.fromString("rwxrwxrwx"));

        assertThatIllegalStateException()
                .isThrownBy(() -> new NativeCache(cache).requirePrivate(file))
                .withMessage("any user can write to " + temporary
                        + ": another user could replace LoadGen's native code in it;" + REMEDY);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(temporary)))
                .isEqualTo("rwxrwxrwx");
    }

    private static boolean isOwner(Path path, int user) {
        try {
            Files.setAttribute(path, "unix:uid", user);
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
