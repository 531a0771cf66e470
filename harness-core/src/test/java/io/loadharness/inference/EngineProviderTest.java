// SPDX-License-Identifier: Apache-2.0
package io.loadharness.inference;

import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests without a jar that provides an engine. */
class EngineProviderTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            onnx  | the engine 'onnx' requires the module io.loadharness:harness-onnx on the class path
            llama | the engine 'llama' requires the module io.loadharness:harness-llama on the class path
            onx   | unknown engine 'onx'; did you mean 'onnx'? 'harness plugins' lists all plug-ins
            mine  | unknown engine 'mine'; no jar provides an engine: add such a jar to the class path, or use --plugins. 'harness plugins' lists all plug-ins
            """)
    void aMissingEngineIsReportedWithTheModuleToAdd(String name, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> EngineProvider.named(name))
                .withMessage(message);
    }
}
