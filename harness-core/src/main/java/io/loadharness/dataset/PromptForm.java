package io.loadharness.dataset;

import io.loadharness.inference.Prompt;
import java.util.function.IntFunction;

/** In which form rows become prompts. */
public enum PromptForm {
    /** Token ids, which reach the model as they are. */
    IDS {
        @Override
        IntFunction<Prompt> prompts(CheckedColumns columns) throws DatasetException {
            return columns.inputIds()::prompt;
        }
    },
    /** Text, or chat messages where the column holds such. */
    TEXT {
        @Override
        IntFunction<Prompt> prompts(CheckedColumns columns) throws DatasetException {
            TextColumn input = columns.input();
            return input.isJson() ? row -> ChatPrompt.of(input.get(row)) : row -> Prompt.of(input.get(row));
        }
    };

    /** The form that a data set is best asked in: token ids if it has them. */
    public static PromptForm bestFor(Dataset dataset) {
        return dataset.find(StandardColumn.INPUT_IDS).isPresent() ? IDS : TEXT;
    }

    /** The prompt of each row. */
    abstract IntFunction<Prompt> prompts(CheckedColumns columns) throws DatasetException;
}
