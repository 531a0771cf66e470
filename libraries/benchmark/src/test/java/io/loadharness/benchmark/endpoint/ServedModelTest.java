// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmark.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ServedModelTest {

    private static final String URL = "http://host:8000";
    private static final Optional<String> NOT_GIVEN = Optional.empty();

    @Test
    void usesTheOnlyModelOfTheServer() {
        ServedModel model = ServedModel.of(URL, NOT_GIVEN, NOT_GIVEN, List.of("tiny"));

        assertThat(model.name()).contains("tiny");
        assertThat(model.message()).contains("http://host:8000 has one model, tiny");
    }

    @Test
    void usesTheRequestedModel() {
        assertThat(ServedModel.of(URL, Optional.of("b"), NOT_GIVEN, List.of("a", "b")))
                .isEqualTo(new ServedModel(Optional.of("b"), Optional.empty()));
    }

    @Test
    void severalModelsRequireAName() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ServedModel.of(URL, NOT_GIVEN, NOT_GIVEN, List.of("a", "b")))
                .withMessage("http://host:8000 has several models: set one of them (--model): a, b");
    }

    @Test
    void unknownModelIsRejected() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ServedModel.of(URL, Optional.of("tinny"), NOT_GIVEN, List.of("huge", "tiny")))
                .withMessage("http://host:8000 has no model 'tinny'; did you mean 'tiny'? Allowed: huge, tiny");
    }

    @Test
    void emptyModelListRequiresAName() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ServedModel.of(URL, NOT_GIVEN, NOT_GIVEN, List.of()))
                .withMessage("http://host:8000 has an empty list of models: set the model (--model)");
        assertThat(ServedModel.of(URL, Optional.of("tiny"), NOT_GIVEN, List.of())
                        .name())
                .contains("tiny");
    }

    @Test
    void fallbackIsUsedUnlessTheServerHasOneModel() {
        Optional<String> fallback = Optional.of("llama");

        assertThat(ServedModel.of(URL, NOT_GIVEN, fallback, List.of("tiny")).name())
                .contains("tiny");
        assertThat(ServedModel.of(URL, NOT_GIVEN, fallback, List.of("tiny", "llama"))
                        .name())
                .contains("llama");
        assertThat(ServedModel.of(URL, NOT_GIVEN, fallback, List.of()).name()).contains("llama");
        assertThat(ServedModel.of(URL, Optional.of("tiny"), fallback, List.of("tiny", "llama"))
                        .name())
                .contains("tiny");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ServedModel.of(URL, NOT_GIVEN, fallback, List.of("a", "b")))
                .withMessage(
                        "http://host:8000 has several models, and the default model llama is not one of them: set one"
                                + " of them (--model): a, b");
        assertThat(ServedModel.of(URL, NOT_GIVEN, fallback, List.of("tiny", "llama"))
                        .message())
                .contains("http://host:8000 lists 2 models; the requests are for llama");
    }
}
