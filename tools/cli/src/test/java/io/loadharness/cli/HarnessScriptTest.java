// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The scripts {@code harness} and {@code mvnw} in a checkout without sources, on a machine that has only the programs of a test. */
class HarnessScriptTest {

    private static final Path ROOT = Path.of("../..");
    private static final List<String> USUAL_PROGRAMS = List.of(
            "awk",
            "basename",
            "bash",
            "cat",
            "chmod",
            "cksum",
            "cut",
            "dirname",
            "env",
            "find",
            "grep",
            "head",
            "ls",
            "mkdir",
            "mktemp",
            "mv",
            "readlink",
            "rm",
            "sed",
            "sh",
            "sort",
            "tail",
            "touch",
            "tr");

    @TempDir
    Path folder;

    private Path programs;

    @BeforeEach
    void prepareMachine() throws IOException {
        programs = Files.createDirectories(folder.resolve("bin"));
        for (String each : USUAL_PROGRAMS) {
            program(each, "exec " + found(each) + " \"$@\"");
        }
        program("id", "echo 1000");
        Path wrapper = Files.createDirectories(folder.resolve("checkout/.mvn/wrapper"));
        Files.copy(ROOT.resolve(".mvn/wrapper/maven-wrapper.properties"), wrapper.resolve("maven-wrapper.properties"));
        for (String each : List.of("harness", "mvnw")) {
            Files.copy(ROOT.resolve(each), folder.resolve("checkout").resolve(each));
        }
    }

    private static Path found(String program) {
        return Stream.of("/usr/bin", "/bin")
                .map(each -> Path.of(each, program))
                .filter(Files::isExecutable)
                .findFirst()
                .orElseThrow();
    }

    private void program(String name, String body) throws IOException {
        script(programs.resolve(name), body);
    }

    private static void script(Path file, String body) throws IOException {
        Files.writeString(file, "#!/bin/sh\n" + body + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    /** Creates a Java of a version, with a compiler. */
    private void java(int version) throws IOException {
        program(
                "java",
                "echo '    java.specification.version = " + version + "'; echo '    java.home = "
                        + folder.resolve("jdk") + "'");
        script(Files.createDirectories(folder.resolve("jdk/bin")).resolve("javac"), "");
    }

    /** Creates a Maven, which does not build but prints its name and its arguments. */
    private static void maven(Path file, String version) throws IOException {
        script(
                file,
                "if [ $1 = --version ]; then echo 'Apache Maven " + version
                        + " (abc)'; exit; fi\necho \"called: $0 $*\"; exit 1");
    }

    private void buildTools() throws IOException {
        for (String each : List.of("cmake", "make", "c++", "python3", "curl")) {
            program(each, "");
        }
    }

    private String run(String script, Map<String, String> variables) throws Exception {
        ProcessBuilder builder = new ProcessBuilder(
                        folder.resolve("checkout").resolve(script).toString(), "--version")
                .redirectErrorStream(true);
        builder.environment().clear();
        builder.environment()
                .putAll(Map.of(
                        "PATH",
                        programs.toString(),
                        "HOME",
                        folder.resolve("home").toString()));
        builder.environment().putAll(variables);
        Process process = builder.start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isEqualTo(1);
        return output;
    }

    @ParameterizedTest
    @CsvSource({
        "apt-get, sudo apt-get install openjdk-17-jdk cmake make g++ python3 curl",
        "dnf, sudo dnf install java-21-openjdk-devel cmake make gcc-c++ python3 curl",
        "brew, brew install openjdk@17 cmake make gcc python3 curl"
    })
    void namesAllMissingProgramsAndTheCommandThatInstallsThem(String manager, String command) throws Exception {
        program(manager, "");

        assertThat(run("harness", Map.of()))
                .isEqualTo(
                        "LoadHarness cannot be built without a JDK 17 or newer, cmake, make, a C++ compiler, python3 and curl or wget"
                                + " (for Maven): run `" + command + "`.\n");
    }

    @Test
    void namesOnlyWhatIsMissing() throws Exception {
        java(17);
        buildTools();
        maven(programs.resolve("mvn"), "3.9.9");
        for (String each : List.of("python3", "curl", "c++")) {
            Files.delete(programs.resolve(each));
        }

        assertThat(run("harness", Map.of("LOADGEN_ARCHIVE", "loadgen.tar.gz")))
                .isEqualTo("LoadHarness cannot be built without a C++ compiler: install what is missing.\n");
    }

    @Test
    void namesAnOldJava() throws Exception {
        java(11);
        buildTools();
        program("apt-get", "");

        assertThat(run("harness", Map.of()))
                .isEqualTo("LoadHarness cannot be built without a JDK 17 or newer (" + programs.resolve("java")
                        + " has the version 11): run `sudo apt-get install openjdk-17-jdk`.\n");
        assertThat(run("harness", Map.of("JAVA_HOME", folder.toString())))
                .isEqualTo(
                        "LoadHarness cannot be built without a JDK 17 or newer (" + programs.resolve("java")
                                + " has the version 11): run `sudo apt-get install openjdk-17-jdk`, and set JAVA_HOME to the folder of the JDK.\n");
    }

    @Test
    void namesAJavaThatCannotStart() throws Exception {
        program("java", "exit 1");
        buildTools();

        assertThat(run("harness", Map.of()))
                .isEqualTo("LoadHarness cannot be built without a JDK 17 or newer (" + programs.resolve("java")
                        + " has the version unknown): install what is missing.\n");
    }

    @Test
    void needsNoDownloadOfMavenAndLoadGenIfBothAreHere() throws Exception {
        java(17);
        for (String each : List.of("cmake", "c++")) {
            program(each, "");
        }
        Path maven = folder.resolve("home/.m2/wrapper/dists/apache-maven-3.8.7/0/apache-maven-3.8.7/bin");
        script(Files.createDirectories(maven).resolve("mvn"), "");

        assertThat(run("harness", Map.of("MAVEN_ARGS", "-Dloadgen.archive=/loadgen.tar.gz")))
                .isEqualTo("LoadHarness cannot be built without make: install what is missing.\n");
    }

    @ParameterizedTest
    @CsvSource({"3.8.7, mvn", "3.10.0, mvn", "4.0.0, mvn", "3.6.3, mvnw", "none, mvnw"})
    void buildsWithTheMavenOfTheMachineIfItIsNewEnough(String version, String used) throws Exception {
        java(17);
        buildTools();
        if (!version.equals("none")) {
            maven(programs.resolve("mvn"), version);
        }
        Path wrapper = folder.resolve("checkout/mvnw");
        Files.delete(wrapper);
        maven(wrapper, "");

        Path maven = used.equals("mvn") ? programs.resolve("mvn") : wrapper.toRealPath();
        assertThat(run("harness", Map.of())).contains("\ncalled: " + maven + " -B -q -ntp -Pquick process-classes\n");
    }

    @Test
    void reportsThatMavenCannotBeDownloaded() throws Exception {
        java(17);
        buildTools();
        program("curl", "echo 'curl: (6) Could not resolve host' >&2; exit 6");

        assertThat(run("harness", Map.of("MVNW_REPOURL", "https://mirror.example.com/")))
                .contains(
                        "\nhttps://mirror.example.com/org/apache/maven/apache-maven/3.8.7/apache-maven-3.8.7-bin.tar.gz cannot be"
                                + " downloaded: check the network, or set MVNW_REPOURL to a mirror that needs no password.\n")
                .doesNotContain("the log ends with");
    }

    @ParameterizedTest
    @CsvSource({
        "*, https://mirror.example.com/all",
        "'external:*,!other', https://mirror.example.com/all",
        "'other,central', https://mirror.example.com/all",
        "'*,!central', https://repo.maven.apache.org/maven2",
        "other, https://repo.maven.apache.org/maven2"
    })
    void wrapperUsesTheMirrorOfTheSettings(String mirrored, String repository) throws Exception {
        program("curl", "echo \"curl $*\"; exit 6");
        Files.writeString(
                Files.createDirectories(folder.resolve("home/.m2")).resolve("settings.xml"), """
                <settings>
                  <mirrors>
                    <!-- <mirror><mirrorOf>*</mirrorOf><url>https://old.example.com</url></mirror> -->
                    <mirror><mirrorOf>snapshots</mirrorOf><url>https://snapshots.example.com</url></mirror>
                    <mirror>
                      <mirrorOf>%s</mirrorOf>
                      <url>https://mirror.example.com/all/</url>
                    </mirror>
                  </mirrors>
                </settings>
                """.formatted(mirrored));

        String file = "/org/apache/maven/apache-maven/3.8.7/apache-maven-3.8.7-bin.tar.gz";
        String origin = "https://repo.maven.apache.org/maven2";
        for (Map<String, String> variables :
                List.of(Map.<String, String>of(), Map.of("MAVEN_USER_HOME", folder.resolve("without-settings") + ""))) {
            String output = run("mvnw", variables);

            assertThat(output).contains("mvnw: downloading " + repository + file + "\n");
            assertThat(output.contains("cannot be downloaded, trying " + origin + file + "\n"))
                    .isEqualTo(!repository.equals(origin));
        }
    }
}
