// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.dataset;

import io.loadharness.dataset.PromptEncoder;
import io.loadharness.inference.Tokenizer;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option for the chat template with which prompts are encoded as token ids. */
public final class ChatTemplateOptions {

    private static final String OF_MODEL = "model";

    @Option(
            names = "--chat-template",
            paramLabel = "TEMPLATE",
            description = "Encode each prompt as a chat with this template: 'model' for the template of the model, or a"
                    + " Jinja file such as chat_template.jinja. Requires --tokenizer. The commands run and"
                    + " validate also require --prompts=ids. Default: plain prompts are encoded without a"
                    + " template, and chat messages are encoded with the template of the model")
    private @Nullable String template;

    /** Returns true if a template is given. */
    public boolean isGiven() {
        return template != null;
    }

    /**
     * Returns an encoder for prompts.
     *
     * @throws IllegalArgumentException if the template cannot be read, or the model has none
     */
    public PromptEncoder encoder(Tokenizer tokenizer) {
        if (template == null) {
            return PromptEncoder.of(tokenizer);
        }
        if (!template.equals(OF_MODEL)) {
            return PromptEncoder.of(tokenizer.withChatTemplate(Path.of(template)))
                    .asChats();
        }
        if (!tokenizer.hasChatTemplate()) {
            throw new IllegalArgumentException("--chat-template model: " + tokenizer
                    + " has no chat template: give a file, for example" + " --chat-template chat_template.jinja");
        }
        return PromptEncoder.of(tokenizer).asChats();
    }
}
