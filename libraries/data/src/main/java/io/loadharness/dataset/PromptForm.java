// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset;

import io.loadharness.inference.Prompt;
import java.util.function.IntFunction;

/** In which form rows become prompts. */
public enum PromptForm {
    /** Token ids, which reach the model as they are. */
    IDS {
        @Override
        IntFunction<Prompt> prompts(CheckedColumns columns) throws DatasetException {
            columns.requireNoImages();
            return columns.inputIds()::prompt;
        }
    },
    /** Text, or chat messages where the column holds such. */
    TEXT {
        @Override
        IntFunction<Prompt> prompts(CheckedColumns columns) throws DatasetException {
            TextColumn input = columns.input();
            IntFunction<Prompt> prompts =
                    input.isJson() ? row -> ChatPrompt.of(input.present(row)) : row -> Prompt.of(input.present(row));
            return columns.illustrated(prompts);
        }
    };

    /** The form that a data set is best asked in: token ids if it has them, and no images. */
    public static PromptForm bestFor(Dataset dataset) {
        boolean ids = dataset.find(StandardColumn.INPUT_IDS).isPresent();
        return ids && dataset.find(StandardColumn.IMAGES).isEmpty() ? IDS : TEXT;
    }

    /** The prompt of each row. */
    abstract IntFunction<Prompt> prompts(CheckedColumns columns) throws DatasetException;
}
