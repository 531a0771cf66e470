// SPDX-License-Identifier: Apache-2.0
package io.loadharness.launchers;

import io.loadharness.internal.CommandWords;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Options of the user for {@code sbatch} or {@code srun}, as on a command line. */
final class SlurmOptions {

    private static final String RUN = "the launcher sets it";

    /** The options that would break a run, and what to do instead. */
    private static final String ONE_CLUSTER = "the command follows its job only on the cluster of this machine";

    private static final Map<String, String> REFUSED = Map.ofEntries(
            Map.entry("--ntasks", "use --workers"),
            Map.entry("-n", "use --workers"),
            Map.entry("--ntasks-per-node", "use --launcher-option workers-per-node"),
            Map.entry("--array", "use --workers"),
            Map.entry("-a", "use --workers"),
            Map.entry("--requeue", "Slurm must not repeat a measurement"),
            Map.entry("--wrap", RUN),
            Map.entry("--output", RUN),
            Map.entry("-o", RUN),
            Map.entry("--error", RUN),
            Map.entry("-e", RUN),
            Map.entry("--wait", "the command waits for the workers itself"),
            Map.entry("-W", "the command waits for the workers itself"),
            Map.entry("--clusters", ONE_CLUSTER),
            Map.entry("-M", ONE_CLUSTER),
            Map.entry("--open-mode", RUN),
            Map.entry("--input", RUN),
            Map.entry("-i", RUN));

    private SlurmOptions() {}

    /**
     * Returns the options, each as one word, for example {@code --gres=gpu:1} or {@code -Ateam}.
     *
     * @param isStep true for the options of a step of a job. The launcher finds the step by its name
     * @throws IllegalArgumentException if a word does not belong to an option, or the launcher sets the option itself
     */
    static List<String> parse(String text, boolean isStep) {
        List<String> all = new ArrayList<>();
        boolean mayTakeValue = false;
        for (String word : CommandWords.split("--slurm", text)) {
            if (word.startsWith("-") && !word.matches("--?")) {
                all.add(word);
                mayTakeValue = word.startsWith("--") ? !word.contains("=") : word.length() == 2;
            } else if (mayTakeValue) {
                String option = all.remove(all.size() - 1);
                all.add(option + (option.startsWith("--") ? "=" : "") + word);
                mayTakeValue = false;
            } else {
                throw new IllegalArgumentException("--slurm has the word '" + word
                        + "', which is not an option: write options as for sbatch, such as --gres=gpu:1");
            }
        }
        all.forEach(each -> requireAllowed(each, isStep));
        return List.copyOf(all);
    }

    private static void requireAllowed(String option, boolean isStep) {
        String name = option.startsWith("--") ? option.replaceFirst("=.*", "") : option.substring(0, 2);
        if (isStep && (name.equals("-J") || name.equals("--job-name"))) {
            throw new IllegalArgumentException("--slurm must not contain " + name + " inside a job: " + RUN);
        }
        REFUSED.forEach((refused, remedy) -> {
            boolean isShortened = name.length() > 3 && refused.startsWith(name); // as sbatch allows it
            if (name.equals(refused) || isShortened) {
                throw new IllegalArgumentException("--slurm must not contain " + name + ": " + remedy);
            }
        });
    }
}
