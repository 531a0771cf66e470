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
import org.junit.jupiter.params.provider.CsvSource;
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

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            Bearer sk-abc123xyz                          | sk-abc123xyz
            Token  sk-abc123xyz                          | sk-abc123xyz
            session=sk-abc123xyz; theme=dark             | sk-abc123xyz
            theme=dark;session="sk-abc123xyz"            | sk-abc123xyz
            Digest username="me", response="sk-abc123xyz"| sk-abc123xyz
            Basic bWU6c2stYWJjMTIzeHl6                   | bWU6c2stYWJjMTIzeHl6
            Basic bWU6c2stYWJjMTIzeHl6                   | sk-abc123xyz
            """)
    void isRemovedWhereTheServerRepeatsOnlyTheCredential(String header, String credential) {
        SecretFilter secrets = new SecretFilter(List.of(Secret.of(header)));

        assertThat(secrets.redact(
                                new Failure(Failure.Kind.HTTP_ERROR, "Incorrect API key provided: " + credential + "."))
                        .message())
                .isEqualTo("Incorrect API key provided: ***.");
        assertThat(secrets.matches("model-" + credential)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "aB+/TTT\"x",
                "aB%2B%2FTTT%22x",
                "aB%2b%2fTTT%22x",
                "aB%2B/TTT%22x",
                "aB+\\/TTT\\\"x",
                "aB+\\u002fTTT\\\"x",
                "aB\\u002B\\u002FTTT\\u0022x",
                "AB+/TTT\"X"
            })
    void isRemovedWhereTheServerEncodesIt(String encoded) {
        SecretFilter secrets = new SecretFilter(List.of(Secret.of("Bearer aB+/TTT\"x")));

        assertThat(secrets.redact(new Failure(Failure.Kind.HTTP_ERROR, "Incorrect API key provided: " + encoded + "."))
                        .message())
                .isEqualTo("Incorrect API key provided: ***.");
    }

    @Test
    void shortPartOfAHeaderIsNotMasked() {
        SecretFilter secrets = new SecretFilter(List.of(Secret.of("Bearer abc"), Secret.of("theme=on; a=b")));

        assertThat(secrets.redact(new Failure(Failure.Kind.HTTP_ERROR, "Bearer: abc is not on, a or b"))
                        .message())
                .isEqualTo("Bearer: abc is not on, a or b");
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
                .isThrownBy(() -> Secret.fromEnvironment("NO_SUCH_VARIABLE"))
                .withMessage("the environment variable NO_SUCH_VARIABLE is not set");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Secret.fromEnvironment("API_KEY", " "))
                .withMessage("the environment variable API_KEY is blank");
    }

    @ParameterizedTest
    @ValueSource(strings = {"SKABC4711", "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "sk-abc"})
    void isNotShownIfItIsGivenAsTheNameOfAVariable(String secret) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Secret.fromEnvironment(secret))
                .withMessage("the environment variable is not set: give the name of a variable, such as API_KEY, not"
                        + " its value");
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
