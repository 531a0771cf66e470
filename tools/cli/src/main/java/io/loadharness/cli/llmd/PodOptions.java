// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.llmd;

import io.loadharness.cli.run.LlmdClusterVariables;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.zip.CRC32;

/**
 * The options of {@code harness run} for a run on Kubernetes.
 *
 * @param variables the variables of llm-d-benchmark, with the values of options that replace them
 * @param further the options of {@code harness run} that the user gives, which replace those of the variables
 */
record PodOptions(Map<String, String> variables, List<String> further) {

    /** The start of a launcher option with a variable of the pods. */
    static final String VARIABLE = "env=";

    private static final String LAUNCHER_OPTION = "--launcher-option";
    private static final String IMAGE = "--image";
    private static final int MAX_NAME = 52; // of a Job with an index

    /**
     * Returns the name of a Job, and of its folder on the claim, for a folder of results. The name of a long folder is cut, and ends with a
     * checksum.
     */
    static String runName(Path results) {
        String folder = results.getFileName().toString();
        String name = trimmed(folder.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-"));
        if (name.length() <= MAX_NAME) {
            return name;
        }
        CRC32 checksum = new CRC32();
        checksum.update(folder.getBytes(StandardCharsets.UTF_8));
        String end = String.format(Locale.ROOT, "-%08x", checksum.getValue());
        return trimmed(name.substring(0, MAX_NAME - end.length())) + end;
    }

    private static String trimmed(String name) {
        return name.replaceAll("^-|-$", "");
    }

    /**
     * Returns the options of a run.
     *
     * @param runName the name of the run
     * @param podVariables the environment variables of the pods
     */
    List<String> arguments(String runName, Map<String, String> podVariables) {
        List<String> all = new ArrayList<>();
        add(all, "--on", "kubernetes");
        String image = variables.getOrDefault(LauncherVariable.HARNESS_CONTAINER_IMAGE.variable(), "");
        if (image.isBlank() && !isGiven(IMAGE) && !isGiven("--print")) {
            throw new IllegalArgumentException("a run on Kubernetes needs an image with LoadHarness: set "
                    + LauncherVariable.HARNESS_CONTAINER_IMAGE.variable() + ", or add -- " + IMAGE
                    + " IMAGE; to run on this machine, add -- --on local");
        }
        if (!image.isBlank()) {
            add(all, IMAGE, image);
        }
        add(all, "--run-name", runName);
        new LlmdClusterVariables(variables).options().forEach((name, value) -> {
            switch (name) {
                case "namespace", "pvc", "wait" -> add(all, "--" + name, value);
                case "skip-run" -> all.add("--skip-run");
                case "debug-pod" -> all.add("--debug");
                default -> addLauncherOption(all, name, value);
            }
        });
        podVariables.forEach((name, value) -> {
            if (value.lines().count() > 1) {
                throw new IllegalArgumentException(
                        name + " has several lines, which pods cannot get: write its value into the profile");
            }
            all.addAll(List.of(LAUNCHER_OPTION, VARIABLE + name + "=" + value));
        });
        return all;
    }

    private void add(List<String> all, String option, String value) {
        if (!isGiven(option)) {
            all.addAll(List.of(option, value));
        }
    }

    private void addLauncherOption(List<String> all, String name, String value) {
        String start = name + "=";
        if (further.stream()
                .noneMatch(each -> each.startsWith(start) || each.startsWith(LAUNCHER_OPTION + "=" + start))) {
            all.addAll(List.of(LAUNCHER_OPTION, start + value));
        }
    }

    private boolean isGiven(String option) {
        return isGiven(further, option);
    }

    /** Returns true if options that the user gives contain an option. */
    static boolean isGiven(List<String> given, String option) {
        return given.stream().anyMatch(each -> each.equals(option) || each.startsWith(option + "="));
    }
}
