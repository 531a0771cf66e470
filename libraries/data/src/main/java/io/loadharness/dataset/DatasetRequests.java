// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset;

import io.loadharness.inference.GenerationParameters;
import io.loadharness.inference.InferenceRequest;
import io.loadharness.inference.Prompt;
import java.util.AbstractList;
import java.util.Objects;
import java.util.Optional;
import java.util.RandomAccess;
import java.util.function.IntFunction;

/**
 * A list with one request per row of a data set. Each access creates a new request, because a million stored requests would need more
 * memory than the rows.
 */
final class DatasetRequests extends AbstractList<InferenceRequest> implements RandomAccess {

    private final IntFunction<Prompt> prompts;
    private final Optional<IntegerColumn> outputLengths;
    private final GenerationParameters parameters;
    private final int size;

    DatasetRequests(
            IntFunction<Prompt> prompts,
            Optional<IntegerColumn> outputLengths,
            GenerationParameters parameters,
            int size) {
        this.prompts = prompts;
        this.outputLengths = outputLengths;
        this.parameters = parameters;
        this.size = size;
    }

    @Override
    public InferenceRequest get(int row) {
        Objects.checkIndex(row, size);
        return new InferenceRequest(row, prompts.apply(row), parameters(row));
    }

    private GenerationParameters parameters(int row) {
        return outputLengths
                .map(lengths -> parameters.withMaxTokens((int) lengths.get(row)))
                .orElse(parameters);
    }

    @Override
    public int size() {
        return size;
    }
}
