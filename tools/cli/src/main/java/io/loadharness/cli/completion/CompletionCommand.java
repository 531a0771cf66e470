// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.completion;

import io.loadharness.cli.ExitCode;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code harness completion}. */
@Command(
        name = "completion",
        description = {
            "Prints a script by which a shell completes commands and options.",
            "In bash or zsh: source <(./harness completion bash)"
        })
public final class CompletionCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "SHELL", description = "bash or zsh.")
    private Shell shell;

    /** The shells that there is a script for. */
    public enum Shell {
        /** GNU's. */
        BASH,
        /** Which takes bash's script. */
        ZSH
    }

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        if (shell == Shell.ZSH) {
            out.println("autoload -Uz compinit && compinit");
        }
        out.print(AutoComplete.bash(spec.root().name(), spec.root().commandLine()));
        out.flush();
        return ExitCode.OK;
    }
}
