// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The start script of the archive, on a machine that has only the programs of a test, with a Java that prints its arguments. */
class StartScriptTest {

    private static final Path SCRIPT = Path.of("src/main/bin/loadharness");
    private static final List<String> USUAL_PROGRAMS =
            List.of("cksum", "dirname", "mkdir", "mv", "readlink", "rm", "sed", "sh");

    @TempDir
    Path folder;

    private Path programs;
    private Path home;

    @BeforeEach
    void prepareMachine() throws IOException {
        programs = Files.createDirectories(folder.resolve("programs"));
        for (String each : USUAL_PROGRAMS) {
            script(programs.resolve(each), "exec " + found(each) + " \"$@\"");
        }
        script(programs.resolve("id"), "echo 1000");
        script(programs.resolve("uname"), "echo Linux x86_64");
        home = unpacked("load harness");
    }

    private Path unpacked(String name) throws IOException {
        Path unpacked = folder.resolve(name);
        Files.createDirectories(unpacked.resolve("bin"));
        Files.createDirectories(unpacked.resolve("lib"));
        Files.copy(SCRIPT, unpacked.resolve("bin/loadharness"));
        Files.writeString(unpacked.resolve("lib/build-id"), "0123\n");
        Files.writeString(unpacked.resolve("lib/b.jar"), "");
        Files.writeString(unpacked.resolve("lib/a.jar"), "");
        return unpacked;
    }

    private static Path found(String program) {
        return Stream.of("/usr/bin", "/bin")
                .map(each -> Path.of(each, program))
                .filter(Files::isExecutable)
                .findFirst()
                .orElseThrow();
    }

    private static void script(Path file, String body) throws IOException {
        Files.createDirectories(file.resolveSibling(""));
        Files.writeString(file, "#!/bin/sh\n" + body + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    /** Creates a Java that prints its arguments, and writes the class archive that it is asked for. */
    private Path java(String release) throws IOException {
        Path java = folder.resolve("jdk/bin/java");
        script(java, """
                for each; do
                    case $each in -XX:ArchiveClassesAtExit=*) echo classes >"${each#*=}" ;; esac
                done
                printf '%s\\n' "$@\"""");
        Files.writeString(folder.resolve("jdk/release"), release);
        return java;
    }

    private void java17() throws IOException {
        java("JAVA_VERSION=\"17.0.9\"\nLIBC=\"gnu\"\n");
    }

    private String run(Map<String, String> variables, Path script, String... arguments) throws Exception {
        return new String(start(variables, script, arguments).getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    private Process start(Map<String, String> variables, Path script, String... arguments) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(Stream.concat(Stream.of(script.toString()), Stream.of(arguments))
                        .toList())
                .redirectErrorStream(true);
        Map<String, String> all = new HashMap<>(Map.of(
                "PATH", programs.toString(),
                "HOME", folder.resolve("user").toString(),
                "JAVA_HOME", folder.resolve("jdk").toString()));
        all.putAll(variables);
        all.values().removeIf(String::isEmpty);
        builder.environment().clear();
        builder.environment().putAll(all);
        return builder.start();
    }

    private String run(String... arguments) throws Exception {
        return run(Map.of(), home.resolve("bin/loadharness"), arguments);
    }

    @Test
    void javaGetsTheJarsInOrderAndTheArguments() throws Exception {
        java17();

        assertThat(run("run", "a file.yaml").lines())
                .contains(
                        home + "/lib/a.jar:" + home + "/lib/b.jar:" + home + "/lib/native",
                        "-Dloadharness.command=loadharness",
                        "-Dloadharness.program=" + home + "/bin/loadharness")
                .endsWith("io.loadharness.cli.Harness", "run", "a file.yaml")
                .doesNotContain("-XX:TieredStopAtLevel=1");
        assertThat(run("--help").lines()).contains("-XX:TieredStopAtLevel=1");
    }

    /** The command of the Python package starts the script. */
    @Test
    void messagesNameTheCommandThatStartsTheScript() throws Exception {
        java17();

        Map<String, String> command = Map.of("LOADHARNESS_PROGRAM", "venv/bin/loadharness");
        assertThat(run(command, home.resolve("bin/loadharness"), "doctor").lines())
                .contains("-Dloadharness.program=venv/bin/loadharness");
    }

    @Test
    void classesAreArchivedAtTheFirstStartOnly() throws Exception {
        java17();

        String first = run("doctor");
        String second = run("doctor");

        assertThat(first).startsWith("Archiving classes for faster starts (first start only).\n");
        assertThat(second).doesNotContain("Archiving");
        assertThat(first.lines().skip(1))
                .containsExactlyElementsOf(second.lines().toList());
        assertThat(second.lines())
                .anyMatch(each ->
                        each.startsWith("-XX:SharedArchiveFile=" + folder + "/user/.cache/loadharness/classes-"));
        assertThat(Files.list(folder.resolve("user/.cache/loadharness"))).hasSize(1);
    }

    @Test
    void aMovedFolderWorks() throws Exception {
        java17();
        run("doctor");
        Path moved = Files.move(home, folder.resolve("elsewhere"));

        assertThat(run(Map.of(), moved.resolve("bin/loadharness"), "doctor"))
                .startsWith("Archiving classes")
                .contains(moved + "/lib/a.jar")
                .doesNotContain(home.toString());
    }

    @Test
    void aLinkLeadsToTheFolder() throws Exception {
        java17();
        Files.createSymbolicLink(programs.resolve("loadharness"), home.resolve("bin/loadharness"));

        assertThat(run(Map.of(), programs.resolve("loadharness"), "doctor").lines())
                .contains("-Dloadharness.program=loadharness")
                .contains(home + "/lib/a.jar:" + home + "/lib/b.jar:" + home + "/lib/native");
    }

    /** A file where the cache should be, because root may write to any folder. */
    @Test
    void aCacheThatCannotBeWrittenIsNotUsed() throws Exception {
        java17();
        Path file = Files.writeString(folder.resolve("file"), "");

        for (Map<String, String> each : List.of(
                Map.of("LOADHARNESS_CACHE", file.toString()), Map.of("HOME", file.toString()), Map.of("HOME", ""))) {
            assertThat(run(each, home.resolve("bin/loadharness"), "doctor"))
                    .as("%s", each)
                    .doesNotContain("Archiving", "SharedArchiveFile")
                    .endsWith("io.loadharness.cli.Harness\ndoctor\n");
        }
    }

    @Test
    void aJavaWithoutClassArchivesIsNotAskedAgain() throws Exception {
        java17();
        script(folder.resolve("jdk/bin/java"), "printf '%s\\n' \"$@\"");

        assertThat(run("doctor")).startsWith("Archiving classes").doesNotContain("SharedArchiveFile");
        assertThat(run("doctor")).doesNotContain("Archiving", "SharedArchiveFile");
    }

    @Test
    void theFolderOfAKilledStartIsRemoved() throws Exception {
        java17();
        Path cache = Files.createDirectories(folder.resolve("user/.cache/loadharness"));
        Path killed = Files.createDirectory(cache.resolve("new-99999999"));
        Path other = Files.createDirectory(
                cache.resolve("new-" + ProcessHandle.current().pid()));
        Files.writeString(killed.resolve("classes.jsa"), "part");

        run("doctor");

        assertThat(killed).doesNotExist();
        assertThat(other).exists();
    }

    @Test
    void theCacheMayBeDeletedDuringTheFirstStart() throws Exception {
        java17();
        Path cache = folder.resolve("user/.cache/loadharness");
        script(folder.resolve("jdk/bin/java"), "rm -rf '" + cache + "'; printf '%s\\n' \"$@\"");

        assertThat(run("doctor"))
                .startsWith("Archiving classes for faster starts (first start only).\n")
                .endsWith("io.loadharness.cli.Harness\ndoctor\n");
    }

    @ParameterizedTest
    @CsvSource({"TERM, 143", "HUP, 129"})
    void aSignalEndsTheFirstStartAndItsJava(String signal, int code) throws Exception {
        java17();
        Path started = folder.resolve("started");
        script(
                folder.resolve("jdk/bin/java"),
                "echo $$ >'" + started + ".part'; mv '" + started + ".part' '" + started + "'; exec " + found("sleep")
                        + " 600");
        Process process = start(Map.of(), home.resolve("bin/loadharness"), "doctor");
        while (Files.notExists(started)) {
            Thread.sleep(10);
        }
        long java = Long.parseLong(Files.readString(started).strip());

        new ProcessBuilder("kill", "-" + signal, String.valueOf(process.pid()))
                .start()
                .waitFor();

        assertThat(process.waitFor()).isEqualTo(code);
        assertThat(ProcessHandle.of(java)).isNotPresent();
        assertThat(folder.resolve("user/.cache/loadharness")).isEmptyDirectory();
    }

    @Test
    void classesOfAnotherUserAreNotUsed() throws Exception {
        java17();
        run("doctor");
        Path classes;
        try (Stream<Path> files = Files.list(folder.resolve("user/.cache/loadharness"))) {
            classes = files.findFirst().orElseThrow();
        }
        try {
            Files.setOwner(
                    classes,
                    classes.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName("nobody"));
        } catch (IOException e) {
            assumeTrue(false, "only root can give a file to another user: " + e.getMessage());
        }

        assertThat(run("doctor")).doesNotContain("SharedArchiveFile", "Archiving");
    }

    @ParameterizedTest
    @CsvSource({"LOADHARNESS_CACHE, with:colon", "XDG_CACHE_HOME, relative"})
    void aCacheThatJavaCannotUseIsNotUsed(String variable, String value) throws Exception {
        java17();
        String cache = value.equals("relative") ? value : folder.resolve(value).toString();

        assertThat(run(Map.of(variable, cache), home.resolve("bin/loadharness"), "doctor"))
                .doesNotContain("SharedArchiveFile", "Archiving");
        assertThat(Path.of(cache)).doesNotExist();
    }

    @Test
    void anIncompleteFolderIsNamed() throws Exception {
        java17();
        Files.delete(home.resolve("lib/build-id"));

        assertThat(run()).isEqualTo("The folder " + home + " is not complete: unpack the archive again.\n");
    }

    @Test
    void aMissingJavaIsNamedWithTheRemedy() throws Exception {
        Map<String, String> noHome = Map.of("JAVA_HOME", "");

        assertThat(run(noHome, home.resolve("bin/loadharness")))
                .isEqualTo("LoadHarness needs Java 17 or newer, and this machine has no program java:"
                        + " install Java 17 or newer, or set JAVA_HOME to its folder.\n");
        script(programs.resolve("apt-get"), "");
        for (int newest : new int[] {17, 21}) {
            script(programs.resolve("apt-cache"), "[ $2 = openjdk-" + newest + "-jre-headless ]");
            assertThat(run(noHome, home.resolve("bin/loadharness")))
                    .isEqualTo("LoadHarness needs Java 17 or newer, and this machine has no program java: install it"
                            + " with `sudo apt-get install openjdk-" + newest
                            + "-jre-headless`, or set JAVA_HOME to its"
                            + " folder.\n");
        }
    }

    @Test
    void aWrongJavaHomeIsNamed() throws Exception {
        assertThat(run())
                .isEqualTo("JAVA_HOME is " + folder + "/jdk, which does not contain bin/java: set it to the folder of"
                        + " Java 17 or newer, or unset it.\n");
    }

    @ParameterizedTest
    @CsvSource({"11.0.2, 11.0.2", "1.8.0_392, 1.8.0_392", "16, 16"})
    void anOldJavaIsNamedWithTheRemedy(String version, String shown) throws Exception {
        java("JAVA_VERSION=\"" + version + "\"\n");

        assertThat(run())
                .isEqualTo("LoadHarness needs Java 17 or newer, but JAVA_HOME is " + folder + "/jdk, which has the"
                        + " version " + shown + ": set it to the folder of a newer Java, or unset it.\n");
        Files.createSymbolicLink(programs.resolve("java"), folder.resolve("jdk/bin/java"));
        script(programs.resolve("apt-get"), "");
        assertThat(run(Map.of("JAVA_HOME", ""), home.resolve("bin/loadharness")))
                .isEqualTo("LoadHarness needs Java 17 or newer, but " + programs + "/java has the version " + shown
                        + ": install a newer one with `sudo apt-get install openjdk-17-jre-headless`, or set JAVA_HOME to"
                        + " its folder.\n");
    }

    @ParameterizedTest
    @CsvSource({"11, 'which has the version 11: set'", "'', cannot be started; `"})
    void aJavaWithoutTheFileReleaseIsAsked(String version, String part) throws Exception {
        script(
                folder.resolve("jdk/bin/java"),
                version.isEmpty() ? "exit 1" : "echo '    java.specification.version = " + version + "' >&2");

        assertThat(run()).contains(folder + "/jdk").contains(part).hasLineCount(1);
    }

    @Test
    void aNewJavaIsAccepted() throws Exception {
        java("JAVA_VERSION=\"25-ea\"\n");

        assertThat(run("doctor")).endsWith("io.loadharness.cli.Harness\ndoctor\n");
    }

    @Test
    void muslIsNamedWithTheRemedy() throws Exception {
        java("JAVA_VERSION=\"21.0.1\"\nLIBC=\"musl\"\n");

        assertThat(run())
                .isEqualTo(
                        "The native libraries of LoadHarness need glibc, but this machine or its Java uses musl: use a"
                                + " distribution with glibc, such as Debian.\n");
    }

    @Test
    void anotherPlatformIsNamed() throws Exception {
        java17();
        script(programs.resolve("uname"), "echo Linux aarch64");

        assertThat(run())
                .isEqualTo("This archive is for Linux x86_64, but this machine is Linux aarch64: build LoadHarness from"
                        + " source.\n");
    }

    @Test
    void aFolderWithAColonIsNamed() throws Exception {
        java17();
        Path colon = unpacked("a:b");

        assertThat(run(Map.of(), colon.resolve("bin/loadharness")))
                .isEqualTo(
                        "The folder " + colon + " has a colon in its name, which Java does not allow in a class path:"
                                + " rename or move the folder.\n");
    }
}
