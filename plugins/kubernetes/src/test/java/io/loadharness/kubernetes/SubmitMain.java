// SPDX-License-Identifier: Apache-2.0
package io.loadharness.kubernetes;

import io.loadharness.cluster.SubmitRequest;
import io.loadharness.cluster.SubmittedRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;

/** Submits a run from the network of the test cluster: arguments are the folder for results, and options as KEY=VALUE. */
final class SubmitMain {

    private SubmitMain() {}

    public static void main(String[] arguments) throws InterruptedException {
        Path results = Path.of(arguments[0]);
        Map<String, String> options = new HashMap<>();
        for (String each : List.of(arguments).subList(1, arguments.length)) {
            int at = each.indexOf('=');
            options.merge(each.substring(0, at), each.substring(at + 1), (first, second) -> first + "\n" + second);
        }
        SubmitRequest request = new SubmitRequest(
                2,
                List.of("run", "run.yaml"),
                Map.of("run.yaml", "# empty\n"),
                Set.of(),
                SubmitRequest.newSecret(),
                options);
        int status = 1;
        try (SubmittedRun run = new KubernetesSubmitter().submit(request, each -> System.out.println("* " + each))) {
            Runtime.getRuntime().addShutdownHook(new Thread(() -> stopAndWait(run)));
            status = run.await(System.out::println);
            run.fetch(results);
            try (var files = Files.walk(results)) {
                files.filter(Files::isRegularFile)
                        .forEach(each -> System.out.println("file " + results.relativize(each)));
            }
        } catch (IOException e) {
            System.out.println("error " + e.getMessage());
        }
        System.out.println("exit code " + status);
        System.out.flush();
        Runtime.getRuntime().halt(status);
    }

    /** Keeps the JVM alive after a signal until the main thread halts it, as the command line does. */
    private static void stopAndWait(SubmittedRun run) {
        run.stop();
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
