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

/** The server of mlx-lm: HTTP/1.0 without lengths, comments in the stream, usage in a separate chunk. */
class MlxLmTest extends EngineContract {

    @Override
    EngineProcess start() throws Exception {
        return EngineProcess.start(
                Map.of("HF_HUB_OFFLINE", "1"),
                Path.of("mlx-lm", "bin", "python"),
                "-m",
                "mlx_lm",
                "server",
                "--model",
                "tiny");
    }

    @Override
    Map<Dialect, List<TokenSource>> counted() {
        List<TokenSource> usage = List.of(TokenSource.USAGE, TokenSource.USAGE);
        return Map.of(Dialect.OPENAI_COMPLETIONS, usage, Dialect.OPENAI_CHAT, usage);
    }

    @Test
    void probeSupportsIt() {
        Session session = Session.of("probe", "--url", url(), "--max-tokens", "" + TOKENS);

        assertThat(session.exitCode()).isEqualTo(ExitCode.OK);
        assertThat(session.plainOut())
                .containsPattern("(?m)^openai-chat +yes +yes +no +yes .* 8$")
                .containsPattern("(?m)^openai-completions +yes +yes +no +yes .* 8$")
                .contains("Use --dialect openai-chat. A completion of 8 tokens for a prompt of ");
    }
}
