package io.loadharness.startup;

/**
 * A GPU that a log names, as the containers of llm-d do.
 *
 * @param computeCapability as {@code 9.0}
 * @param persistenceMode as {@code Enabled}
 */
public record Device(String uuid, String name, String computeCapability, String persistenceMode) {}
