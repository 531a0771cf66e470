// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report;

import io.loadharness.Failure;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The label under which inference-perf counts a failure. */
final class InferencePerfLabel {

    private static final Pattern STATUS = Pattern.compile("HTTP status (\\d{3})");
    private static final Map<String, String> STATUSES = Map.of(
            "429", "429 - Too Many Requests",
            "500", "500 - Internal Server Error",
            "502", "502 - Bad Gateway",
            "503", "503 - Service Unavailable",
            "504", "504 - Gateway Timeout");

    private InferencePerfLabel() {}

    static String of(Failure failure) {
        Matcher status = STATUS.matcher(failure.message());
        if (failure.kind() == Failure.Kind.HTTP_ERROR && status.find() && STATUSES.containsKey(status.group(1))) {
            return STATUSES.get(status.group(1));
        }
        String message = failure.message().toLowerCase(Locale.ROOT);
        if (message.contains("context length") || message.contains("context window")) {
            return "Context Window";
        }
        if (message.contains("model") && message.contains("not found")) {
            return "Model Not Found";
        }
        return switch (failure.kind()) {
            case TIMEOUT -> "Timeout";
            case MALFORMED_RESPONSE -> "Invalid JSON";
            default -> "other";
        };
    }
}
