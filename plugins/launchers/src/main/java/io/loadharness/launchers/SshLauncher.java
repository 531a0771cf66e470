// SPDX-License-Identifier: Apache-2.0
package io.loadharness.launchers;

import io.loadharness.cluster.LaunchRequest;
import io.loadharness.cluster.LaunchedWorkers;
import io.loadharness.cluster.Launcher;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * Starts workers on other hosts with the system's {@code ssh}. A host needs only Java 17 or newer. The launcher copies the program once to
 * the folder {@code ~/.cache/loadharness/programs} of the host. The name of the copy is a hash of its content. A worker ends when its ssh
 * connection ends.
 *
 * <pre>{@code
 * harness run run.yaml --on ssh --hosts n1,n2,n3
 * }</pre>
 *
 * <p>Options: {@code hosts}, {@code java}, {@code java-option} and {@code ssh-option}. The options {@code java-option} and
 * {@code ssh-option} may be repeated.
 */
public final class SshLauncher implements Launcher {

    private static final Set<String> OPTIONS = Set.of("hosts", "java", "java-option", "ssh-option");
    private static final Duration START_LIMIT = Duration.ofSeconds(30);

    /** Less than 10, from which on an ssh server drops logins by default (MaxStartups). All may lead through one login node. */
    private static final int PARALLEL_HOSTS = 8;

    private final List<String> prefix;

    public SshLauncher() {
        this(List.of());
    }

    /** Creates a launcher for tests. The prefix is a command that runs ssh, for example in a network namespace. */
    SshLauncher(List<String> prefix) {
        this.prefix = List.copyOf(prefix);
    }

    @Override
    public String name() {
        return "ssh";
    }

    @Override
    public int defaultWorkers(Map<String, String> options) throws IOException {
        return SshHosts.parse(new LauncherOptions(name(), options, OPTIONS)).size();
    }

    @Override
    public LaunchedWorkers start(LaunchRequest request) throws IOException, InterruptedException {
        LauncherOptions options = new LauncherOptions(name(), request.options(), OPTIONS);
        List<String> hosts = SshHosts.parse(options);
        SshHosts.file(options)
                .ifPresent(file -> request.messages().accept("--hosts: " + hosts.size() + " from the file " + file));
        SshCommand ssh = new SshCommand(prefix, options.values("ssh-option"));
        String hash;
        try (ProgramBundle bundle = ProgramBundle.of(request.classPath(), Shell.script("worker.sh"))) {
            hash = bundle.hash();
            SshPreparation preparation = new SshPreparation(ssh, request.messages());
            String java = options.value("java", "java");
            Set<String> used = new LinkedHashSet<>(hosts.subList(0, Math.min(hosts.size(), request.workers())));
            List<Callable<Boolean>> tasks = new ArrayList<>();
            used.forEach(host -> tasks.add(() -> preparation.prepare(host, bundle, java)));
            all(tasks);
        }
        return startWorkers(request, options, hosts, ssh, hash);
    }

    private static LaunchedWorkers startWorkers(
            LaunchRequest request, LauncherOptions options, List<String> hosts, SshCommand ssh, String hash)
            throws IOException, InterruptedException {
        Map<Integer, SshWorker> workers = new ConcurrentHashMap<>();
        List<Callable<Boolean>> tasks = new ArrayList<>();
        // Starts one worker at a time on each host, because sshd refuses logins if too many are in progress.
        for (Map.Entry<String, List<Integer>> host :
                ranksByHost(hosts, request.workers()).entrySet()) {
            tasks.add(() -> {
                for (int rank : host.getValue()) {
                    SshWorker worker = SshWorker.start(
                            rank,
                            host.getKey(),
                            WorkerLogs.create(request.logs(), rank),
                            ssh.words(host.getKey(), remoteCommand(request, options, hash, rank)),
                            request.secret());
                    workers.put(rank, worker);
                    worker.awaitStart(START_LIMIT);
                }
                return true;
            });
        }
        try {
            all(tasks);
        } catch (IOException | InterruptedException | RuntimeException e) {
            new SshWorkers(List.copyOf(workers.values())).close();
            throw e;
        }
        return new SshWorkers(List.copyOf(new TreeMap<>(workers).values()));
    }

    private static Map<String, List<Integer>> ranksByHost(List<String> hosts, int workers) {
        Map<String, List<Integer>> ranks = new LinkedHashMap<>();
        for (int rank = 0; rank < workers; rank++) {
            ranks.computeIfAbsent(hosts.get(rank % hosts.size()), host -> new ArrayList<>())
                    .add(rank);
        }
        return ranks;
    }

    /** Runs tasks in parallel, waits for all of them, and throws the exception of the first task in the list that failed. */
    private static void all(List<Callable<Boolean>> tasks) throws IOException, InterruptedException {
        ExecutorService pool = Executors.newFixedThreadPool(Math.min(PARALLEL_HOSTS, tasks.size()), task -> {
            Thread thread = new Thread(task, "launcher-ssh");
            thread.setDaemon(true);
            return thread;
        });
        try {
            List<IOException> failures = new ArrayList<>();
            for (Future<Boolean> future : pool.invokeAll(tasks)) {
                try {
                    future.get();
                } catch (ExecutionException e) {
                    if (e.getCause() instanceof IOException failure) {
                        failures.add(failure);
                    } else {
                        throw new IllegalStateException(e.getCause());
                    }
                }
            }
            if (!failures.isEmpty()) {
                IOException first = failures.get(0);
                String others =
                        failures.size() == 1 ? "" : "; " + (failures.size() - 1) + " other hosts or workers failed too";
                throw new IOException(first.getMessage() + others, first);
            }
        } finally {
            pool.shutdownNow();
            pool.awaitTermination(START_LIMIT.toSeconds(), TimeUnit.SECONDS); // a task may be starting a process
        }
    }

    private static String remoteCommand(LaunchRequest request, LauncherOptions options, String hash, int rank) {
        List<String> words = new ArrayList<>();
        words.add(options.value("java", "java"));
        words.addAll(WorkerJvm.OPTIONS);
        words.addAll(options.values("java-option"));
        words.add(request.mainClass());
        words.addAll(request.arguments());
        words.add("--rank");
        words.add(Integer.toString(rank));
        return "exec sh \"$HOME\"/.cache/loadharness/programs/" + hash + "/worker.sh " + Shell.quote(words);
    }

    @Override
    public String describe(LaunchRequest request) throws IOException {
        LauncherOptions options = new LauncherOptions(name(), request.options(), OPTIONS);
        List<String> hosts = SshHosts.parse(options);
        SshCommand ssh = new SshCommand(prefix, options.values("ssh-option"));
        StringBuilder text = new StringBuilder();
        SshHosts.file(options)
                .ifPresent(file ->
                        text.append("# Hosts from the file ").append(file).append('\n'));
        try (ProgramBundle bundle = ProgramBundle.of(request.classPath(), Shell.script("worker.sh"))) {
            Map<String, List<Integer>> ranks = ranksByHost(hosts, request.workers());
            text.append(
                    "# Each host first gets the program (%d files, %d MB) as a tar archive on standard input, unless it has it.%n"
                            .formatted(bundle.files(), bundle.megabytes()));
            SshPreparation preparation = new SshPreparation(ssh, request.messages());
            for (String host : ranks.keySet()) {
                String command = preparation.remoteCommand(bundle.hash(), options.value("java", "java"));
                text.append(Shell.quote(ssh.words(host, command))).append('\n');
            }
            ranks.forEach((host, workers) -> workers.forEach(rank -> text.append(
                            "# Worker %d on %s; the first line of its input is the secret.%n".formatted(rank, host))
                    .append(Shell.quote(ssh.words(host, remoteCommand(request, options, bundle.hash(), rank))))
                    .append('\n')));
        }
        return text.toString();
    }
}
