// SPDX-License-Identifier: Apache-2.0
package io.loadharness.loadgen;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The download of LoadGen's archive by native/cmake/FetchLoadGen.cmake, from an index of packages in this process. */
class LoadGenDownloadTest {

    private static final Path SCRIPTS =
            Path.of(System.getProperty("native.build")).resolve("../../cmake").normalize();
    private static final String ARCHIVE = "mlcommons_loadgen-6.0.17.tar.gz";
    private static final String PAGE = "/simple/mlcommons-loadgen/";

    @TempDir
    private Path folder;

    private final Map<String, String> authorizations = new ConcurrentHashMap<>();
    private HttpServer index;
    private byte[] archive = {};

    @BeforeEach
    void startIndex() throws Exception {
        archive = archive();
        index = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        index.createContext(
                PAGE,
                exchange -> respond(
                        exchange,
                        "<!DOCTYPE html><a href=\"../../files/" + ARCHIVE + "#sha256=00\">" + ARCHIVE + "</a>"));
        index.createContext("/json/mlcommons-loadgen/", exchange -> {
            exchange.getResponseHeaders().set("Content-Type", "application/vnd.pypi.simple.v1+json");
            respond(exchange, "{\"files\": [{\"url\": \"/files/" + ARCHIVE + "\"}]}");
        });
        index.createContext("/files/", exchange -> respond(exchange, archive));
        index.start();
    }

    @AfterEach
    void stopIndex() {
        index.stop(0);
    }

    @Test
    void refusesAnotherHashAndRunsNothingOfTheArchive() throws Exception {
        Output output = fetch(SCRIPTS, Map.of("PIP_INDEX_URL", url("/simple")));

        assertThat(output.text())
                .contains("the downloaded LoadGen 6.0.17 differs from the published one")
                .contains("its SHA-256 is " + sha256());
        assertThat(output.code()).isNotZero();
        assertThat(folder.resolve("ran")).doesNotExist();
        assertThat(folder.resolve("cache")).isEmptyDirectory();
    }

    @Test
    void downloadsFromAMirrorOfPip() throws Exception {
        for (String page : List.of("/simple/", "/json")) {
            Path scripts = scriptsForThisArchive();
            Files.deleteIfExists(folder.resolve("cache").resolve(ARCHIVE));

            Output output = fetch(scripts, Map.of("PIP_INDEX_URL", url(page)));

            assertThat(output.text()).contains("Downloading LoadGen 6.0.17");
            assertThat(output.code()).as(output.text()).isZero();
            assertThat(folder.resolve("cache").resolve(ARCHIVE)).hasBinaryContent(archive);
            assertThat(folder.resolve("ran")).doesNotExist();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "PIP_CONFIG_FILE, own.conf, own.conf",
        "HOME, home, home/.config/pip/pip.conf",
        "HOME, home, home/.pip/pip.conf",
        "XDG_CONFIG_HOME, config, config/pip/pip.conf",
        "XDG_CONFIG_DIRS, system, system/pip/pip.conf",
        "VIRTUAL_ENV, venv, venv/pip.conf"
    })
    void readsTheMirrorFromAFileOfPip(String variable, String value, String file) throws Exception {
        pipConf(file, "[download]\nindex-url = " + url("/simple").replace("//", "//me:pa%40ss@"));

        Output output = fetch(
                scriptsForThisArchive(),
                Map.of(variable, folder.resolve(value).toString(), "PYTHONPATH", withoutPip()));

        assertThat(output.code()).as(output.text()).isZero();
        String expected = "Basic " + Base64.getEncoder().encodeToString("me:pa@ss".getBytes(StandardCharsets.UTF_8));
        assertThat(authorizations).containsEntry(PAGE, expected).containsEntry("/files/" + ARCHIVE, expected);
    }

    @ParameterizedTest
    @CsvSource({
        ".pip/pip.conf, .config/pip/pip.conf",
        ".config/pip/pip.conf, venv/pip.conf",
        "venv/pip.conf, own.conf",
        ".config/pip/pip.conf, own.conf"
    })
    void aLaterFileOfPipOverridesAnEarlierOne(String earlier, String later) throws Exception {
        pipConf(earlier, "[download]\nindex-url = " + url("/nothing"));
        pipConf(later, "[download]\nindex-url = " + url("/simple"));

        Output output = fetch(
                scriptsForThisArchive(),
                Map.of("PIP_CONFIG_FILE", folder.resolve("own.conf").toString()));

        assertThat(output.code()).as(output.text()).isZero();
    }

    @Test
    void variableOfPipOverridesSectionsOfItsFile() throws Exception {
        Path file = pipConf(
                "own.conf",
                "[download]\nTIMEOUT = 30\nIndex_URL = " + url("/simple") + "\n[global]\nindex-url = "
                        + url("/nothing"));
        Map<String, String> environment = new TreeMap<>(Map.of("PIP_CONFIG_FILE", file.toString()));
        assertThat(fetch(scriptsForThisArchive(), environment).code()).isZero();
        Files.delete(folder.resolve("cache").resolve(ARCHIVE));

        environment.put("PIP_INDEX_URL", url("/other"));

        assertThat(fetch(scriptsForThisArchive(), environment).text()).contains(url("/other/mlcommons-loadgen/"));
    }

    @Test
    void invalidFileOfPipIsNamedWithoutItsContent() throws Exception {
        Path file = pipConf("own.conf", "index-url = " + url("/simple").replace("//", "//me:geheim@"));

        Output output = fetch(SCRIPTS, Map.of("PIP_CONFIG_FILE", file.toString()));

        assertThat(output.text())
                .contains(file + " is not a valid configuration file of pip: correct it, or set"
                        + " PIP_CONFIG_FILE=/dev/null to ignore the configuration files")
                .doesNotContain("geheim");
    }

    private Path pipConf(String file, String content) throws Exception {
        Path path = folder.resolve(file);
        Files.createDirectories(path.getParent());
        return Files.writeString(path, content + "\n");
    }

    /** Returns a folder of Python modules in which pip fails, as on a machine without pip. */
    private String withoutPip() throws Exception {
        Path modules = Files.createDirectories(folder.resolve("modules"));
        Files.writeString(modules.resolve("pip.py"), "raise SystemExit('no pip')\n");
        return modules.toString();
    }

    @Test
    void namesTheIndexWithoutItsPassword() throws Exception {
        Output output = fetch(SCRIPTS, Map.of("PIP_INDEX_URL", url("/nothing").replace("//", "//me:geheim@")));

        assertThat(output.text())
                .contains("LoadGen 6.0.17 could not be downloaded (" + url("/nothing/mlcommons-loadgen/"))
                .contains("or set LOADGEN_ARCHIVE to a file " + ARCHIVE)
                .doesNotContain("geheim");
    }

    @Test
    void takesAFileOfAnotherMachineInsteadOfADownload() throws Exception {
        Path file = Files.write(folder.resolve("from another machine.tar.gz"), archive);

        Output output = fetch(scriptsForThisArchive(), Map.of("LOADGEN_ARCHIVE", file.toString()));

        assertThat(output.code()).as(output.text()).isZero();
        assertThat(output.text()).doesNotContain("Downloading");
        assertThat(folder.resolve("build/mlcommons_loadgen-6.0.17/VERSION.txt")).exists();
        assertThat(folder.resolve("cache")).doesNotExist();
    }

    @Test
    void refusesAFileThatIsNotThePublishedArchive() throws Exception {
        Path file = Files.write(folder.resolve("other.tar.gz"), archive);

        assertThat(fetch(SCRIPTS, Map.of("LOADGEN_ARCHIVE", file.toString())).text())
                .contains(file + " must be the published source archive of LoadGen 6.0.17 with the SHA-256");
        assertThat(fetch(SCRIPTS, Map.of("LOADGEN_ARCHIVE", "/no/such/file")).text())
                .contains("/no/such/file does not exist");
    }

    /** The result of CMake, as one line. */
    private record Output(int code, String text) {}

    private Output fetch(Path scripts, Map<String, String> environment) throws Exception {
        Path build = Files.createDirectories(folder.resolve("build"));
        ProcessBuilder cmake = new ProcessBuilder(
                "cmake", "-P", scripts.resolve("FetchLoadGen.cmake").toString());
        cmake.directory(build.toFile()).redirectErrorStream(true);
        cmake.environment().keySet().removeIf(name -> name.startsWith("PIP_") || name.startsWith("LOADGEN_"));
        cmake.environment().keySet().removeIf(name -> name.toLowerCase(Locale.ROOT)
                .endsWith("_proxy"));
        cmake.environment().keySet().removeIf(name -> name.startsWith("XDG_") || name.startsWith("PYTHON"));
        cmake.environment().put("VIRTUAL_ENV", folder.resolve("venv").toString());
        cmake.environment().put("LOADHARNESS_CACHE", folder.resolve("cache").toString());
        cmake.environment().put("HOME", folder.toString());
        cmake.environment().putAll(environment);
        Process process = cmake.start();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Output(process.waitFor(), text.replaceAll("\\s+", " "));
    }

    /** Returns a folder with the scripts, which expect the hash of the archive of this test. */
    private Path scriptsForThisArchive() throws Exception {
        Path scripts = Files.createDirectories(folder.resolve("scripts"));
        Files.write(scripts.resolve("download_loadgen.py"), Files.readAllBytes(SCRIPTS.resolve("download_loadgen.py")));
        Files.writeString(
                scripts.resolve("FetchLoadGen.cmake"),
                Files.readString(SCRIPTS.resolve("FetchLoadGen.cmake"))
                        .replaceFirst("set\\(loadgen_sha256 \\w+\\)", "set(loadgen_sha256 " + sha256() + ")"));
        return scripts;
    }

    /** Returns an archive whose build scripts leave a file behind if they run. */
    private byte[] archive() throws Exception {
        Path root = Files.createDirectories(folder.resolve("archive/mlcommons_loadgen-6.0.17"));
        String code = "open('" + folder.resolve("ran") + "', 'w').close()\n";
        Map<String, String> files = new TreeMap<>(Map.of("VERSION.txt", "6.0.17\n", "setup.py", code));
        files.put("backend.py", code);
        files.put("PKG-INFO", "Metadata-Version: 2.1\nName: mlcommons_loadgen\nVersion: 6.0.17\n");
        files.put("pyproject.toml", "[build-system]\nrequires = []\nbuild-backend = 'backend'\nbackend-path = ['.']\n");
        for (Map.Entry<String, String> each : files.entrySet()) {
            Files.writeString(root.resolve(each.getKey()), each.getValue());
        }
        Path file = folder.resolve("made.tar.gz");
        List<String> command = new ArrayList<>(List.of("cmake", "-E", "tar", "czf", file.toString(), "--"));
        command.add(String.valueOf(root.getFileName()));
        Process process = new ProcessBuilder(command)
                .directory(root.getParent().toFile())
                .inheritIO()
                .start();
        assertThat(process.waitFor()).isZero();
        return Files.readAllBytes(file);
    }

    private String sha256() throws Exception {
        return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(archive));
    }

    private String url(String path) {
        return "http://127.0.0.1:" + index.getAddress().getPort() + path;
    }

    private void respond(HttpExchange exchange, String text) throws IOException {
        respond(exchange, text.getBytes(StandardCharsets.UTF_8));
    }

    private void respond(HttpExchange exchange, byte[] bytes) throws IOException {
        String authorization = exchange.getRequestHeaders().getFirst("Authorization");
        if (authorization != null) {
            authorizations.put(exchange.getRequestURI().getPath(), authorization);
        }
        try (exchange) {
            exchange.sendResponseHeaders(200, bytes.length);
            exchange.getResponseBody().write(bytes);
        }
    }
}
