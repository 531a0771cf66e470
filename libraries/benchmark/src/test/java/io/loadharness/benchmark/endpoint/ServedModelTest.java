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
        ServedModel model = ServedModel.of(URL, NOT_GIVEN, List.of("tiny"));

        assertThat(model.name()).contains("tiny");
        assertThat(model.message()).contains("http://host:8000 has one model, tiny");
    }

    @Test
    void usesTheRequestedModel() {
        assertThat(ServedModel.of(URL, Optional.of("b"), List.of("a", "b")))
                .isEqualTo(new ServedModel(Optional.of("b"), Optional.empty()));
    }

    @Test
    void severalModelsRequireAName() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ServedModel.of(URL, NOT_GIVEN, List.of("a", "b")))
                .withMessage("http://host:8000 has several models: set one of them (--model): a, b");
    }

    @Test
    void unknownModelIsRejected() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ServedModel.of(URL, Optional.of("tinny"), List.of("huge", "tiny")))
                .withMessage("http://host:8000 has no model 'tinny'; did you mean 'tiny'?");
    }

    @Test
    void emptyModelListRequiresAName() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ServedModel.of(URL, NOT_GIVEN, List.of()))
                .withMessage("http://host:8000 has an empty list of models: set the model (--model)");
        assertThat(ServedModel.of(URL, Optional.of("tiny"), List.of()).name()).contains("tiny");
    }
}
