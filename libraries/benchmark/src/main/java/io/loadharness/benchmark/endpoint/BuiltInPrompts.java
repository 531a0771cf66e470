// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmark.endpoint;

import io.loadharness.inference.GenerationParameters;
import io.loadharness.inference.InferenceRequest;
import io.loadharness.inference.Prompt;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Built-in prompts: short tasks on everyday subjects. Each prompt starts with a number, so that prompts do not share prefixes in the cache
 * of a server.
 */
public final class BuiltInPrompts {

    private static final List<String> TASKS = List.of(
            "Explain to a ten-year-old how %s works.",
            "%s: list five facts that most people do not know, one line each.",
            "Write a short letter that invites a friend to an evening about %s.",
            "What would be different in the world without %s? Answer in one paragraph.",
            "Compare %s with something from the kitchen, and say where the comparison fails.",
            "Plan a lesson of an hour on %s, with times for each part.",
            "Tell a story in which %s saves the day. It ends well.",
            "Give three questions on %s for an examination, and the answers.");
    private static final List<String> SUBJECTS = List.of(
            "the tide",
            "a bicycle",
            "the printing press",
            "bread",
            "a suspension bridge",
            "the moon",
            "a violin",
            "rain",
            "the railway timetable",
            "a honeybee",
            "glass",
            "the compass",
            "a lighthouse",
            "salt",
            "the postal service",
            "a chess clock");

    private BuiltInPrompts() {}

    /** Returns one request for each prompt. All requests have the same parameters. */
    public static RequestSet set(GenerationParameters parameters) {
        return new RequestSet("built-in prompts", requests(parameters));
    }

    private static List<InferenceRequest> requests(GenerationParameters parameters) {
        List<InferenceRequest> requests = new ArrayList<>();
        for (String subject : SUBJECTS) {
            for (String task : TASKS) {
                int index = requests.size();
                String prompt = "No. " + (index + 1) + ". " + String.format(Locale.ROOT, task, subject);
                requests.add(new InferenceRequest(index, Prompt.of(prompt), parameters));
            }
        }
        return List.copyOf(requests);
    }
}
