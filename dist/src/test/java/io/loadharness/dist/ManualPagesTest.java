// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

class ManualPagesTest {

    @Command(
            name = "tool",
            description = "Measures things. For example a server.",
            exitCodeListHeading = "Exit codes:%n",
            exitCodeList = {"0:all is well", "2:the command line is wrong"},
            subcommands = {Run.class, Secret.class})
    static final class Tool {}

    @Command(name = "run", aliases = "go", description = ".5 of a \\ is not 50 %% of it. See ${ROOT-COMMAND-NAME} run.")
    static final class Run {

        @Parameters(paramLabel = "FILE", arity = "0..1", description = "The file.")
        private String file;

        @Option(
                names = {"-r", "--rate"},
                paramLabel = "RATE",
                defaultValue = "3",
                description = "The rate; default ${DEFAULT-VALUE}.")
        private int rate;

        @Option(names = "--inner", hidden = true, description = "For tests.")
        private boolean inner;
    }

    @Command(name = "secret", hidden = true)
    static final class Secret {}

    @Test
    void eachVisibleCommandHasAPage(@TempDir Path folder) throws IOException {
        ManualPages.write(new CommandLine(new Tool()), "1.0", folder);

        assertThat(folder).isDirectoryContaining("glob:**/tool.1").isDirectoryContaining("glob:**/tool-run.1");
        assertThat(Files.list(folder)).hasSize(2);
        assertThat(folder.resolve("tool.1")).hasContent("""
                .\\" SPDX-License-Identifier: Apache-2.0
                .TH TOOL 1 "" "LoadHarness 1.0"
                .SH NAME
                tool \\- Measures things
                .SH SYNOPSIS
                tool COMMAND
                .SH DESCRIPTION
                Measures things. For example a server.
                .SH COMMANDS
                .TP
                .B tool\\-run(1)
                .5 of a \\e is not 50 % of it
                .SH EXIT STATUS
                .TP
                .B 0
                all is well
                .TP
                .B 2
                the command line is wrong
                """.replace("\n.5", "\n\\&.5"));
        assertThat(folder.resolve("tool-run.1")).hasContent("""
                .\\" SPDX-License-Identifier: Apache-2.0
                .TH TOOL-RUN 1 "" "LoadHarness 1.0"
                .SH NAME
                tool\\-run \\- .5 of a \\e is not 50 % of it
                .SH SYNOPSIS
                tool run [FILE] [OPTION]...
                .SH DESCRIPTION
                \\&.5 of a \\e is not 50 % of it. See tool run.
                .SH OPTIONS
                .TP
                .B FILE
                The file.
                .TP
                .B \\-r, \\-\\-rate RATE
                The rate; default 3.
                .SH SEE ALSO
                tool(1)
                """);
    }
}
