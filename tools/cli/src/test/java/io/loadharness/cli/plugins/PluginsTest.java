// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.plugins;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadharness.cli.ExitCode;
import io.loadharness.cli.LenientClient;
import io.loadharness.cli.Session;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import javax.tools.JavaCompiler.CompilationTask;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs the example plug-in, and plug-ins that cannot be used. */
class PluginsTest {

    private static final Path EXAMPLE = Path.of("../../harness-examples/own-plugin/src/main");
    private static final String CLIENTS = "META-INF/services/io.loadharness.benchmark.BenchmarkClient";

    @TempDir
    static Path shared;

    @TempDir
    Path folder;

    private Path plugins;

    @BeforeAll
    static void packTheExample() throws IOException {
        Path classes = shared.resolve("classes");
        try (Stream<Path> sources = Files.walk(EXAMPLE.resolve("java"))) {
            compile(classes, sources.filter(Files::isRegularFile).toList());
        }
        pack(
                Files.createDirectories(shared.resolve("plugins")).resolve("own.jar"),
                classes,
                EXAMPLE.resolve("resources"));
    }

    @BeforeEach
    void makeAnEmptyFolder() throws IOException {
        plugins = Files.createDirectory(folder.resolve("plugins"));
    }

    @Test
    void measuresABackendByName() throws IOException {
        Session session = example(
                "run", "--engine", "echo", "--engine-option", "threads=2", "--ttft-bound", "5s", "--tpot-bound", "5s");

        assertThat(session.exitCode()).as(session.err() + session.out()).isEqualTo(ExitCode.OK);
        assertThat(Files.readString(folder.resolve("run/run.json"))).contains("\"echo\"");
    }

    @Test
    void initializesMeasuresAndClosesAClient() throws IOException {
        Session session = example("run", "--client", "squares", "--client-option", "count=77", "--latency-bound", "5s");

        assertThat(session.exitCode()).as(session.err() + session.out()).isEqualTo(ExitCode.OK);
        assertThat(Files.readString(folder.resolve("run/run.json"))).contains("\"squares\"", "77");
    }

    @Test
    void measuresAClientWithASchedule() {
        Session session =
                example("run", "--client", "squares", "--load", "poisson", "--rate", "500", "--requests", "50");

        assertThat(session.exitCode()).as(session.err() + session.out()).isEqualTo(ExitCode.OK);
        assertThat(session.out()).contains("poisson");
    }

    @Test
    void runsAGeneratorInsteadOfLoadGen() {
        Session session = example(
                "run",
                "--client",
                "squares",
                "--generator",
                "burst",
                "--generator-option",
                "samples=50",
                "--scenario",
                "offline",
                "--target-qps",
                "100");

        assertThat(session.exitCode()).as(session.err() + session.out()).isEqualTo(ExitCode.OK);
        assertThat(session.out()).contains("This is not MLPerf LoadGen.");
    }

    @Test
    void variableAndRunFileWorkLikeTheOptions() throws IOException {
        Path file = Files.writeString(folder.resolve("run.yaml"), """
                plugin:
                  client: squares
                  client-option:
                    count: 77
                loadgen:
                  scenario: single-stream
                client:
                  max-send-delay: 1h
                """);

        Session session = Session.of(
                Map.of("LOADHARNESS_PLUGINS", shared.resolve("plugins").toString()), "validate", file.toString());

        assertThat(session.exitCode()).as(session.err()).isEqualTo(ExitCode.OK);
        assertThat(session.out()).contains("Servers: squares", "Data: numbers, 77 samples");
    }

    @Test
    void listsPluginsAndBuiltInServices() {
        Session session = Session.of("--plugins=" + shared.resolve("plugins"), "plugins");

        assertThat(session.exitCode()).isEqualTo(ExitCode.OK);
        assertThat(session.plainOut().lines().map(line -> line.replaceAll(" +", " ")))
                .contains(
                        "engine echo com.example.plugin.EchoProvider " + shared.resolve("plugins/own.jar"),
                        "client squares com.example.plugin.SquaresClient " + shared.resolve("plugins/own.jar"),
                        "generator burst com.example.plugin.BurstProvider " + shared.resolve("plugins/own.jar"),
                        "read format csv io.loadharness.dataset.csv.CsvFormat built in");
    }

    @Test
    void argumentFileMayNameTheFolder() throws IOException {
        Path arguments = Files.writeString(
                folder.resolve("arguments"), "plugins\n--plugins\n" + shared.resolve("plugins") + "\n");

        Session session = Session.of("@" + arguments);

        assertThat(session.exitCode()).as(session.err()).isEqualTo(ExitCode.OK);
        assertThat(session.out()).contains("com.example.plugin.EchoProvider");
    }

    @Test
    void pluginsAreRemovedAfterTheCommand() {
        example("plugins");

        assertThat(Session.of("plugins").out()).doesNotContain("com.example").contains("built in");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --engine ecko                              | unknown engine 'ecko'; did you mean 'echo'? 'harness plugins' lists all plug-ins.
            --client square                            | unknown client 'square'; did you mean 'squares'? 'harness plugins' lists all plug-ins.
            --client squares --generator bust          | unknown generator 'bust'; did you mean 'burst'? 'harness plugins' lists all plug-ins.
            --client squares --client-option count=no  | --client-option count must be a positive number: got no.
            --engine echo --engine-option threads=0    | --engine-option threads must be from 1 to 99: got 0.
            --engine echo --client squares             | --client measures a plug-in, to which --engine does not apply: leave out --engine.
            --client squares --client-option count=1 --client-option count=2 | --client-option count is given twice: leave out one of the two values.
            --client squares --generator burst --generator-option a=1 --generator-option a=1 | --generator-option a is given twice: leave out one of the two values.
            --client-option count=1                    | --client-option needs --client: give the name of the plug-in with --client.
            --engine-option threads=1                  | --engine-option needs --engine or --engine-command: choose the engine.
            --engine echo --dialect openai-chat        | --dialect does not apply to the engine 'echo': leave out --dialect.
            --client squares --max-tokens 4            | --client measures a plug-in, to which --max-tokens does not apply: leave out --max-tokens.
            """)
    void reportsUnusableOptions(String options, String sentence) {
        Session session = example(
                Stream.concat(Stream.of("run"), Stream.of(options.split(" "))).toArray(String[]::new));

        assertThat(session.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(session.errLines()).containsExactly(sentence);
    }

    @Test
    void unknownNameExplainsHowToAddAPlugin() {
        Session session = Session.of("run", "--client", "squares", "--scenario", "single-stream");

        assertRefused(session, "no jar provides a client: add such a jar to the class path, or use --plugins.");
    }

    @Test
    void reportsMissingFolder() {
        assertRefused(of(folder.resolve("none")), folder.resolve("none") + " does not exist: give a folder with jars");
    }

    @Test
    void reportsFileInsteadOfFolder() throws IOException {
        Path file = Files.createFile(folder.resolve("file.jar"));

        assertRefused(of(file), file + " is a file: give a folder with jars");
    }

    @Test
    void reportsFolderWithoutJars() {
        assertRefused(of(plugins), plugins + " has no jars: put the jars of the plug-ins there");
    }

    @Test
    void optionNeedsAFolder() {
        Session session = Session.of("plugins", "--plugins");

        assertThat(session.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(session.err()).contains("--plugins");
    }

    @Test
    void reportsFileThatIsNotAJar() throws IOException {
        Files.writeString(plugins.resolve("broken.jar"), "this is not a zip file");

        assertRefused(of(plugins), "broken.jar cannot be read as a jar", "build the jar again");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "--help",
                "--version",
                "run --help",
                "plugins -h",
                "dataset inspect --help",
                "completion bash",
                "doctor",
                "init"
            })
    void brokenJarDoesNotStopCommandsWithoutPlugins(String line) throws IOException {
        Files.writeString(plugins.resolve("broken.jar"), "this is not a zip file");
        String[] words = line.isEmpty() ? new String[0] : line.split(" ");

        Session session = Session.of(Map.of("LOADHARNESS_PLUGINS", plugins.toString()), words);

        assertThat(session.err()).isEmpty();
        assertThat(session.out()).isNotEmpty();
        assertThat(session.exitCode()).isEqualTo(Session.of(words).exitCode());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "run --url http://127.0.0.1:1 --scenario single-stream",
                "validate --url http://127.0.0.1:1 --scenario single-stream",
                "probe --url http://127.0.0.1:1",
                "dataset inspect pom.xml",
                "export pom.xml",
                "run --load of-a-plug-in",
                "command-of-a-plug-in"
            })
    void brokenJarStopsCommandsThatUsePlugins(String line) throws IOException {
        Files.writeString(plugins.resolve("broken.jar"), "this is not a zip file");

        assertRefused(
                Session.of(Map.of("LOADHARNESS_PLUGINS", plugins.toString()), line.split(" ")),
                "broken.jar cannot be read as a jar");
    }

    @Test
    void reportsWrongCommandLineBeforeABrokenJar() throws IOException {
        Files.writeString(plugins.resolve("broken.jar"), "this is not a zip file");

        Session session = Session.of(Map.of("LOADHARNESS_PLUGINS", plugins.toString()), "completion", "fish");

        assertThat(session.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(session.err()).contains("unknown shell 'fish'").doesNotContain("broken.jar");
    }

    @Test
    void reportsUnknownService() throws IOException {
        jar("", Map.of("META-INF/services/io.loadharness.benchmark.Nothing", "a.Plugin"));

        assertRefused(of(plugins), "bad.jar provides io.loadharness.benchmark.Nothing, which this version");
    }

    @Test
    void reportsMissingClass() throws IOException {
        jar("", Map.of(CLIENTS, "a.Missing # a comment\n"));

        assertRefused(of(plugins), "the class a.Missing in ", "bad.jar is missing: add the class");
    }

    @Test
    void reportsClassThatDoesNotImplementTheService() throws IOException {
        jar("public class Plugin {}", Map.of(CLIENTS, "a.Plugin"));

        assertRefused(of(plugins), "bad.jar does not implement io.loadharness.benchmark.BenchmarkClient");
    }

    @Test
    void reportsClassOfANewerJava() throws IOException {
        jar(client("public Plugin() {}"), Map.of(CLIENTS, "a.Plugin"), true);

        assertRefused(
                of(plugins), "the class a.Plugin in ", "bad.jar is compiled for a newer Java than the running Java");
    }

    @Test
    void reportsConstructorThatIsNotPublic() throws IOException {
        jar(client("Plugin() {}"), Map.of(CLIENTS, "a.Plugin"));

        assertRefused(of(plugins), "bad.jar cannot be created: make it a public class with a public constructor");
    }

    @Test
    void reportsConstructorThatThrows() throws IOException {
        jar(client("public Plugin() { throw new IllegalStateException(\"no disk\"); }"), Map.of(CLIENTS, "a.Plugin"));

        assertRefused(of(plugins), "bad.jar cannot be created", "IllegalStateException: no disk");
    }

    @Test
    void reportsStaticInitializerThatThrows() throws IOException {
        jar(client("static final int X = Integer.parseInt(\"x\"); public Plugin() {}"), Map.of(CLIENTS, "a.Plugin"));

        assertRefused(of(plugins), "bad.jar cannot be created", "NumberFormatException");
    }

    @Test
    void reportsClassThatNeedsAnotherJar() throws IOException {
        jar(client("public Plugin() { new Helper(); }") + " class Helper {}", Map.of(CLIENTS, "a.Plugin"));
        Path jar = plugins.resolve("bad.jar");
        Path classes = folder.resolve("classes");
        Files.delete(classes.resolve("a/Helper.class"));
        Files.delete(jar);
        pack(jar, classes);

        assertRefused(
                of(plugins), "bad.jar cannot be loaded (java.lang.NoClassDefFoundError: a/Helper)", "put the jars");
    }

    @Test
    void reportsTwoClientsOfOneName() throws IOException {
        jar(client("public Plugin() {}"), Map.of(CLIENTS, "a.Plugin"));
        Files.copy(shared.resolve("plugins/own.jar"), plugins.resolve("own.jar"));

        assertRefused(
                Session.of(
                        "--plugins",
                        plugins.toString(),
                        "run",
                        "--client",
                        "squares",
                        "--scenario",
                        "offline",
                        "--target-qps",
                        "5"),
                "there are 2 implementations of the client 'squares'",
                "a.Plugin",
                "remove the jars");
    }

    @Test
    void reportsAndDoesNotCloseAClientThatCannotBeInitialized() throws IOException {
        jar(client("public Plugin() {}"), Map.of(CLIENTS, "a.Plugin"));

        Session session = Session.of(
                "run",
                "--plugins",
                plugins.toString(),
                "--client",
                "squares",
                "--scenario",
                "single-stream",
                "--output-dir",
                folder.resolve("run").toString(),
                "--client-option",
                "closed=" + folder.resolve("closed"));

        assertThat(session.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(session.errLines())
                .containsExactly("the client 'squares' cannot be initialized: the device is busy.");
        assertThat(folder.resolve("closed")).doesNotExist();
    }

    @Test
    void debugAddsTheStackTrace() {
        Session session = Session.of(
                "plugins", "--debug", "--plugins", folder.resolve("none").toString());

        assertThat(session.err()).contains("\tat io.loadharness.");
    }

    /** Runs a command with the example plug-in. */
    private Session example(String... arguments) {
        List<String> all =
                new ArrayList<>(List.of("--plugins", shared.resolve("plugins").toString()));
        all.addAll(List.of(arguments));
        if (arguments[0].equals("run")) {
            all.addAll(LenientClient.OPTIONS);
            all.addAll(List.of("--output-dir", folder.resolve("run").toString()));
            if (!all.contains("--load") && !all.contains("--scenario")) {
                all.addAll(List.of("--scenario", "server", "--target-qps", "500", "--min-duration", "1s"));
                all.addAll(List.of("--min-queries", "1000"));
            }
        }
        return Session.of(all.toArray(String[]::new));
    }

    private static Session of(Path folder) {
        return Session.of("plugins", "--plugins", folder.toString());
    }

    private static void assertRefused(Session session, String... parts) {
        assertThat(session.exitCode()).as(session.err()).isEqualTo(ExitCode.USAGE);
        assertThat(session.errLines()).singleElement().asString().contains(parts);
    }

    /** Returns the source of a client that cannot be initialized. */
    private static String client(String constructor) {
        return """
                public class Plugin implements io.loadharness.benchmark.BenchmarkClient {
                    private String closed;
                    %s
                    public String name() { return "squares"; }
                    public void initialize(java.util.Map<String, String> options) throws Exception {
                        closed = options.get("closed");
                        throw new java.io.IOException("the device is busy");
                    }
                    public io.loadharness.SystemUnderTest systemUnderTest() { return null; }
                    public io.loadharness.QuerySampleLibrary library() { return null; }
                    public void close() throws java.io.IOException {
                        java.nio.file.Files.createFile(java.nio.file.Path.of(closed));
                    }
                }
                """.formatted(constructor);
    }

    private void jar(String source, Map<String, String> files) throws IOException {
        jar(source, files, false);
    }

    /** Packs a jar with the class {@code a.Plugin}, if there is a source, and additional files. */
    private void jar(String source, Map<String, String> files, boolean isOfNewerJava) throws IOException {
        Path classes = Files.createDirectories(folder.resolve("classes"));
        if (!source.isEmpty()) {
            Path file = Files.createDirectories(folder.resolve("source")).resolve("Plugin.java");
            compile(classes, List.of(Files.writeString(file, "package a; " + source)));
        }
        if (isOfNewerJava) {
            Path type = classes.resolve("a/Plugin.class");
            byte[] bytes = Files.readAllBytes(type);
            bytes[7] = (byte) (44 + Runtime.version().feature() + 1); // the major version
            Files.write(type, bytes);
        }
        for (Map.Entry<String, String> each : files.entrySet()) {
            Path file = classes.resolve(each.getKey());
            Files.createDirectories(file.getParent());
            Files.writeString(file, each.getValue());
        }
        pack(plugins.resolve("bad.jar"), classes);
    }

    private static void compile(Path classes, List<Path> sources) throws IOException {
        var compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter messages = new StringWriter();
        try (var files = compiler.getStandardFileManager(null, null, null)) {
            CompilationTask task = compiler.getTask(
                    messages,
                    files,
                    null,
                    List.of(
                            "-proc:none",
                            "-d",
                            Files.createDirectories(classes).toString(),
                            "-cp",
                            System.getProperty("java.class.path")),
                    null,
                    files.getJavaFileObjectsFromPaths(sources));
            assertThat(task.call()).as(messages.toString()).isTrue();
        }
    }

    private static void pack(Path jar, Path... roots) throws IOException {
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
            for (Path root : roots) {
                try (Stream<Path> files = Files.walk(root)) {
                    for (Path file : files.filter(Files::isRegularFile).toList()) {
                        out.putNextEntry(new JarEntry(root.relativize(file).toString()));
                        Files.copy(file, out);
                        out.closeEntry();
                    }
                }
            }
        }
    }
}
