package io.loadharness.report.startup;

import java.util.Optional;

/**
 * Which server it was, as far as its log tells.
 *
 * @param service the name of its container, where the log is of several
 * @param arguments those that differ from the default, as Python writes them
 */
public record StartedServer(
        Optional<String> service,
        Optional<String> version,
        Optional<String> model,
        Optional<String> loadFormat,
        Optional<Boolean> sleepMode,
        Optional<String> arguments) {}
