package io.loadharness.http;

import io.loadharness.Failure;
import java.util.List;

/** Strikes secrets out of messages. Immutable. */
final class Secrets {

    private final List<String> values;

    Secrets(List<Secret> secrets) {
        values = secrets.stream()
                .map(Secret::value)
                .filter(each -> !each.isBlank())
                .toList();
    }

    Failure strike(Failure failure) {
        String message = failure.message();
        for (String each : values) {
            message = message.replace(each, "***");
        }
        return new Failure(failure.kind(), message);
    }
}
