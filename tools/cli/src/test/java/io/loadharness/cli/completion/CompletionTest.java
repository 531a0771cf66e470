// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.completion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.loadharness.cli.ExitCode;
import io.loadharness.cli.Harness;
import io.loadharness.cli.Session;
import io.loadharness.cli.options.OptionNames;
import io.loadharness.cluster.Launcher;
import io.loadharness.cluster.RunSubmitter;
import io.loadharness.http.HttpTransportProvider;
import io.loadharness.inference.EngineProvider;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.ServiceLoader;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;

class CompletionTest {

    /** Completes each line of the standard input, and prints the offered words as a line. */
    private static final String DRIVER = """
            set -f
            source "$1"
            while IFS= read -r line; do
                COMP_WORDS=($line)
                if [[ $line == *' ' ]]; then COMP_WORDS+=(''); fi
                COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
                COMP_LINE=$line
                COMP_POINT=${#line}
                _complete_harness
                (IFS='|'; echo "${COMPREPLY[*]}")
            done
            """;

    @TempDir
    Path folder;

    /** An enum argument of a command, and the line that completes its first value. */
    private record Choice(List<String> path, ArgSpec argument) {

        String line() {
            return "harness " + String.join(" ", before()) + " ";
        }

        List<String> before() {
            return argument instanceof OptionSpec option
                    ? Stream.concat(path.stream(), Stream.of(OptionNames.of(option)))
                            .toList()
                    : path;
        }

        Object[] constants() {
            return CompletionScript.type(argument).getEnumConstants();
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '>', ignoreLeadingAndTrailingWhitespace = false, textBlock = """
            harness run --scenario >single-stream|multi-stream|server|offline
            harness run --scenario s>single-stream|server
            harness run --scenario = s>single-stream|server
            harness run --scenario =>single-stream|multi-stream|server|offline
            harness run --scenario=s>--scenario=single-stream|--scenario=server
            harness run --scenario server,o>server,offline
            harness run --scenario x>
            harness run --load c>constant|concurrent
            harness find-peak --routing >round-robin|least-outstanding|weighted|sample-partitioned
            harness validate --rules >mlperf|datacenter
            harness run --server-profile >nsys|torch|rocprof|command
            harness run --profile llama3>llama3.1-8b|llama3.1-405b
            harness run --on >local|ssh|slurm|kubernetes
            harness run --transport n>netty|netty-nio
            harness simulate --transport >epoll|io-uring|nio
            harness export --format >csv|jsonl|parquet|otlp
            harness report --format j>json|junit
            harness completion >bash|zsh
            harness run --rate >
            harness run --url http : //h>
            """)
    void offersValues(String typed, String offered) throws IOException {
        assertThat(offers(typed)).containsExactly(Objects.requireNonNullElse(offered, ""));
    }

    @ParameterizedTest
    @CsvSource(delimiter = ':', ignoreLeadingAndTrailingWhitespace = false, textBlock = """
            harness va:validate
            harness dataset in:inspect
            harness run --scen:--scenario
            harness run --scenario server --rou:--routing
            harness run --scenario = server --output-dir report --rou:--routing
            harness run --insecure --debug --scen:--scenario
            harness --debug dataset va:validate
            """)
    void offersCommandsAndOptions(String typed, String offered) throws IOException {
        assertThat(offers(typed)).containsExactly(offered);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "harness run --user-conf ",
                "harness run --user-conf = ",
                "harness run --profile-file ",
                "harness nop --html ",
                "harness compare ",
                "harness compare first ",
                "harness run "
            })
    void offersFiles(String typed) throws IOException {
        Files.writeString(folder.resolve("my file.txt"), "");
        Files.writeString(folder.resolve("server.yaml"), "");

        assertThat(offers(typed, typed + "ser"))
                .satisfiesExactly(
                        all -> assertThat(all.split("\\|")).contains("my file.txt", "server.yaml"),
                        some -> assertThat(some).isEqualTo("server.yaml"));
    }

    @Test
    void parserAcceptsEveryOfferedValue() throws IOException {
        CommandLine commands = Harness.commandLine();
        List<Choice> choices = choices(List.of(), commands);
        List<String> lines = offers(choices.stream().map(Choice::line).toArray(String[]::new));

        assertThat(choices).hasSizeGreaterThan(50);
        for (int i = 0; i < choices.size(); i++) {
            Choice choice = choices.get(i);
            String[] values = lines.get(i).split("\\|", -1);
            List<Object> accepted = new ArrayList<>();
            for (String value : values) {
                assertThat(value).as(choice.line()).isLowerCase().doesNotContain("_");
                accepted.add(parsed(commands, choice, value));
            }
            assertThat(accepted).as(choice.line()).containsExactly(choice.constants());
        }
    }

    /** Returns all arguments of commands in the help whose values are constants of an enum. */
    private static List<Choice> choices(List<String> path, CommandLine command) {
        List<Choice> all = new ArrayList<>();
        command.getCommandSpec().args().stream()
                .filter(each -> !each.hidden() && CompletionScript.type(each).isEnum())
                .forEach(each -> all.add(new Choice(path, each)));
        command.getSubcommands().forEach((name, each) -> {
            if (!each.getCommandSpec().usageMessage().hidden()) {
                all.addAll(choices(Stream.concat(path.stream(), Stream.of(name)).toList(), each));
            }
        });
        return all;
    }

    private static Object parsed(CommandLine commands, Choice choice, String value) {
        try {
            commands.parseArgs(
                    Stream.concat(choice.before().stream(), Stream.of(value)).toArray(String[]::new));
        } catch (MissingParameterException e) {
            // other arguments are missing
        }
        Object parsed = choice.argument().getValue();
        return parsed instanceof List<?> list ? list.get(0) : parsed;
    }

    @Test
    void offersAllBuiltInPlugins() {
        assertThat(CompletionScript.NAMES.get("--on"))
                .containsExactlyInAnyOrderElementsOf(Stream.concat(
                                names(Launcher.class, Launcher::name).stream(),
                                names(RunSubmitter.class, RunSubmitter::name).stream())
                        .filter(each -> !each.equals("pods")) // only for the pods of a run in a cluster
                        .toList());
        assertThat(CompletionScript.NAMES.get("--transport"))
                .containsExactlyInAnyOrderElementsOf(names(HttpTransportProvider.class, HttpTransportProvider::name));
        assertThat(CompletionScript.NAMES.get("--engine"))
                .containsExactlyInAnyOrderElementsOf(names(EngineProvider.class, EngineProvider::name));
    }

    private static <T> List<String> names(Class<T> type, Function<T, String> name) {
        return ServiceLoader.load(type).stream()
                .map(ServiceLoader.Provider::get)
                .map(name)
                .toList();
    }

    @Test
    void offersAllWorkloadsAndFormats() {
        assertThat(Session.of("dataset", "generate", "--workload=x", folder + "/x.jsonl")
                        .err())
                .contains("Allowed: " + String.join(", ", CompletionScript.NAMES.get("--workload")));
        assertThat(Session.of("export", "--format=x", folder.toString()).err())
                .contains("Allowed: " + String.join(", ", CompletionScript.NAMES.get("export --format")));
    }

    @Test
    void headerContainsTheCommand() {
        String script = Session.of("completion", "bash").out();

        assertThat(script)
                .contains("# To use it in this shell: source <(./harness completion bash)")
                .doesNotContain("picocli", "PROGRAM", "FUNCTION", "COMMANDS");
    }

    @Test
    void zshUsesTheScriptOfBash() {
        assertThat(Session.of("completion", "zsh").out())
                .isEqualTo(Session.of("completion", "bash").out());
    }

    @Test
    void rejectsUnknownShell() {
        Session session = Session.of("completion", "fish");

        assertThat(session.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(session.errLines()).first().asString().contains("unknown shell 'fish'. Allowed: bash");
    }

    /** Returns the words that bash offers for each line, separated by {@code |}. */
    private List<String> offers(String... lines) throws IOException {
        assumeTrue(hasBash(), "bash is missing");
        Path script = Files.createTempFile("completion", ".bash");
        Path input = Files.createTempFile("completion", ".txt");
        try {
            Files.writeString(script, Session.of("completion", "bash").out());
            Files.write(input, Arrays.asList(lines));
            Process bash = new ProcessBuilder("bash", "--norc", "-c", DRIVER, "bash", script.toString())
                    .directory(folder.toFile())
                    .redirectInput(input.toFile())
                    .redirectErrorStream(true)
                    .start();
            return new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
        } finally {
            Files.delete(script);
            Files.delete(input);
        }
    }

    private static boolean hasBash() {
        return Stream.of(Objects.requireNonNullElse(System.getenv("PATH"), "").split(":"))
                .anyMatch(each -> Files.isExecutable(Path.of(each, "bash")));
    }
}
