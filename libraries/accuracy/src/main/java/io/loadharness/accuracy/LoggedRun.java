// SPDX-License-Identifier: Apache-2.0
package io.loadharness.accuracy;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The settings of a run in LoadGen's {@code mlperf_log_detail.txt}.
 *
 * @param samples the number of samples that the run had to answer; empty if the file does not exist
 * @param problem the reason why the accuracy log of this run is not complete; empty if there is none
 */
record LoggedRun(Optional<Integer> samples, Optional<String> problem) {

    private static final String FILE_NAME = "mlperf_log_detail.txt";

    private static final Pattern SETTING = Pattern.compile(
            "\"key\": \"(effective_test_mode|effective_accuracy_sample_count|qsl_reported_total_count)\","
                    + " \"value\": \"?([A-Za-z0-9]+)");

    /** Reads the file in the folder of a run. */
    static LoggedRun read(Path folder) throws IOException {
        Path file = folder.resolve(FILE_NAME);
        if (!Files.exists(file)) {
            return new LoggedRun(Optional.empty(), Optional.empty());
        }
        String mode = "";
        long total = 0;
        long accuracy = 0;
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(Files.newInputStream(file), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                Matcher setting = SETTING.matcher(line);
                if (setting.find()) {
                    switch (setting.group(1)) {
                        case "effective_test_mode" -> mode = setting.group(2);
                        case "qsl_reported_total_count" -> total = count(file, setting.group(2));
                        default -> accuracy = count(file, setting.group(2));
                    }
                }
            }
        }
        if (total == 0) {
            throw new AccuracyException(
                    file + " has no number of samples, because it is damaged or not a log of LoadGen:"
                            + " give the folder of a complete run");
        }
        boolean isAccuracy = mode.equals("AccuracyOnly") || mode.equals("SubmissionRun");
        return new LoggedRun(
                Optional.of((int) (accuracy == 0 ? total : Math.min(accuracy, total))),
                isAccuracy
                        ? Optional.empty()
                        : Optional.of(file + ": the mode of the run is " + mode
                                + ", whose log does not have the responses to all samples: make an accuracy run"));
    }

    private static long count(Path file, String value) throws AccuracyException {
        try {
            return Integer.parseInt(value);
        } catch (NumberFormatException e) {
            throw new AccuracyException(file + ": the number of samples must be an integer: got " + value, e);
        }
    }
}
