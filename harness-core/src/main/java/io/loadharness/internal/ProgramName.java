// SPDX-License-Identifier: Apache-2.0
package io.loadharness.internal;

/** The name of the command line in messages. A start script sets it with the system property {@value #PROPERTY}. */
public final class ProgramName {

    static final String PROPERTY = "loadharness.command";

    /** The words that start the command line in a shell: {@code ./harness} in a checkout, {@code loadharness} in an installation. */
    public static final String COMMAND = System.getProperty(PROPERTY, "./harness");

    /** The name without a folder: {@code harness} or {@code loadharness}. */
    public static final String NAME = COMMAND.substring(COMMAND.lastIndexOf('/') + 1);

    private ProgramName() {}
}
