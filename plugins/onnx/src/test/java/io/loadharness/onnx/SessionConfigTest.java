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

class SessionConfigTest {

    private static final String LIBRARY = "/ai/onnxruntime/native/linux-x64/libonnxruntime.so";
    private static final Pattern KEY = Pattern.compile("(?<=\0)(ep|mlas|optimization|session)\\.[a-z0-9_.]+(?=\0)");

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

    /** Fails if another version of ONNX Runtime has further keys. */
    @Test
    void knowsAllKeysOfTheNativeLibrary() throws IOException {
        String library;
        try (InputStream file = Objects.requireNonNull(OrtEnvironment.class.getResourceAsStream(LIBRARY))) {
            library = new String(file.readAllBytes(), StandardCharsets.ISO_8859_1);
        }

        assertThat(KEY.matcher(library).results().map(each -> each.group()).distinct())
                .hasSizeGreaterThan(40)
                .allSatisfy(key -> assertThat(SessionConfig.requireKnown(key)).isEqualTo(key));
    }
}
