// SPDX-License-Identifier: Apache-2.0
package io.loadharness.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SecretTextTest {

    @ParameterizedTest
    @CsvSource(quoteCharacter = '`', delimiter = '|', textBlock = """
        args: {'port': 1, 'api_key': ['S'], 'n': 4}  | args: {'port': 1, 'api_key': ['***'], 'n': 4}
        ServerArgs(api_key='S', hf_token=None, n=1)  | ServerArgs(api_key='***', hf_token=None, n=1)
        {"access_token": "S\\"S", "max_tokens": 5}   | {"access_token": "***", "max_tokens": 5}
        Authorization: Bearer S                      | Authorization: ***
        vllm serve m --api-key S --seed 1            | vllm serve m --api-key *** --seed 1
        ['--api-key', 'S', '--seed', '1']            | ['--api-key', '***', '--seed', '1']
        --api-key=S --token ${NAME}                  | --api-key=*** --token ${NAME}
        HF_TOKEN=S vllm                              | HF_TOKEN=*** vllm
        Missing key: "model.layers.0"                | Missing key: "model.layers.0"
        tokenizer='m', max_num_batched_tokens=8192   | tokenizer='m', max_num_batched_tokens=8192
        ssl_keyfile='k.pem', KeyError: 'a'           | ssl_keyfile='k.pem', KeyError: 'a'
        """)
    void secretsOfALineAreMasked(String line, String masked) {
        assertThat(SecretText.maskedLine(line)).isEqualTo(masked);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        vllm serve m --api-key S --seed 1         | vllm serve m --api-key *** --seed 1
        vllm --api-key S1 S2 --seed 1             | vllm --api-key *** *** --seed 1
        vllm --api-key=S --ssl-keyfile-password S | vllm --api-key=*** --ssl-keyfile-password ***
        vllm --api-key ${KEY} --hf-token=${T}     | vllm --api-key ${KEY} --hf-token=${T}
        vllm --api-key ${KEY:-S}                  | vllm --api-key ***
        env HF_TOKEN=S vllm --max-tokens 5        | env HF_TOKEN=*** vllm --max-tokens 5
        llama-server -hft S --key S               | llama-server -hft *** --key ***
        """)
    void secretsOfACommandAreMasked(String command, String masked) {
        assertThat(SecretText.maskedArguments(List.of(command.split(" ")))).containsExactly(masked.split(" "));
    }

    @Test
    void longLineIsMaskedWithoutBacktracking() {
        String line = "a".repeat(100_000) + " " + "'x' ".repeat(20_000) + "[".repeat(20_000);

        assertThat(SecretText.maskedLine(line)).isEqualTo(line);
    }
}
