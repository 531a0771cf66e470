// SPDX-License-Identifier: Apache-2.0
package io.loadharness.onnx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import ai.onnxruntime.OrtEnvironment;
import io.loadharness.inference.EngineProvider;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SessionConfigTest {

    private static final Pattern KEY =
            Pattern.compile("(?<=\0)(ep|mlas|optimization|session)\\.[a-z0-9_.]*[a-z0-9](?=\0)");

    @Test
    void refusesAMisspeltKey() {
        String message = "ONNX Runtime has no entry 'session.intra_op.alow_spinning' in the configuration of a session;"
                + " did you mean 'session.intra_op.allow_spinning'? Allowed: ep.context_embed_mode, ep.context_enable, ";
        assertThatIllegalArgumentException()
                .isThrownBy(() -> OnnxBackend.builder(Path.of("m.onnx")).config("session.intra_op.alow_spinning", "0"))
                .withMessageStartingWith(message);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> EngineProvider.named("onnx")
                        .create(Map.of("model", "m.onnx", "config-session.intra_op.alow_spinning", "0")))
                .withMessageStartingWith(message);
    }

    @Test
    void namesTheOptionThatSetsTheSame() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> EngineProvider.named("onnx")
                        .create(Map.of("model", "m.onnx", "config-session.intra_op_num_threads", "4")))
                .withMessage("the option threads sets 'session.intra_op_num_threads': use this option");
    }

    /** Fails if another version of ONNX Runtime has further keys. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "linux-x64/libonnxruntime.so",
                "linux-aarch64/libonnxruntime.so",
                "osx-aarch64/libonnxruntime.dylib",
                "win-x64/onnxruntime.dll"
            })
    void knowsAllKeysOfTheNativeLibrary(String name) throws IOException {
        assertThat(KEY.matcher(library(name))
                        .results()
                        .map(each -> each.group())
                        .distinct())
                .hasSizeGreaterThan(60)
                .allSatisfy(SessionConfigTest::isKnown);
    }

    private static void isKnown(String key) {
        try {
            assertThat(SessionConfig.requireKnown(key)).isEqualTo(key);
        } catch (IllegalArgumentException e) {
            assertThat(e).hasMessageMatching("the option \\S+ sets '" + Pattern.quote(key) + "': use this option");
        }
    }

    /** Fails if another version of ONNX Runtime sends data about the user's models. Its libraries then contain the address of a server. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "linux-x64/libonnxruntime.so",
                "linux-aarch64/libonnxruntime.so",
                "osx-aarch64/libonnxruntime.dylib"
            })
    void theNativeLibrarySendsNoTelemetry(String name) throws IOException {
        assertThat(library(name).contains("events.data.microsoft.com")).isFalse();
    }

    private static String library(String name) throws IOException {
        try (InputStream file =
                Objects.requireNonNull(OrtEnvironment.class.getResourceAsStream("/ai/onnxruntime/native/" + name))) {
            return new String(file.readAllBytes(), StandardCharsets.ISO_8859_1);
        }
    }
}
