// SPDX-License-Identifier: Apache-2.0
package io.loadharness.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.loadharness.Failure;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SecretTest {

    @TempDir
    Path folder;

    @Test
    void isNotShownAsText() {
        assertThat(Secret.of("hidden")).hasToString("***");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 150, 180, 187, 197, 199, 400, 795})
    void isRemovedFromAMessageThatIsCutInTheMiddleOfIt(int before) {
        String text = "x".repeat(before) + "sk-supersecret123" + "y".repeat(100);
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        SecretFilter secrets = new SecretFilter(List.of(Secret.of("sk-supersecret123")));

        for (String excerpt : List.of(Excerpt.of(text), Excerpt.of(bytes, 0, bytes.length))) {
            assertThat(secrets.redact(new Failure(Failure.Kind.HTTP_ERROR, excerpt))
                            .message())
                    .doesNotContain("sk-");
        }
    }

    @Test
    void isRemovedWhereControlCharactersHideTheCut() {
        byte[] bytes = ("\n".repeat(790) + "sk-supersecret123").getBytes(StandardCharsets.UTF_8);
        SecretFilter secrets = new SecretFilter(List.of(Secret.of("sk-supersecret123")));

        assertThat(secrets.redact(new Failure(Failure.Kind.HTTP_ERROR, Excerpt.of(bytes, 0, bytes.length)))
                        .message())
                .isEqualTo("*** ...");
    }

    @Test
    void isReadFromAFile() throws IOException {
        Path file = Files.writeString(folder.resolve("token"), " hidden\n");

        assertThat(Secret.fromFile(file).value()).isEqualTo("hidden");
    }

    @Test
    void namesTheMissingFileOrVariable() throws IOException {
        Path empty = Files.writeString(folder.resolve("empty"), "\n");

        assertThatIllegalArgumentException()
                .isThrownBy(() -> Secret.fromFile(folder.resolve("missing")))
                .withMessageContaining("missing");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Secret.fromFile(empty))
                .withMessageContaining("is empty");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Secret.fromEnvironment("LOADHARNESS_NO_SUCH_VARIABLE"))
                .withMessage("the environment variable LOADHARNESS_NO_SUCH_VARIABLE is not set");
    }

    @Test
    void isNotShownForAnInvalidHeader() {
        RequestHead head = RequestHead.of("POST", URI.create("http://host:8000/v1?q=hidden"));

        assertThatIllegalArgumentException()
                .isThrownBy(() -> head.with("X-Key", "hidden\n"))
                .withMessageContaining("X-Key")
                .withMessageNotContaining("hidden");
        assertThat(head.with("X-Key", "hidden").toString()).contains("X-Key").doesNotContain("hidden");
    }
}
