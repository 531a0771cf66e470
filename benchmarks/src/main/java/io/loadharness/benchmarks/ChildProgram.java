// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmarks;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A further process, which answers questions, a line each, and ends when there are no more. Its owner closes it. */
final class ChildProgram implements AutoCloseable {

    private static final String FAILED = "failed: ";

    /** What another JVM does. */
    @FunctionalInterface
    interface Answers {

        /** Answers a question in one line. */
        String to(List<String> words) throws Exception;
    }

    private final Process process;
    private final String name;
    private final Writer questions;
    private final BufferedReader answers;

    private ChildProgram(Process process, String name) {
        this.process = process;
        this.name = name;
        questions = process.outputWriter(StandardCharsets.UTF_8);
        answers = process.inputReader(StandardCharsets.UTF_8);
    }

    /** Starts a class of this program in a JVM of its own; its main method must call {@link #answer}. */
    static ChildProgram startJvm(Class<?> program, String... arguments) throws IOException {
        return startJvm(List.of(), program, arguments);
    }

    /** Starts a class of this program in a JVM of its own with these options. */
    static ChildProgram startJvm(List<String> options, Class<?> program, String... arguments) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("--enable-native-access=ALL-UNNAMED");
        command.addAll(options);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), program.getName()));
        command.addAll(List.of(arguments));
        return start(program.getSimpleName(), command);
    }

    /** Starts any program that answers in this way; messages call it by the name. */
    static ChildProgram start(String name, List<String> command) throws IOException {
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        return new ChildProgram(process, name);
    }

    /**
     * Asks it.
     *
     * @throws IOException if it cannot do what it is asked, or is gone
     */
    String ask(Object... words) throws IOException {
        questions.write(Stream.of(words).map(Object::toString).collect(Collectors.joining(" ", "", "\n")));
        questions.flush();
        String answer = answers.readLine();
        if (answer == null) {
            throw new IOException("the " + name + " of the bench ended before it answered");
        }
        if (answer.startsWith(FAILED)) {
            throw new IOException(answer.substring(FAILED.length()));
        }
        return answer;
    }

    /** Answers until there are no more questions. For the main method of the other JVM. */
    static void answer(Answers answers) throws IOException {
        BufferedReader questions = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        PrintStream out = System.out;
        for (String question = questions.readLine(); question != null; question = questions.readLine()) {
            out.println(oneLine(answers, List.of(question.split(" ", -1))));
            out.flush();
        }
    }

    private static String oneLine(Answers answers, List<String> question) {
        try {
            return answers.to(question);
        } catch (Exception e) {
            return FAILED + String.valueOf(e.getMessage()).replace('\n', ' ');
        }
    }

    @Override
    public void close() {
        try {
            questions.close();
            process.waitFor();
        } catch (IOException e) {
            process.destroy(); // it is gone, or as good as gone
        } catch (InterruptedException e) {
            process.destroy();
            Thread.currentThread().interrupt();
        }
    }
}
