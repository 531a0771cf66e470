// SPDX-License-Identifier: Apache-2.0
package io.loadharness.engine;

import io.loadharness.internal.SignalNames;
import java.util.Map;

/** Explains the exit codes of processes. */
final class ExitPhrase {

    private static final Map<String, String> MEANINGS = Map.of(
            "SIGHUP", ", the terminal was closed",
            "SIGINT", ", an interrupt",
            "SIGILL", ", an instruction that the processor does not have",
            "SIGABRT", ", the program aborted itself",
            "SIGBUS", ", an invalid memory access",
            "SIGFPE", ", an arithmetic error",
            "SIGKILL", "; the operating system also sends it when memory runs out",
            "SIGSEGV", ", an invalid memory access",
            "SIGTERM", ", a request to end");

    private ExitPhrase() {}

    static String phrase(int code) {
        int signal = SignalNames.ofExitCode(code);
        if (signal == 0) {
            return "ended with exit code " + code;
        }
        String name = SignalNames.name(signal);
        return "ended with exit code " + code + " (signal " + signal + (name.isEmpty() ? "" : ": " + name)
                + MEANINGS.getOrDefault(name, "") + ")";
    }
}
