// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmark.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ServedModelTest {

    private static final String URL = "http://host:8000";
    private static final Optional<String> NOBODY_SAID = Optional.empty();

    @Test
    void isTheOnlyOneThatTheServerHas() {
        ServedModel model = ServedModel.of(URL, NOBODY_SAID, List.of("tiny"));

        assertThat(model.name()).contains("tiny");
        assertThat(model.remark()).contains("http://host:8000 has one model, tiny");
    }

    @Test
    void isTheOneThatTheUserNamed() {
        assertThat(ServedModel.of(URL, Optional.of("b"), List.of("a", "b")))
                .isEqualTo(new ServedModel(Optional.of("b"), Optional.empty()));
    }

    @Test
    void mustBeNamedWhereThereAreSeveral() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ServedModel.of(URL, NOBODY_SAID, List.of("a", "b")))
                .withMessage("http://host:8000 has several models: name one by --model, of a, b");
    }

    @Test
    void mustBeOneThatTheServerHas() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ServedModel.of(URL, Optional.of("tinny"), List.of("huge", "tiny")))
                .withMessage("http://host:8000 has no model 'tinny'; the nearest is 'tiny'");
    }

    @Test
    void mustBeNamedWhereTheListIsEmpty() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ServedModel.of(URL, NOBODY_SAID, List.of()))
                .withMessage("http://host:8000 has an empty list of models: name one by --model");
        assertThat(ServedModel.of(URL, Optional.of("tiny"), List.of()).name()).contains("tiny");
    }
}
