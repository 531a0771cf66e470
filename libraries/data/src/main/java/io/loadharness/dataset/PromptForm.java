// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset;

import io.loadharness.inference.Prompt;
import java.util.function.IntFunction;

/** The form in which prompts are sent: token ids or text. */
public enum PromptForm {
    /** Token ids, which the model receives unchanged. */
    IDS {
        @Override
        IntFunction<Prompt> prompts(CheckedColumns columns) throws DatasetException {
            columns.requireNoImages();
            return columns.inputIds()::prompt;
        }
    },
    /** Text or chat messages, depending on the content of the column with the prompts. */
    TEXT {
        @Override
        IntFunction<Prompt> prompts(CheckedColumns columns) throws DatasetException {
            TextColumn input = columns.input();
            IntFunction<Prompt> prompts =
                    input.isJson() ? row -> ChatPrompt.of(input.present(row)) : row -> Prompt.of(input.present(row));
            return columns.withTools(columns.withImages(prompts));
        }
    };

    /** Returns the best form for a data set: token ids if the data set has a column of token ids and no images; otherwise text. */
    public static PromptForm bestFor(Dataset dataset) {
        boolean ids = dataset.find(StandardColumn.INPUT_IDS).isPresent();
        return ids && dataset.find(StandardColumn.IMAGES).isEmpty() ? IDS : TEXT;
    }

    /** Returns a function from a row to its prompt. */
    abstract IntFunction<Prompt> prompts(CheckedColumns columns) throws DatasetException;
}
