// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The meanings of columns for a run, independent of their names in the file. */
public enum StandardColumn {
    /** The prompt: text or chat messages. */
    INPUT("input", "input", "text_input", "prompt", "question", "text", "messages", "conversations", "conversation"),
    /**
     * The images of the prompt: a file name relative to the folder of the data set, a URL, a data URL, or a list of file names and URLs.
     */
    IMAGES("images", "images", "image", "image_path", "image_paths", "image_url", "image_urls"),
    /** The prompt as token ids. */
    INPUT_IDS("input_ids", "input_ids", "tok_input", "input_tokens", "prompt_token_ids", "token_ids"),
    /** The number of token ids of the prompt. */
    INPUT_LENS(
            "input_lens",
            "input_lens",
            "input_len",
            "tok_input_len",
            "tok_input_length",
            "input_length",
            "ContextTokens",
            "Request tokens"),
    /** The expected output of the model. */
    TARGETS(
            "targets",
            "targets",
            "target",
            "gt_output",
            "ground_truth",
            "output",
            "ref_output",
            "answer",
            "highlights"),
    /** The number of output tokens to request. */
    OUTPUT_LENS("output_lens", "output_lens", "output_len", "output_length", "GeneratedTokens", "Response tokens"),
    /** The recorded start time of the request, in seconds. */
    AT_S("at_s", "at_s", "arrival_s"),
    /** The id of the conversation to which the row belongs. A row is one turn. */
    CONVERSATION_ID("conversation_id", "conversation_id", "session_id"),
    /** The number of the turn within its conversation. */
    TURN("turn", "turn", "turn_id", "turn_index"),
    /** The functions that the model can call in a chat, as a list of objects. */
    TOOLS("tools", "tools"),
    /** The documents that the model can use in a chat, as a list of objects. */
    DOCUMENTS("documents", "documents");

    private final String userName;

    @SuppressWarnings("ImmutableEnumChecker") // List.of is immutable
    private final List<String> aliases;

    StandardColumn(String userName, String... aliases) {
        this.userName = userName;
        this.aliases = List.of(aliases);
    }

    /** Returns the name for users, such as {@code input_ids}. */
    public String userName() {
        return userName;
    }

    /** Returns the names of columns that have this meaning without an assignment by the user. */
    List<String> aliases() {
        return aliases;
    }

    /**
     * Returns true if the name is an alias of a standard column. A column with such a name has a meaning without an assignment by the user.
     */
    static boolean isKnown(String name) {
        return Arrays.stream(values()).anyMatch(each -> each.aliases.contains(name));
    }

    /** Returns, for each standard column, the first of its aliases that is in {@code names}. */
    static Map<StandardColumn, String> among(Set<String> names) {
        Map<StandardColumn, String> meanings = new EnumMap<>(StandardColumn.class);
        for (StandardColumn meaning : values()) {
            meaning.aliases.stream().filter(names::contains).findFirst().ifPresent(name -> meanings.put(meaning, name));
        }
        return meanings;
    }
}
