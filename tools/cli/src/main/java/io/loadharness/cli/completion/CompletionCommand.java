// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.completion;

import io.loadharness.cli.ExitCode;
import io.loadharness.internal.ProgramName;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code harness completion}. */
@Command(
        name = "completion",
        description = {
            "Prints a shell completion script for the commands and options of ${ROOT-COMMAND-NAME}.",
            "Example for bash or zsh: source <(${ROOT-COMMAND-NAME} completion bash)"
        })
public final class CompletionCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "SHELL", description = "The shell: bash or zsh.")
    @SuppressWarnings("unused") // the script is the same for both shells
    private Shell shell;

    /** The supported shells. */
    public enum Shell {
        /** GNU Bash. */
        BASH,
        /** Z shell, which uses the script of Bash. */
        ZSH
    }

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        out.print(CompletionScript.of(ProgramName.COMMAND, spec.root().commandLine()));
        out.flush();
        return ExitCode.OK;
    }
}
