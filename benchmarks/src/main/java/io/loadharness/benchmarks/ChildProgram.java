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

/** A child process that reads requests of one line and returns responses of one line. {@link #close} stops the process. */
final class ChildProgram implements AutoCloseable {

    private static final String FAILED = "failed: ";

    /** A handler of requests in the child process. */
    @FunctionalInterface
    interface RequestHandler {

        /** Handles a request and returns a response of one line. */
        String handle(List<String> words) throws Exception;
    }

    private final Process process;
    private final String name;
    private final Writer requests;
    private final BufferedReader responses;

    private ChildProgram(Process process, String name) {
        this.process = process;
        this.name = name;
        requests = process.outputWriter(StandardCharsets.UTF_8);
        responses = process.inputReader(StandardCharsets.UTF_8);
    }

    /** Starts a class of this program in a separate JVM. Its main method must call {@link #serve}. */
    static ChildProgram startJvm(Class<?> program, String... arguments) throws IOException {
        return startJvm(List.of(), program, arguments);
    }

    /** Starts a class of this program in a separate JVM with options. */
    static ChildProgram startJvm(List<String> options, Class<?> program, String... arguments) throws IOException {
        return start(program.getSimpleName(), command(options, program, arguments));
    }

    /** Returns the command line that runs a class of this program in a separate JVM with options. */
    static List<String> command(List<String> options, Class<?> program, String... arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("--enable-native-access=ALL-UNNAMED");
        command.addAll(options);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), program.getName()));
        command.addAll(List.of(arguments));
        return command;
    }

    /**
     * Starts any program that reads requests and writes responses in the same way as {@link #serve}. Error messages show {@code name}.
     */
    static ChildProgram start(String name, List<String> command) throws IOException {
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        return new ChildProgram(process, name);
    }

    /**
     * Sends a request and returns the response.
     *
     * @throws IOException if the child process fails or has exited
     */
    String ask(Object... words) throws IOException {
        requests.write(Stream.of(words).map(Object::toString).collect(Collectors.joining(" ", "", "\n")));
        requests.flush();
        String response = responses.readLine();
        if (response == null) {
            throw new IOException("the child process " + name + " ended without a response");
        }
        if (response.startsWith(FAILED)) {
            throw new IOException(response.substring(FAILED.length()));
        }
        return response;
    }

    /**
     * Reads requests from the standard input and prints the responses, until the input ends. Called by the main method of the child JVM.
     */
    static void serve(RequestHandler handler) throws IOException {
        BufferedReader requests = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        PrintStream out = System.out;
        for (String request = requests.readLine(); request != null; request = requests.readLine()) {
            out.println(oneLine(handler, List.of(request.split(" ", -1))));
            out.flush();
        }
    }

    private static String oneLine(RequestHandler handler, List<String> request) {
        try {
            return handler.handle(request);
        } catch (Exception e) {
            return FAILED + String.valueOf(e.getMessage()).replace('\n', ' ');
        }
    }

    @Override
    public void close() {
        try {
            requests.close();
            process.waitFor();
        } catch (IOException e) {
            process.destroy(); // the process has exited or is about to exit
        } catch (InterruptedException e) {
            process.destroy();
            Thread.currentThread().interrupt();
        }
    }
}
