// SPDX-License-Identifier: Apache-2.0
package io.loadharness.examples;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** Runs a program in this JVM. */
final class Program {

    /** A {@code main} method. */
    interface Main {
        void run(String... args) throws Exception;
    }

    private Program() {}

    /** Runs a program and returns its standard output. */
    static String outputOf(Main program) throws Exception {
        PrintStream console = System.out;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
        try {
            program.run();
        } finally {
            System.setOut(console);
        }
        return printed.toString(StandardCharsets.UTF_8);
    }
}
