// SPDX-License-Identifier: Apache-2.0
package io.loadharness.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.loadharness.internal.CommandWords;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests for the values of options on the command line. */
class EngineOptionsTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            python3 worker.py --model M | python3,worker.py,--model,M
            'my python' "a b" c\\ d | my python,a b,c d
            a "" '' | a,,
            a "x\\"y\\z" 'p\\q' | a,x"y\\z,p\\q
            a"b c"d   e | ab cd,e
            """)
    void splitsCommandsAsAShellDoes(String command, String words) {
        assertThat(CommandWords.split("--engine-command", command)).containsExactly(words.split(",", -1));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            python3 'worker.py | --engine-command has an opening ' without a closing one
            python3 \\ | --engine-command ends with a backslash
            ~  ~ | --engine-command is empty
            ~''~ | --engine-command is empty
            """)
    void refusesCommandsThatAreNotComplete(String command, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> EngineProcess.builder().command(command))
                .withMessageStartingWith(message);
    }

    @Test
    void parsesOneGroupForEachProcess() {
        assertThat(DeviceGroups.parse("0,1;2, 3", 2)).isEqualTo(List.of("0,1", "2,3"));
        assertThat(DeviceGroups.parse("GPU-1a;MIG-2", 2)).isEqualTo(List.of("GPU-1a", "MIG-2"));
        assertThat(DeviceGroups.parse("0;0;0,1", 3)).isEqualTo(List.of("0", "0", "0,1"));
        assertThat(DeviceGroups.parse("", 2)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            0,1 | 2 | --devices must have one group for each of the 2 processes (--processes), separated by semicolons, such as 0,1;2,3: got 1 group in '0,1'
            0;1;2 | 2 | --devices must have one group for each of the 2 processes (--processes), separated by semicolons, such as 0,1;2,3: got 3 groups in '0;1;2'
            0;1,1 | 2 | --devices has the device 1 twice in group 1: got '0;1,1'
            0,1,0 | 1 | --devices has the device 0 twice in group 0: got '0,1,0'
            0; | 2 | --devices has an empty device or one with a space in group 1; write 0,1;2,3: got '0;'
            0 1;2 | 2 | --devices has an empty device or one with a space in group 0; write 0,1;2,3: got '0 1;2'
            """)
    void refusesGroupsThatDoNotFit(String devices, int processes, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> EngineProcess.builder()
                        .command("worker")
                        .processes(processes)
                        .devices(devices)
                        .build())
                .withMessage(message);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            python3 -m loadharness_worker vllm --model M         | 2 |     | vllm
            python3 -m loadharness_worker.vllm_offline           | 3 |     | vllm_offline
            sh -c 'exec python3 -m loadharness_worker vllm_async'| 2 |     | vllm_async
            python3 -m loadharness_worker.sglang_engine          | 2 |     | sglang_engine
            python3 -m loadharness_worker sglang                 | 2 |     | sglang
            python3 -m loadharness_worker tensorrt_llm           | 2 |     | tensorrt_llm
            python3 -m loadharness_worker vllm                   | 1 |     |
            python3 -m loadharness_worker vllm                   | 2 | 0;1 |
            python3 -m loadharness_worker llama_cpp              | 2 |     |
            python3 vllm_worker.py                               | 2 |     |
            """, quoteCharacter = '~')
    void warnsOfProcessesForGpusThatUseTheSameDevices(String command, int processes, String devices, String worker) {
        List<EngineProcess> engines = EngineProcess.builder()
                .command(command)
                .processes(processes)
                .devices(devices == null ? "" : devices)
                .build();

        assertThat(engines.stream()
                        .flatMap(each -> each.planWarnings().stream())
                        .toList())
                .isEqualTo(
                        worker == null
                                ? List.of()
                                : List.of("The " + processes + " processes of " + worker
                                        + " use the same devices: give each process its own with --devices, for example"
                                        + " --devices '0;1' for two processes with one GPU each"));
    }

    @Test
    void refusesAMissingCommandAndNoProcesses() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> EngineProcess.builder().build())
                .withMessageStartingWith("--engine-command is missing");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> EngineProcess.builder().processes(0))
                .withMessage("--processes must be from 1 to 1024: got 0");
    }
}
