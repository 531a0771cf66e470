// SPDX-License-Identifier: Apache-2.0
package io.loadharness.loadgen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.loadharness.loadgen.Bridge.NativeRun;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.bytedeco.javacpp.Loader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NativeLibraryTest {

    @Test
    void anEngineInAFolderIsUsedWithoutACopy() throws Exception {
        String resource = Loader.getPlatform() + "/" + System.mapLibraryName("loadgen_engine");

        assertThat(NativeLibrary.ENGINE.file())
                .isEqualTo(Path.of(NativeLibrary.class.getResource(resource).toURI()));
    }

    @Test
    void aCachedFileThatDiffersFromTheJarIsReplaced(@TempDir Path folder) throws Exception {
        Path jar = folder.resolve("natives.jar");
        try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(jar))) {
            out.putNextEntry(new ZipEntry("library.so"));
            out.write("new".getBytes(StandardCharsets.UTF_8));
        }
        Path cached = Files.writeString(folder.resolve("library.so"), "old");
        FileTime time = Files.getLastModifiedTime(cached);

        NativeLibrary.withContentOf(new URL("jar:" + jar.toUri() + "!/library.so"), cached);

        assertThat(cached).hasContent("new");
        assertThat(Files.getLastModifiedTime(cached)).isEqualTo(time);
        assertThat(folder).isDirectoryNotContaining("glob:**.so.*");
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_24)
    void aJvmThatDoesNotAllowNativeCodeIsNamed() throws Exception {
        assertThat(ChildJvm.outputOf(List.of("--illegal-native-access=deny"), Loading.class))
                .isEqualTo(("this JVM does not allow native code, and LoadGen is native code: start the JVM with"
                                + " --enable-native-access=ALL-UNNAMED\n")
                        .repeat(2));
    }

    @ParameterizedTest
    @CsvSource(quoteCharacter = '"', delimiter = '|', textBlock = """
        l.so: /lib/libc.so.6: version `GLIBC_2.34' not found (required by l.so) | this machine has an older C or C++ library
        l.so: libstdc++.so.6: version `GLIBCXX_3.4.29' not found (required by l.so) | this machine has an older C or C++ library
        l.so: libstdc++.so.6: cannot open shared object file: No such file or directory | this machine has no C++ library
        l.so: failed to map segment from shared object | if the folder of the library is on a file system
        """)
    void theRemedyFitsTheMessageOfTheLoader(String message, String remedy) {
        assertThat(NativeLibrary.remedy(message)).startsWith(remedy);
    }

    /** Needs the permission to mount a file system. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void aFolderWithoutExecutePermissionIsNamed(@TempDir Path folder) throws Exception {
        Path cache = Files.createDirectory(folder.resolve("cache"));
        assumeTrue(hasSucceeded("mount", "-t", "tmpfs", "-o", "noexec", "none", cache.toString()));
        try {
            assertThat(outputWithCache(cache, folder))
                    .startsWith("cannot load LoadGen: " + cache + "/")
                    .contains(": failed to map segment from shared object; if the folder of the library is on a file"
                            + " system without execute permission (noexec), choose another folder with"
                            + " -Dorg.bytedeco.javacpp.cachedir=FOLDER")
                    .hasLineCount(2);
        } finally {
            assertThat(hasSucceeded("umount", cache.toString())).isTrue();
        }
    }

    @Test
    void aCacheThatCannotBeWrittenIsNamedWithTheRemedy(@TempDir Path folder) throws Exception {
        Path cache = Files.createDirectory(folder.resolve("cache"));
        Path inTheWay = Files.createFile(cache.resolve("natives.jar"));

        assertThat(outputWithCache(cache, folder).lines()).hasSize(2).allSatisfy(line -> assertThat(line)
                .startsWith("cannot unpack LoadGen: " + inTheWay + "/")
                .endsWith(" (Not a directory); choose another folder with -Dorg.bytedeco.javacpp.cachedir=FOLDER"));
    }

    /** Returns the output of a child that unpacks the libraries from a jar into a cache. */
    private static String outputWithCache(Path cache, Path folderOfJar) throws Exception {
        List<String> command = ChildJvm.command(
                List.of("--enable-native-access=ALL-UNNAMED", "-Dorg.bytedeco.javacpp.cachedir=" + cache),
                Loading.class);
        int classPath = command.indexOf("-cp") + 1;
        command.set(classPath, withoutNatives(command.get(classPath)) + File.pathSeparator + packed(folderOfJar));
        Process child = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        child.waitFor(); // before its end, a file system of the cache is busy
        return output;
    }

    private static boolean hasSucceeded(String... command) throws Exception {
        return new ProcessBuilder(command).start().waitFor() == 0;
    }

    private static String withoutNatives(String classPath) throws Exception {
        String bridge = Loader.getPlatform() + "/" + System.mapLibraryName("jniloadgen");
        Path natives = Path.of(NativeLibrary.class.getResource(bridge).toURI());
        return Stream.of(classPath.split(File.pathSeparator))
                .filter(each -> !natives.startsWith(Path.of(each).toAbsolutePath()))
                .collect(Collectors.joining(File.pathSeparator));
    }

    /** Packs the native libraries into a jar, from which JavaCPP unpacks them. */
    private static String packed(Path folder) throws IOException {
        Path jar = folder.resolve("natives.jar");
        String platform = "io/loadharness/loadgen/" + Loader.getPlatform() + "/";
        try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(jar))) {
            for (String name : List.of("loadgen_engine", "jniloadgen")) {
                String file = System.mapLibraryName(name);
                out.putNextEntry(new ZipEntry(platform + file));
                try (InputStream in = NativeLibrary.class.getResourceAsStream(Loader.getPlatform() + "/" + file)) {
                    in.transferTo(out);
                }
            }
        }
        return jar.toString();
    }

    /** The main class of a child that loads LoadGen twice. */
    static final class Loading {

        private Loading() {}

        public static void main(String[] arguments) {
            for (int attempt = 0; attempt < 2; attempt++) {
                try {
                    System.out.println(new MlperfLoadGen().version());
                } catch (IllegalStateException | UncheckedIOException e) {
                    System.out.println(e.getMessage());
                }
            }
        }
    }

    @Test
    void anEngineThatCannotBeLoadedIsRejected(@TempDir Path folder) throws Exception {
        Path garbage = Files.writeString(folder.resolve("engine.so"), "no library");

        for (Path engine : List.of(garbage, folder.resolve("missing.so"), folder)) {
            assertThatIllegalStateException()
                    .isThrownBy(() -> NativeRun.of(engine.toString()))
                    .withMessageStartingWith("cannot load LoadGen: ");
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void aTruncatedEngineIsRejectedAndDoesNotKillTheJvm(@TempDir Path folder) throws Exception {
        byte[] whole = Files.readAllBytes(NativeLibrary.ENGINE.file());
        Path cut = folder.resolve("engine.so");

        for (int size : new int[] {whole.length / 8, whole.length / 2, whole.length - 1}) {
            Files.write(cut, Arrays.copyOf(whole, size));

            assertThatIllegalStateException()
                    .isThrownBy(() -> NativeRun.of(cut.toString()))
                    .withMessage("cannot load LoadGen: the LoadGen engine " + cut + " is truncated after " + size
                            + " bytes");
        }
    }
}
