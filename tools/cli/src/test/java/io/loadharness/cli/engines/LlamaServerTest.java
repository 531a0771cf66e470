// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.engines;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadharness.cli.ExitCode;
import io.loadharness.cli.Session;
import io.loadharness.http.Dialect;
import io.loadharness.inference.TokenSource;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The server of llama.cpp itself: token ids in its own dialect, usage in the dialects of OpenAI. */
class LlamaServerTest extends EngineContract {

    @Override
    EngineProcess start() throws Exception {
        return EngineProcess.start(
                Map.of(),
                Path.of("llama.cpp", "bin", "llama-server"),
                "--model",
                "tiny.gguf",
                "--threads",
                "1",
                "--threads-batch",
                "1",
                "--parallel",
                "4",
                "--ctx-size",
                "8192");
    }

    @Override
    Map<Dialect, List<TokenSource>> counted() {
        List<TokenSource> usage = List.of(TokenSource.USAGE, TokenSource.USAGE);
        return Map.of(
                Dialect.LLAMA_CPP,
                List.of(TokenSource.IDS, TokenSource.IDS),
                Dialect.OPENAI_COMPLETIONS,
                usage,
                Dialect.OPENAI_CHAT,
                usage);
    }

    @Test
    void probeChoosesTheDialectWithTokenIds() {
        Session session = Session.of("probe", "--url", url(), "--max-tokens", "" + TOKENS);

        assertThat(session.exitCode()).isEqualTo(ExitCode.OK);
        assertThat(session.plainOut())
                .containsPattern("(?m)^llama-cpp +yes +yes +yes +yes .* 8$")
                .containsPattern("(?m)^openai-chat +yes +yes +no +yes .* 8$")
                .containsPattern("(?m)^openai-completions +yes +yes +no +yes .* 8$")
                .contains("Use --dialect llama-cpp. A completion of 8 tokens for a prompt of ");
    }
}
