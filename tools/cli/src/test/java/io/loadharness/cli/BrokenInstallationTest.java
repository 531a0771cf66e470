// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Error messages of a JVM that does not contain LoadGen or cannot load it. */
class BrokenInstallationTest {

    @TempDir
    Path folder;

    @Test
    void helpNeedsNoLoadGen() throws Exception {
        assertThat(errorsOf(withoutNatives(), "demo", "--help")).isEmpty();
    }

    @Test
    void reportsMissingLoadGenInOneSentence() throws Exception {
        assertThat(errorsOf(withoutNatives(), "demo", "--output-dir", folder.toString()))
                .singleElement()
                .asString()
                .contains("is not on the class path");
    }

    @Test
    void reportsUnloadableLibraryInOneSentence() throws Exception {
        assertThat(errorsOf(brokenNatives() + File.pathSeparator + withoutNatives(), "--version"))
                .last()
                .asString()
                .startsWith("cannot load LoadGen: ")
                .contains(": file too short");
    }

    private static String withoutNatives() {
        return entries().filter(entry -> !isNative(entry)).collect(Collectors.joining(File.pathSeparator));
    }

    private static Stream<String> entries() {
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator, -1));
    }

    private static boolean isNative(String entry) {
        return Path.of(entry).endsWith(Path.of("target", "native"));
    }

    /** Creates a folder with broken libraries of the right names. */
    private Path brokenNatives() throws Exception {
        Path natives = Path.of(
                entries().filter(BrokenInstallationTest::isNative).findFirst().orElseThrow());
        try (var files = Files.walk(natives)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path broken = folder.resolve(natives.relativize(file).toString());
                Files.createDirectories(broken.getParent());
                Files.writeString(broken, "broken");
            }
        }
        return folder;
    }

    private static List<String> errorsOf(String classPath, String... arguments) throws Exception {
        Process harness = new ProcessBuilder(JavaCommand.of(List.of(), classPath, Harness.class, arguments))
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        try (var errors = harness.errorReader(StandardCharsets.UTF_8)) {
            return errors.lines().toList();
        }
    }
}
