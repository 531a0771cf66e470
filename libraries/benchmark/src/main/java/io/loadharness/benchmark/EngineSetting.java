// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmark;

import io.loadharness.inference.EngineProvider;
import io.loadharness.inference.InferenceBackend;
import io.loadharness.internal.SecretText;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * An engine of a plug-in, with its options. Immutable.
 *
 * @param name the name of the {@link EngineProvider}
 * @param model the file or folder of the model; empty if only the options name the model
 * @param options the options for {@link EngineProvider#create}, in the order in which they were set
 */
record EngineSetting(String name, Optional<Path> model, Map<String, String> options) {

    private static final String MODEL = "model";

    EngineSetting {
        Objects.requireNonNull(name, "name of the engine");
        options = Collections.unmodifiableMap(new LinkedHashMap<>(options));
    }

    static EngineSetting of(String name) {
        return new EngineSetting(name, Optional.empty(), Map.of());
    }

    static EngineSetting of(String name, Path model) {
        return new EngineSetting(name, Optional.of(model), Map.of()).with(MODEL, model);
    }

    /**
     * Returns a copy with one more option.
     *
     * @throws IllegalArgumentException if the option is already set, or if the value is not text, a number, true or false, or a path
     */
    EngineSetting with(String option, Object value) {
        boolean isText = value instanceof CharSequence
                || value instanceof Number
                || value instanceof Boolean
                || value instanceof Path;
        if (!isText) {
            throw new IllegalArgumentException("the option '" + option + "' of " + title()
                    + " must be text, a number, true, false or a path: got "
                    + (value == null
                            ? "null"
                            : shown(option, value) + " of the type "
                                    + value.getClass().getName()));
        }
        Map<String, String> all = new LinkedHashMap<>(options);
        String former = all.put(option, value.toString());
        if (former != null) {
            throw new IllegalArgumentException("the option '" + option + "' of " + title() + " is set twice, to '"
                    + shown(option, former) + "' and to '" + shown(option, value) + "': remove one of them");
        }
        return new EngineSetting(name, model, all);
    }

    /** Returns the value of an option for messages. Hides secrets. */
    static String shown(String option, Object value) {
        return SecretText.isSecretName(option) ? SecretText.NOT_SHOWN : value.toString();
    }

    String title() {
        return "the engine '" + name + "'";
    }

    /** Returns true if the engine takes tensors instead of prompts. */
    boolean takesTensors() {
        return EngineProvider.named(name).takesTensors();
    }

    /**
     * Checks that the plug-in exists, accepts the options, and finds the model. Does not load the model.
     *
     * @throws IllegalArgumentException if the engine cannot be created
     */
    void check() {
        InferenceBackend unused = create();
        OwnedTarget.close(title(), unused); // an engine that cannot be closed is reported when it was used
        if (model.isPresent() && !Files.exists(model.get())) {
            throw new IllegalArgumentException(
                    "the model " + model.get() + " of " + title() + " does not exist; check the path");
        }
    }

    /**
     * Creates the engine, which is not started. The caller closes it.
     *
     * @throws IllegalArgumentException if the plug-in is missing, or if it cannot create the engine with these options
     */
    InferenceBackend create() {
        EngineProvider provider = EngineProvider.named(name);
        InferenceBackend created;
        try {
            created = provider.create(new LinkedHashMap<>(options));
        } catch (IllegalArgumentException e) {
            throw e;
        } catch (RuntimeException | LinkageError e) {
            throw new IllegalArgumentException(OwnedTarget.sentence(title(), "created", e), e);
        }
        if (created == null) {
            throw new IllegalArgumentException(title() + " cannot be created: create() returned null");
        }
        return created;
    }
}
