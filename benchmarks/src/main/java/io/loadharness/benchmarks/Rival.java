// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmarks;

import io.loadharness.cli.options.EnumNames;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Load generators in Python, with the versions that {@code bench rivals} installs. Each counts output tokens as the server reports them, if
 * it can, writes a JSON file, and draws nothing.
 */
enum Rival {
    GUIDELLM("0.8.1") {
        @Override
        List<String> command(PythonEnvironment environment, ChatLoad load, Path results) {
            return List.of(
                    environment.program("guidellm"),
                    "run",
                    "--backend",
                    "kind=openai_http,target=" + load.server() + ",model=" + HttpWorkload.MODEL
                            + ",request_format=/v1/chat/completions",
                    "--profile",
                    "kind=concurrent,streams=" + ChatLoad.IN_FLIGHT,
                    "--constraint",
                    "kind=max_requests,count=" + load.requests(),
                    "--data",
                    "kind=json_file,path=" + load.prompts(),
                    "--output",
                    "kind=json,path=" + results.resolve("guidellm.json"),
                    "--disable-console-interactive");
        }
    },
    AIPERF("0.13.0") {
        @Override
        List<String> command(PythonEnvironment environment, ChatLoad load, Path results) {
            return List.of(
                    environment.program("aiperf"),
                    "profile",
                    "--url",
                    load.server().toString(),
                    "--model",
                    HttpWorkload.MODEL,
                    "--endpoint-type",
                    "chat",
                    "--streaming",
                    "--use-server-token-count",
                    "--tokenizer",
                    load.tokenizer().toString(),
                    "--input-file",
                    load.prompts().toString(),
                    "--custom-dataset-type",
                    "single_turn",
                    "--request-count",
                    "" + load.requests(),
                    "--concurrency",
                    "" + ChatLoad.IN_FLIGHT,
                    "--extra-inputs",
                    "max_completion_tokens:" + ChatLoad.TOKENS,
                    "--ui",
                    "none",
                    "--no-server-metrics",
                    "--no-gpu-telemetry",
                    "--artifact-dir",
                    results.toString());
        }
    },
    /** It counts the tokens of each chunk with the tokenizer. No option turns this off. */
    INFERENCE_PERF("0.7.0") {
        @Override
        List<String> command(PythonEnvironment environment, ChatLoad load, Path results) throws IOException {
            Path config = results.resolve("config.yaml");
            Files.writeString(config, """
                api: {type: chat, streaming: true}
                server: {type: vllm, model_name: "%s", base_url: "%s"}
                tokenizer: {pretrained_model_name_or_path: "%s"}
                data: {type: shareGPT, path: "%s"}
                load: {type: concurrent, stages: [{num_requests: %d, concurrency_level: %d}]}
                report: {request_lifecycle: {use_server_output_tokens: true}}
                storage: {local_storage: {path: "%s"}}
                """.formatted(
                            HttpWorkload.MODEL,
                            load.server(),
                            load.tokenizer(),
                            load.conversations(),
                            load.requests(),
                            ChatLoad.IN_FLIGHT,
                            results.resolve("reports")));
            return List.of(environment.program("inference-perf"), "-c", config.toString());
        }
    };

    private final String version;

    Rival(String version) {
        this.version = version;
    }

    /** Returns the name and version, as pip reads them. */
    String requirement() {
        return EnumNames.of(this) + "==" + version;
    }

    abstract List<String> command(PythonEnvironment environment, ChatLoad load, Path results) throws IOException;

    /** Returns the client that runs the program of a virtual environment. */
    ChatClient in(PythonEnvironment environment) {
        return new Client(EnumNames.of(this), (load, results) -> command(environment, load, results));
    }

    /** Returns a client that fails, because pip could not install the program. */
    ChatClient notInstalled(IOException cause) {
        return new Client(EnumNames.of(this), (load, results) -> {
            throw new IOException("not installed: " + cause.getMessage(), cause);
        });
    }

    @FunctionalInterface
    private interface Commands {

        List<String> of(ChatLoad load, Path results) throws IOException;
    }

    private record Client(String label, Commands commands) implements ChatClient {

        @Override
        public List<String> command(ChatLoad load, Path results) throws IOException {
            return commands.of(load, results);
        }
    }
}
