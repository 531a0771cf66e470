package io.loadharness.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SecretTest {

    @TempDir
    Path folder;

    @Test
    void isNotSeen() {
        assertThat(Secret.of("hidden")).hasToString("***");
    }

    @Test
    void comesFromAFile() throws IOException {
        Path file = Files.writeString(folder.resolve("token"), " hidden\n");

        assertThat(Secret.fromFile(file).value()).isEqualTo("hidden");
    }

    @Test
    void saysWhereItShouldBe() throws IOException {
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
    void isNotSeenInAHeaderThatCannotBeSent() {
        RequestHead head = RequestHead.of("POST", URI.create("http://host:8000/v1?q=hidden"));

        assertThatIllegalArgumentException()
                .isThrownBy(() -> head.with("X-Key", "hidden\n"))
                .withMessageContaining("X-Key")
                .withMessageNotContaining("hidden");
        assertThat(head.with("X-Key", "hidden").toString()).contains("X-Key").doesNotContain("hidden");
    }
}
