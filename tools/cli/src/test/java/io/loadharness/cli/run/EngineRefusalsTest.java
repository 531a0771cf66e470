// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadharness.cli.ExitCode;
import io.loadharness.cli.Session;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests that options that do not apply to engines are refused with one sentence, before anything starts. */
class EngineRefusalsTest {

    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            --engine-command w --on local                        | --engine-command and --on=local contradict each other: only this process sends requests to an engine; leave out --engine-command or --on.
            --engine-command w --on ssh --hosts a,b              | --engine-command and --on=ssh contradict each other: only this process sends requests to an engine; leave out --engine-command or --on.
            --engine-command w --on kubernetes --image i         | --engine-command and --on=kubernetes contradict each other: only this process sends requests to an engine; leave out --engine-command or --on.
            --engine-command w --on local --slices               | --engine-command and --on=local contradict each other: only this process sends requests to an engine; leave out --engine-command or --on.
            --engine-command w --url http://a --on local         | --engine-command and --on=local contradict each other: only this process sends requests to an engine; leave out --engine-command or --on.
            --engine onnx --on local --slices                    | --engine and --on=local contradict each other: only this process sends requests to an engine; leave out --engine or --on.
            --engine onnx --isolate --on slurm                   | --engine and --on=slurm contradict each other: only this process sends requests to an engine; leave out --engine or --on.
            --num_processes 2 --model m --on local               | --processes and --on=local contradict each other: only this process sends requests to an engine; leave out --processes or --on.
            --num_gpus 1 --model m --on local                    | --num_gpus and --on=local contradict each other: only this process sends requests to an engine; leave out --num_gpus or --on.
            --engine-command w --slices                          | --slices applies only to workers: give --on too, or leave out --slices.
            --engine-command w --workers 2                       | --workers applies only to workers: give --on too, or leave out --workers.
            --engine-command w --engine onnx                     | --engine and --engine-command both choose the engine: give only one.
            --engine-command w --client squares                  | --client measures a plug-in, to which --engine-command does not apply: leave out --engine-command.
            --engine-command w --dialect vllm-chat               | --dialect does not apply to engines in worker processes: leave out --dialect.
            --engine-command w --transport netty                 | --transport does not apply to engines in worker processes: leave out --transport.
            --engine-command w --scrape-interval 1s              | --scrape-interval does not apply to engines in worker processes: leave out --scrape-interval.
            --engine-command w --server-profile torch            | the profiler 'torch' needs an HTTP server: profile engine processes with 'nsys' or 'command'.
            --engine-command w --server-profile rocprof          | the profiler 'rocprof' writes its files when a process ends, which is too late for the report of an engine process: put rocprofv3 before the worker's command.
            --engine-command w --url http://a --server-profile rocprof | --server-profile=rocprof records servers from their start: start them with --server-config or server.start.
            --engine-command w --server-profile command --server-profile-start p{url} | the profiler 'command' cannot use {url}, because engine processes have no URL.
            --engine-command w --server-profile nsys --server-profile-program /no/nsys | the profiler 'nsys' requires the program /no/nsys, which was not found: install it, or set its path.
            --engine onnx --model m --server-profile nsys        | --server-profile does not apply to the engine 'onnx': leave out --server-profile.
            --engine-command w --api-key-env A                   | --api-key-env does not apply to engines in worker processes: leave out --api-key-env.
            --engine onnx --model m --request-timeout 1s         | --request-timeout does not apply to the engine 'onnx': leave out --request-timeout.
            --engine-command w --request-timeout 0s              | --request-timeout must be more than zero.
            --engine-command w --replicas 2                      | --replicas does not apply to engines in worker processes: leave out --replicas.
            --engine llama --model m --replicas 2                | --replicas does not apply to the engine 'llama': leave out --replicas.
            --engine-command w --engine-option a=1 --engine-option b=2 --engine-option a=3 | --engine-option a is given twice: leave out one of the two values.
            --engine onnx --processes 2                          | --processes applies to worker processes: give --engine-command, or --engine with --isolate. For servers, use --replicas, or --server-config with the keys replicas and devices.
            --isolate                                            | --isolate needs --engine: give the name of the engine.
            --engine-command w --devices 1;0,0 --processes 2     | --devices has the device 0 twice in group 1: got '1;0,0'.
            --engine-command w --num_gpus 0                      | --num_gpus must be at least 1: got 0.
            --engine-command w --num_gpus 3 --processes 2        | --num_gpus must be a multiple of --processes, which is 2: got 3; --devices gives each process its own devices.
            --engine-command w --processes 2 --weight 1 --routing weighted | there are 2 servers and engines, and 1 weights: give one --weight for each of them.
            --engine-command w --max-request-prompts 9           | --max-request-prompts limits the requests to servers, but no server is measured: leave out --max-request-prompts.
            --engine-command w --batch-tokens 9                  | --batch-tokens does not apply to 'constant', where a query has one sample: leave out --batch-tokens.
            """)
    void optionThatDoesNotApplyIsRefused(String options, String sentence) {
        String load = " --load constant --rate 1 --requests 2 --output-dir " + folder.resolve("run");
        Session session = Session.of(("run " + options + load).split(" "));

        assertThat(session.errLines()).first().isEqualTo(sentence);
        assertThat(session.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(folder).isEmptyDirectory();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --batch-tokens 0  | --batch-tokens must be at least 1: got 0.
            --batch-tokens 10 | batchTokens (--batch-tokens) needs prompts of token ids, but sample 0 of built-in prompts has none: use a data set with token ids, or batchSize (--batch-size)
            """)
    void batchesByTokensNeedTokenIds(String options, String sentence) {
        String load = " --scenario offline --target-qps 1 --output-dir " + folder.resolve("run");
        Session session = Session.of(("run --engine-command w " + options + load).split(" "));

        assertThat(session.errLines()).first().isEqualTo(sentence);
        assertThat(session.exitCode()).isEqualTo(ExitCode.USAGE);
    }
}
