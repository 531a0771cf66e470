// SPDX-License-Identifier: Apache-2.0
package io.loadharness.examples;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * The Java source of a documentation block. A block that declares a type at the start of a line is a complete source file. Any other block
 * is the body of a method that can throw any exception and use the variables below.
 */
record Snippet(String typeName, String source) {

    private static final Pattern TYPE =
            Pattern.compile("(?m)^(?:(?:public|final|abstract) )*(?:class|interface|record|enum) (\\w+)");
    private static final String TEMPLATE = """
            import io.loadharness.*;
            import io.loadharness.benchmark.*;
            import io.loadharness.cluster.*;
            import io.loadharness.loadgen.*;
            import io.loadharness.schedule.*;
            import java.nio.*;
            import java.nio.file.*;
            import java.time.*;
            import java.util.*;
            import java.util.concurrent.*;

            abstract class Fragment {
                LoadGenerator loadGen;
                SystemUnderTest sut;
                QuerySampleLibrary library;
                TestSettings settings;
                LogSettings logs;
                TestRun run;
                TestResult result;
                Query query;
                QuerySample sample;

                void fragment() throws Exception {
            %s
                }
            }
            """;

    static Snippet of(String text) {
        Matcher type = TYPE.matcher(text);
        return type.find() ? new Snippet(type.group(1), text) : new Snippet("Fragment", TEMPLATE.formatted(text));
    }

    /** Compiles the source into a folder and returns the compiler's messages. */
    String compileInto(Path folder) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        Path file = Files.writeString(folder.resolve(typeName + ".java"), source);
        StringWriter messages = new StringWriter();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            List<String> options = List.of("--release", "17", "-proc:none", "-Werror", "-d", folder.toString());
            compiler.getTask(messages, files, null, options, null, files.getJavaFileObjects(file))
                    .call();
        }
        return messages.toString();
    }
}
