// SPDX-License-Identifier: Apache-2.0
package io.loadharness.launchers;

import io.loadharness.cluster.LaunchRequest;
import io.loadharness.cluster.LaunchedWorkers;
import io.loadharness.cluster.Launcher;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;

/** Starts workers in a process of its own: {@code LaunchMain ENGINE LOGS WORKERS CLASS_PATH NAME=VALUE...}. */
final class LaunchMain {

    private LaunchMain() {}

    public static void main(String[] args) throws Exception {
        Map<String, String> options = new HashMap<>();
        for (String option : Arrays.asList(args).subList(4, args.length)) {
            String[] parts = option.split("=", 2);
            options.merge(parts[0], parts[1], (first, second) -> first + "\n" + second);
        }
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        String secret = input.readLine();
        LaunchRequest request = new LaunchRequest(
                Integer.parseInt(args[2]),
                List.of(Path.of(args[3])),
                TestWorker.class.getName(),
                List.of("two words"),
                secret,
                options,
                Path.of(args[1]));
        Launcher launcher = ServiceLoader.load(Launcher.class).stream()
                .map(ServiceLoader.Provider::get)
                .filter(each -> each.name().equals(args[0]))
                .findFirst()
                .orElseThrow();
        try (LaunchedWorkers workers = launcher.start(request)) {
            System.out.println("started");
            while (input.readLine() != null) {
                System.out.println(workers.states());
            }
            workers.stop(Duration.ofSeconds(10));
            System.out.println(workers.states());
        } catch (IOException | IllegalArgumentException e) {
            System.out.println("refused: " + e.getMessage());
        }
    }
}
