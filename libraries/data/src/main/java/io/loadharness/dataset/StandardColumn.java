// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What a run looks for in a data set, whatever its file calls it. */
public enum StandardColumn {
    /** What the model is asked: text, or chat messages. */
    INPUT("input", "input", "text_input", "prompt", "question", "text", "messages", "conversations", "conversation"),
    /** What the model is shown besides: a file beside the set, an address, a data URL, or a list of these. */
    IMAGES("images", "images", "image", "image_path", "image_paths", "image_url", "image_urls"),
    /** What the model is asked, as token ids. */
    INPUT_IDS("input_ids", "input_ids", "tok_input", "input_tokens", "prompt_token_ids", "token_ids"),
    /** How many token ids the input has. */
    INPUT_LENS(
            "input_lens",
            "input_lens",
            "input_len",
            "tok_input_len",
            "tok_input_length",
            "input_length",
            "ContextTokens",
            "Request tokens"),
    /** What the model should answer. */
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
    /** How many tokens to ask for. */
    OUTPUT_LENS("output_lens", "output_lens", "output_len", "output_length", "GeneratedTokens", "Response tokens"),
    /** When the row was asked, in seconds. */
    AT_S("at_s", "at_s", "arrival_s"),
    /** Which conversation the row is a turn of. */
    CONVERSATION_ID("conversation_id", "conversation_id", "session_id"),
    /** Which turn of its conversation the row is, in order. */
    TURN("turn", "turn", "turn_id", "turn_index");

    private final String userName;

    @SuppressWarnings("ImmutableEnumChecker") // List.of is
    private final List<String> aliases;

    StandardColumn(String userName, String... aliases) {
        this.userName = userName;
        this.aliases = List.of(aliases);
    }

    /** What users call it: {@code input_ids}. */
    public String userName() {
        return userName;
    }

    /** Whether a column of this name means something. */
    static boolean isUsual(String name) {
        return Arrays.stream(values()).anyMatch(each -> each.aliases.contains(name));
    }

    /** What columns mean by their names: for each meaning, the first of its known names that there is. */
    static Map<StandardColumn, String> among(Set<String> names) {
        Map<StandardColumn, String> meanings = new EnumMap<>(StandardColumn.class);
        for (StandardColumn meaning : values()) {
            meaning.aliases.stream().filter(names::contains).findFirst().ifPresent(name -> meanings.put(meaning, name));
        }
        return meanings;
    }
}
