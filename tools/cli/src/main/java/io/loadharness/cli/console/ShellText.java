// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.console;

/** Text of commands that a user can paste into a shell. */
public final class ShellText {

    /** The name by which the user called this program. The script {@code harness} sets it. */
    public static final String PROGRAM = quoted(System.getProperty("loadharness.program", "harness"));

    private ShellText() {}

    /** Returns an argument in single quotes, or unchanged if it has only characters that have no meaning for a shell. */
    public static String quoted(String argument) {
        return argument.matches("[\\w./:=,@+-]+") ? argument : "'" + argument.replace("'", "'\\''") + "'";
    }
}
