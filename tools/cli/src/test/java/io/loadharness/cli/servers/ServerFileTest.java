// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadharness.servers.LogMask;
import io.loadharness.servers.ServerBackends;
import io.loadharness.servers.ServerSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ServerFileTest {

    @TempDir
    Path folder;

    private ServerSpec read(String text) throws IOException {
        return ServerFile.read(Files.writeString(folder.resolve("server.yaml"), text), Map.of("MODEL", "tiny"));
    }

    private static List<String> command(ServerSpec spec, int port) {
        return ServerBackends.named(spec.backend()).command(spec, port);
    }

    @Test
    void readsEveryKey() throws IOException {
        ServerSpec spec = read("""
                backend: vllm
                model: ${MODEL}
                host: 0.0.0.0
                port: 9000
                replicas: 2
                devices: [[0, 1], "2"]
                environment:
                  HF_HOME: /models
                  VLLM_LOGGING_LEVEL: DEBUG
                working_folder: .
                log_folder: logs
                before_start: [ 'source prepare.sh ${MODEL}', ./prepare.py ]
                executable: [nice, vllm]
                engine_args:
                  max-model-len: 4096
                  enforce-eager: true
                  swap_space:
                  enable-chunked-prefill: false
                  served-model-name: [a, b]
                  -tp: "2"
                health_path: /ready
                health_timeout: 20m
                heartbeat: 2s
                stop_grace: 5s
                fatal_lines: [ 'no .* model' ]
                """);

        assertThat(command(spec, 9001))
                .containsExactly(("nice vllm serve tiny --host 0.0.0.0 --port 9001 --max-model-len 4096 --enforce-eager"
                                + " --swap_space --served-model-name a b -tp 2")
                        .split(" "));
        assertThat(spec.port()).isEqualTo(9000);
        assertThat(spec.replicas()).isEqualTo(2);
        assertThat(spec.devices()).containsExactly(List.of("0", "1"), List.of("2"));
        assertThat(spec.environment()).isEqualTo(Map.of("HF_HOME", "/models", "VLLM_LOGGING_LEVEL", "DEBUG"));
        assertThat(spec.beforeStart()).containsExactly("source prepare.sh tiny", "./prepare.py");
        assertThat(spec.workingFolder()).hasValue(Path.of("."));
        assertThat(spec.logFolder()).isEqualTo(Path.of("logs"));
        assertThat(spec.healthPath()).hasValue("/ready");
        assertThat(spec.healthTimeout()).isEqualTo(Duration.ofMinutes(20));
        assertThat(spec.heartbeat()).isEqualTo(Duration.ofSeconds(2));
        assertThat(spec.stopGrace()).isEqualTo(Duration.ofSeconds(5));
        assertThat(spec.fatalLines()).singleElement().hasToString("no .* model");
    }

    @Test
    void passesAListOfArgumentsUnchanged() throws IOException {
        ServerSpec spec = read("{backend: llamacpp, model: m.gguf, engine_args: [-c, 010, '{port}', yes]}");

        assertThat(command(spec, 80))
                .containsExactly("llama-server --model m.gguf --host 127.0.0.1 --port 80 -c 010 {port} yes".split(" "));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            sglang  | python3 -m sglang.launch_server --model-path m --host 127.0.0.1 --port 80
            trtllm  | trtllm-serve m --host 127.0.0.1 --port 80
            vllm    | vllm serve m --host 127.0.0.1 --port 80
            """)
    void backendBuildsItsCommandLine(String backend, String command) throws IOException {
        assertThat(command(read("{backend: " + backend + ", model: m}"), 80)).containsExactly(command.split(" "));
    }

    @Test
    void commandGetsPortHostAndModel() throws IOException {
        ServerSpec spec = read("{backend: command, model: m, executable: ['./serve', '{model}@{host}:{port}'],"
                + " engine_args: {listen: '{port}'}}");

        assertThat(command(spec, 80)).containsExactly("./serve", "m@127.0.0.1:80", "--listen", "80");
    }

    @Test
    void showsReferencesInsteadOfValues() throws IOException {
        Path file = Files.writeString(
                folder.resolve("server.yaml"),
                "{backend: '${BACKEND:-vllm}', model: m, host: '${HOST}', executable: ['$${x}', '${KEY}'],"
                        + " engine_args: {api-key: '${KEY}', seed: 7, x: ['a${KEY:-b}']}}");
        Map<String, String> environment = Map.of("KEY", "secret", "HOST", "localhost");

        assertThat(command(ServerFile.read(file, environment), 80))
                .containsExactly("${x} secret serve m --host localhost --port 80 --api-key secret --seed 7 --x asecret"
                        .split(" "));
        assertThat(command(ServerFile.shown(file, environment), 80))
                .containsExactly(
                        ("${x} ${KEY} serve m --host localhost --port 80 --api-key ${KEY} --seed 7" + " --x a${KEY:-b}")
                                .split(" "));
    }

    @Test
    void valuesOfVariablesAreNotInShownLogLines() throws IOException {
        Path file = Files.writeString(
                folder.resolve("server.yaml"),
                "{backend: vllm, model: '${MODEL}', host: '${HOST}', environment: {OTHER: '${OTHER}', HOME: '${HOME}',"
                        + " HF_TOKEN: lite}, engine_args: ['--api-key', '${KEY}', '--k2=${LONG}', --seed, '${SEED}',"
                        + " --served-model-name, '${MODEL}']}");
        Map<String, String> environment = Map.of(
                "MODEL",
                "acme/large-1",
                "HOST",
                "localhost",
                "OTHER",
                "other-secret",
                "HOME",
                folder.toString(),
                "KEY",
                "ABCD",
                "LONG",
                "LONGSECRET",
                "SEED",
                "4711");
        String line = "acme/large-1 localhost " + folder + " 4711 ABCD LONGSECRET longsecret other-secret lite";

        assertThat(LogMask.of(ServerFile.read(file, environment)).line(line))
                .isEqualTo("acme/large-1 localhost " + folder + " 4711 *** *** *** *** ***");
    }

    @Test
    void logMaskDoesNotNeedAllVariables() throws IOException {
        Path file = Files.writeString(
                folder.resolve("server.yaml"), "{backend: vllm, model: '${GONE}', engine_args: {x: '${LONG}'}}");

        assertThat(ServerFile.logMask(file, Map.of("LONG", "LONGSECRET")).line("a LONGSECRET, --api-key b"))
                .isEqualTo("a ***, --api-key ***");
    }

    @Test
    void readsServerStartOfARunFile() throws IOException {
        ServerSpec spec = read("{server: {model: a, start: {backend: vllm, model: b}}, data: {anything: 1}}");

        assertThat(spec.model()).hasValue("b");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            model: m                                    | the document needs the key 'backend'; its keys are model
            backend: vlm                                | line 1: backend cannot be used: unknown server backend 'vlm'; did you mean 'vllm'? Allowed: command, llamacpp, sglang, simulator, trtllm, vllm
            {backend: vllm, model: m, env_vars: {A: 1}} | line 1: env_vars is a key of other harnesses: write the variables as 'environment'
            {backend: vllm, model: m, config: {a: 1}}   | line 1: config is a key of other harnesses: write the flags of the engine as 'engine_args'
            {backend: vllm, model: m, profile: true}    | line 1: profile is a key of other harnesses: profile the servers with --server-profile of a run
            {backend: vllm, model: m, debug_mode: true} | line 1: debug_mode is a key of other harnesses: remove it; 'log_folder' sets the folder of the complete logs of the servers
            {backend: vllm, modle: m}                   | line 1: unknown key 'modle'; did you mean 'model'?
            {backend: vllm, port: 70000}                | line 1: port must be at least 0, at most 65535: got the number 70000
            {backend: vllm, port: 65535, replicas: 2}   | line 1: port must be 0, or from 1 to 65534, so that the ports of all replicas are at most 65535: got 65535
            {backend: vllm, replicas: 0}                | line 1: replicas must be at least 1, at most 2147483647: got the number 0
            {backend: vllm, replicas: 2, devices: [[0]]} | line 1: devices must have one entry for each of the 2 replicas: got 1
            {backend: vllm, devices: [[0, a b]]}        | line 1: a device id must not be empty or contain spaces; write two devices as [0, 1]: got 'a b'
            {backend: vllm, devices: ['0, 1']}          | line 1: a device id must not be empty or contain spaces; write two devices as [0, 1]: got '0, 1'
            {backend: vllm, heartbeat: 10}              | line 1: heartbeat cannot be used: '10' is not a duration: write a number and its unit, for example 10s
            {backend: vllm, heartbeat: 0s}              | line 1: heartbeat must be positive: got 0s
            {backend: vllm, fatal_lines: ['(']}         | line 1: fatal_lines cannot be used: '(' is not a regular expression: Unclosed group
            {backend: vllm, health_path: health}        | line 1: health_path must start with /: got health
            {backend: vllm, health_path: /a b}          | line 1: health_path must be encoded as in a URL, with %20 for a space: got /a b
            {backend: vllm, health_path: /ä}            | line 1: health_path must be encoded as in a URL, with %20 for a space: got /ä
            {backend: vllm, working_folder: /no/such}   | line 1: working_folder /no/such is not a folder
            {backend: vllm, engine_args: --eager}       | line 1: engine_args must be a list of arguments or a map of flags
            {backend: vllm, environment: {'A=B': c}}    | line 1: the name of an environment variable must not be empty or contain =, and neither its name nor its value may contain a NUL character: got 'A=B'
            {backend: vllm, model: '${NO_SUCH}'}        | line 1: model needs the environment variable NO_SUCH, which is not set: set it, or write ${NO_SUCH:-default}
            backend: vllm                               | line 1: the backend vllm requires a model
            {backend: command, engine_args: [serve]}    | line 1: the backend 'command' requires an executable, such as [my-server]
            server: {url: 'http://a'}                   | needs the key 'start'; its keys are url
            """)
    void reportsMistakeWithItsPlace(String text, String sentence) {
        assertThatThrownBy(() -> read(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageEndingWith(sentence)
                .hasMessageStartingWith(folder.resolve("server.yaml").toString());
    }
}
