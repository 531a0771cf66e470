// SPDX-License-Identifier: Apache-2.0
package io.loadharness.engine;

import io.loadharness.inference.EngineProvider;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A JVM engine in a worker process. A crash of its native code ends the worker, not the harness.
 *
 * <pre>{@code
 * List<EngineProcess> engines = IsolatedEngine.of("onnx", Map.of("model", "resnet50.onnx"), List.of("-Xmx4g"))
 *         .processes(2)
 *         .devices("0;1")
 *         .build();
 * }</pre>
 */
public final class IsolatedEngine {

    /** Options of this JVM that select the code, which the worker needs too. */
    private static final List<String> CODE_OPTIONS = List.of(
            "--add-modules", "--add-opens", "--add-exports", "--add-reads", "--patch-module", "--enable-native-access");

    private IsolatedEngine() {}

    /**
     * Returns a builder for processes that run an engine with the Java executable, the class path and the module path of this JVM.
     *
     * @param provider the name of an {@link EngineProvider}
     * @param options the options of the engine, for {@link EngineProvider#create}
     * @param javaOptions options of the JVM of the worker, such as {@code -Xmx4g}
     * @throws IllegalArgumentException if the provider is unknown; the message suggests the most similar name
     */
    public static EngineProcess.Builder of(String provider, Map<String, String> options, List<String> javaOptions) {
        String name = EngineProvider.named(provider).name();
        EngineProcess.Builder builder = EngineProcess.builder().name(name).command(command(name, javaOptions));
        options.forEach(builder::option);
        return builder;
    }

    private static List<String> command(String provider, List<String> javaOptions) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("-XX:+ExitOnOutOfMemoryError");
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(option -> CODE_OPTIONS.stream().anyMatch(option::startsWith))
                .forEach(command::add);
        command.addAll(javaOptions);
        String modulePath = System.getProperty("jdk.module.path", "");
        String classPath = System.getProperty("java.class.path", "");
        if (!modulePath.isEmpty()) {
            command.addAll(List.of("--module-path", modulePath));
        }
        if (!classPath.isEmpty()) {
            command.addAll(List.of("--class-path", classPath));
        }
        Module own = IsolatedEngine.class.getModule();
        command.addAll(
                own.isNamed()
                        ? List.of(
                                "--add-modules",
                                "ALL-MODULE-PATH",
                                "--module",
                                own.getName() + "/" + EngineWorker.class.getName())
                        : List.of(EngineWorker.class.getName()));
        command.add(provider);
        return command;
    }
}
