// SPDX-License-Identifier: Apache-2.0
package io.loadharness.kubernetes;

import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobCondition;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.loadharness.cluster.SubmittedRun;
import io.loadharness.internal.ProgramName;
import io.loadharness.kubernetes.KubernetesOptions.Mode;
import io.loadharness.kubernetes.PodDiagnosis.Phase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A run that is a Job in a cluster. Requests the state of the pods every second instead of using a watch, because a watch could break
 * without an error and miss the end of a pod.
 */
final class KubernetesRun implements SubmittedRun {

    /** The message about an API server that does not respond. */
    static final String SILENT_SERVER = "The Kubernetes API server does not respond; the run continues.";

    private static final long POLL_MILLIS = 1000;
    private static final Duration REMOVAL = Duration.ofSeconds(20);
    private static final int MAX_SENTENCES = 3;
    private static final int MAX_OUTPUT_LINES = 5000;
    private static final int INCOMPLETE = 1; // the exit code of pod.sh for a run that was killed or has not ended
    private static final String WORKERS = "workers";
    private static final String CREATION = "creation"; // the subject of a message
    private static final String SERVER = "server"; // the subject of a message
    private static final String SIGNAL =
            "[ -e /tmp/stopped ] || { kill -TERM $(cat /tmp/harness.pid) && touch /tmp/stopped; }";
    private static final String INDEX = "batch.kubernetes.io/job-completion-index";

    private final KubernetesClient client;
    private final String namespace;
    private final KubernetesOptions options;
    private final String name;
    private final String uid;
    private final int pods;
    private final Removal removal;
    private final Consumer<String> messages;
    private final AtomicBoolean isClosed = new AtomicBoolean();
    private final Map<String, String> reported = Collections.synchronizedMap(new LinkedHashMap<>());
    private volatile @Nullable PodExec coordinator;
    private final Map<Integer, String> outputs = new ConcurrentHashMap<>();
    private volatile Map<Pod, PodDiagnosis> last = Map.of();
    private boolean isCreationHopeless;
    private volatile boolean isStopping;
    private volatile boolean isSignalled;
    private volatile OptionalInt exitCode = OptionalInt.empty();
    private volatile boolean isKept;
    private volatile boolean isCollectable = true;

    /** The clock of the limits of this run. Tests replace it. */
    LongSupplier nanoTime = System::nanoTime;

    /**
     * Creates a run for its Job.
     *
     * @param isFound true if another command submitted the run; {@link #close} then removes nothing before the results were fetched
     */
    KubernetesRun(
            KubernetesClient client,
            String namespace,
            KubernetesOptions options,
            Job job,
            boolean isFound,
            Consumer<String> messages) {
        this.client = client;
        this.namespace = namespace;
        this.options = options;
        this.name = job.getMetadata().getName();
        this.uid = job.getMetadata().getUid();
        this.pods = job.getSpec().getCompletions();
        this.removal = new Removal(client, namespace, name, uid, messages);
        this.isKept = isFound;
        this.messages = messages;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public String resultFolder() {
        return options.name().isEmpty() ? Manifests.RESULTS : Manifests.RESULTS + "/" + options.name();
    }

    @Override
    public int await(Consumer<String> log) throws IOException, InterruptedException {
        RunDeadlines deadlines = new RunDeadlines(options, nanoTime);
        try (CoordinatorLog output = new CoordinatorLog(log)) {
            while (true) {
                try {
                    OptionalInt code = step(output, deadlines);
                    if (code.isPresent()) {
                        exitCode = code;
                        return code.getAsInt();
                    }
                    deadlines.responded();
                    reported.remove(SERVER);
                } catch (KubernetesClientException e) {
                    if (!ApiErrors.isTransient(e) || deadlines.isSilentTooLong()) {
                        keep();
                        throw ApiErrors.explained("waiting for the run " + name, client, e);
                    }
                    report(SERVER, SILENT_SERVER);
                }
                Thread.sleep(POLL_MILLIS);
            }
        }
    }

    /** Requests the state of the Job once. Returns the exit code of the coordinator if it has ended. */
    private OptionalInt step(CoordinatorLog output, RunDeadlines deadlines) throws IOException {
        OptionalInt code = output.exitCode();
        if (code.isPresent()) {
            return code;
        }
        if (output.refusal().isPresent()) {
            throw new IOException(output.refusal().get());
        }
        Job job =
                client.batch().v1().jobs().inNamespace(namespace).withName(name).get();
        if (job == null || !uid.equals(job.getMetadata().getUid())) {
            isCollectable = false;
            throw new IOException("the Job " + name + " was deleted while it was running");
        }
        deadlines.queued(isQueued(job));
        List<Pod> all = pods();
        Map<Pod, PodDiagnosis> states = diagnose(job, all);
        addDeleted(job, states);
        last = states;
        states.forEach((pod, state) -> {
            if (state.phase() == Phase.ENDED || pod.getMetadata().getDeletionTimestamp() != null) {
                keepOutput(pod, state); // Kubernetes may soon delete a pod that has ended
            }
        });
        Optional<Pod> first = all.stream().filter(each -> index(each) == 0).findFirst();
        Optional<PodDiagnosis> state = first.map(states::get).map(Objects::requireNonNull);
        boolean isStarted = state.isPresent() && state.get().phase() != Phase.WAITING;
        if (isStarted) {
            coordinator =
                    new PodExec(client, namespace, first.get().getMetadata().getName());
            output.follow(client, namespace, first.get().getMetadata().getName());
        }
        explain(states);
        boolean isOver = failure(job).isPresent() || condition(job, "Complete").isPresent();
        isCollectable = state.isPresent() ? state.get().phase() != Phase.ENDED : !isOver;
        failure(job).ifPresent(each -> {
            deadlines.ending();
            report("job", "Kubernetes ends the run: " + each + (each.endsWith(".") ? "" : "."));
        });
        if (first.isPresent() && first.get().getMetadata().getDeletionTimestamp() != null) {
            deadlines.ending();
        }
        if (state.isPresent() && state.get().phase() == Phase.ENDED) {
            output.podEnded();
            if (output.isDrained()) {
                return ended(first.get(), state.get(), output);
            }
        }
        refuseHopeless(states, deadlines);
        if (isOver && first.isEmpty()) {
            throw new IOException("the run " + name + " has ended, and its pods were removed"
                    + failure(job).map(each -> " (" + each + ")").orElse("") + adviceAboutClaim());
        }
        if (deadlines.isEnding() && !isStarted) {
            throw new IOException("the run " + name + " ended before its coordinator started: "
                    + failure(job).orElse("its pods were removed"));
        }
        if (deadlines.isEnded()) {
            throw new IOException("the coordinator wrote no results before Kubernetes ended it: "
                    + failure(job)
                            .or(() -> state.map(PodDiagnosis::sentence).filter(each -> !each.isEmpty()))
                            .orElse("its pod was deleted"));
        }
        boolean allStarted =
                all.size() >= pods && states.values().stream().noneMatch(each -> each.phase() == Phase.WAITING);
        if (allStarted) {
            deadlines.started();
            if (states.values().stream().allMatch(each -> each.phase() == Phase.RUNNING)) {
                report("pods", pods == 1 ? "The pod runs." : "All " + pods + " pods run.");
            }
        } else if (deadlines.isStartTooLate()) {
            throw new IOException("the pods of the run did not start within --start-timeout "
                    + options.startTimeout().toSeconds() + " s: " + waitingReasons(states));
        }
        if (deadlines.isRunTooLong()) {
            String limit = "--wait " + options.limit().toSeconds() + " s";
            if (options.mode() != Mode.RUN) {
                throw new IOException("the pod is removed, because the maximum time " + limit + " has passed");
            }
            report("limit", "The run did not end within " + limit + ". It is asked to end and to write its results.");
            isStopping = true;
        }
        if (isStopping) {
            signal();
        }
        if (deadlines.isRunMuchTooLong()) {
            keep();
            throw new IOException("the run did not end within --wait "
                    + options.limit().toSeconds() + " s, and the coordinator did not confirm its end");
        }
        Optional<String> silence =
                state.filter(each -> each.phase() == Phase.SILENT).map(PodDiagnosis::sentence);
        if (deadlines.isNodeLost(silence.isPresent())) {
            throw new IOException("the coordinator was lost: " + silence.orElseThrow());
        }
        return OptionalInt.empty();
    }

    private static boolean isQueued(Job job) {
        return Boolean.TRUE.equals(job.getSpec().getSuspend());
    }

    private List<Pod> pods() {
        return removal.pods().stream()
                .sorted(Comparator.comparingInt(KubernetesRun::index))
                .toList();
    }

    private static int index(Pod pod) {
        Map<String, String> annotations = pod.getMetadata().getAnnotations();
        String text = annotations == null ? null : annotations.get(INDEX);
        try {
            return text == null ? Integer.MAX_VALUE : Integer.parseInt(text);
        } catch (NumberFormatException e) {
            return Integer.MAX_VALUE;
        }
    }

    private Map<Pod, PodDiagnosis> diagnose(Job job, List<Pod> all) {
        Map<Pod, PodDiagnosis> states = new LinkedHashMap<>();
        isCreationHopeless = false;
        int asked = 0;
        for (Pod each : all) {
            PodDiagnosis state = PodDiagnosis.of(each, List.of());
            if (state.phase() == Phase.WAITING && asked++ < MAX_SENTENCES) {
                state = PodDiagnosis.of(each, events("Pod", each.getMetadata().getName()));
            }
            states.put(each, state);
        }
        if (all.size() < pods && failure(job).isEmpty()) {
            if (isQueued(job)) {
                report(
                        "queue",
                        "The Job waits in its queue"
                                + options.queue().map(each -> " " + each).orElse("") + ".");
            }
            events("Job", name).stream()
                    .filter(each -> "FailedCreate".equals(each.getReason()))
                    .reduce((first, second) -> second)
                    .map(each -> ApiErrors.oneLine(String.valueOf(each.getMessage())))
                    .ifPresent(each -> {
                        isCreationHopeless = PodDiagnosis.isAccountMissing(each) && !isQueued(job);
                        report(
                                CREATION,
                                "Kubernetes cannot create the pods: " + each
                                        + PodDiagnosis.remedy(each)
                                                .map(text -> ": " + text)
                                                .orElse(""));
                    });
        }
        return states;
    }

    /** Adds the pod that made the Job fail, if Kubernetes has already deleted it. */
    private void addDeleted(Job job, Map<Pod, PodDiagnosis> states) {
        String message = failure(job).orElse("");
        last.forEach((pod, state) -> {
            String podName = pod.getMetadata().getName();
            if (message.contains(podName)
                    && states.keySet().stream()
                            .noneMatch(each -> each.getMetadata().getName().equals(podName))) {
                states.put(pod, state.phase() == Phase.ENDED ? state : PodDiagnosis.deleted(pod));
            }
        });
    }

    /** Returns the events about an object. Returns no events if the user may not read them, because only messages use them. */
    private List<Event> events(String kind, String object) {
        try {
            return client.v1()
                    .events()
                    .inNamespace(namespace)
                    .withField("involvedObject.kind", kind)
                    .withField("involvedObject.name", object)
                    .list()
                    .getItems();
        } catch (KubernetesClientException e) {
            if (e.getCode() == 403) {
                return List.of();
            }
            throw e;
        }
    }

    /**
     * Reports the state of pods that need attention. Reports each sentence only once, even if it applies to several pods. Does not report a
     * state that is the error of the run.
     */
    private void explain(Map<Pod, PodDiagnosis> all) {
        Map<Pod, PodDiagnosis> states = new LinkedHashMap<>(all);
        states.entrySet().removeIf(each -> isError(index(each.getKey()), each.getValue()));
        for (String each : sentences(states, state -> true)) {
            // The messages of different pods about the same image differ, so they are compared only by the image.
            int image = each.indexOf(PodDiagnosis.NOT_PULLED);
            if (reported.put(image < 0 ? each : each.substring(each.lastIndexOf(' ', image - 1), image), each)
                    == null) {
                messages.accept(each + (each.endsWith(".") ? "" : "."));
            }
        }
    }

    private static boolean isError(int index, PodDiagnosis state) {
        return state.phase() == Phase.WAITING ? state.isHopeless() : state.phase() == Phase.ENDED && index == 0;
    }

    /** Returns sentences about the pods that need attention. Each sentence starts with the pod that it applies to. */
    private List<String> sentences(Map<Pod, PodDiagnosis> states, Predicate<PodDiagnosis> filter) {
        Map<String, List<Pod>> bySentence = new LinkedHashMap<>();
        states.forEach((pod, state) -> {
            String sentence = state.sentence();
            boolean isNormal = sentence.isEmpty()
                    || sentence.equals(PodDiagnosis.STARTS)
                    || sentence.equals(PodDiagnosis.ENDED)
                    // The pods of a Job may start before the objects that the Job owns exist.
                    || sentence.contains('"' + name + "\" not found");
            if (!isNormal && filter.test(state)) {
                bySentence.computeIfAbsent(sentence, each -> new ArrayList<>()).add(pod);
            }
        });
        return bySentence.entrySet().stream()
                .limit(MAX_SENTENCES)
                .map(each -> title(each.getValue().get(0)) + (each.getValue().size() > 1 ? " and others" : "") + ": "
                        + each.getKey())
                .toList();
    }

    private static String title(Pod pod) {
        int index = index(pod);
        return (index == 0 ? "Coordinator" : "Worker " + (index - 1)) + " (pod "
                + pod.getMetadata().getName() + ")";
    }

    private String waitingReasons(Map<Pod, PodDiagnosis> states) {
        List<String> reasons =
                isCreationHopeless ? List.of() : sentences(states, each -> each.phase() == Phase.WAITING);
        return reasons.isEmpty() ? reported.getOrDefault(CREATION, "no reason is known") : String.join("; ", reasons);
    }

    private void refuseHopeless(Map<Pod, PodDiagnosis> states, RunDeadlines deadlines) throws IOException {
        boolean needsChange = isCreationHopeless;
        for (Map.Entry<Pod, PodDiagnosis> each : states.entrySet()) {
            PodDiagnosis state = each.getValue();
            if (state.phase() != Phase.WAITING) {
                continue;
            }
            needsChange |= state.needsChange();
            if (state.isHopeless()) {
                throw new IOException(title(each.getKey()) + " cannot start: " + state.sentence());
            }
        }
        if (deadlines.isImageMissing(needsChange)) {
            throw new IOException("the pods cannot start: " + waitingReasons(states));
        }
    }

    private static Optional<String> failure(Job job) {
        return condition(job, "Failed", "FailureTarget").map(KubernetesRun::sentence);
    }

    private static Optional<JobCondition> condition(Job job, String... types) {
        return job.getStatus() == null
                ? Optional.empty()
                : job.getStatus().getConditions().stream()
                        .filter(each -> List.of(types).contains(each.getType()))
                        .filter(each -> "True".equals(each.getStatus()))
                        .findFirst();
    }

    private static String sentence(JobCondition condition) {
        if ("DeadlineExceeded".equals(condition.getReason())) {
            return "it is active for longer than its deadline";
        }
        return ApiErrors.oneLine(String.valueOf(condition.getMessage()));
    }

    /**
     * Returns the exit code of a coordinator that has ended. Called when its log is complete. Throws an exception if the log has no exit
     * code.
     */
    private OptionalInt ended(Pod pod, PodDiagnosis state, CoordinatorLog output) throws IOException {
        OptionalInt code = output.exitCode();
        if (code.isPresent()) {
            return code;
        }
        if (output.refusal().isPresent()) {
            throw new IOException(output.refusal().get());
        }
        throw new IOException(title(pod) + " was lost before it wrote results: " + state.sentence());
    }

    @Override
    public void fetch(Path folder) throws IOException, InterruptedException {
        PodExec pod = coordinator;
        if (pod == null) {
            throw new IOException("the coordinator of " + name + " has not started, so that there are no results");
        }
        if (!isCollectable) {
            throw new IOException("the results of " + name + " cannot be fetched: its coordinator has ended, and no"
                    + " command can run in its pod" + adviceAboutClaim());
        }
        keep();
        try {
            Optional<Consumer<String>> warnings =
                    mayMissFiles(options, exitCode) ? Optional.of(messages) : Optional.empty();
            if (options.name().isEmpty()) {
                pod.copy(
                        resultFolder(), folder, warnings); // replaces the results of an earlier copy of the whole claim
            } else {
                ResultFolder.fill(folder, part -> {
                    pod.copy(resultFolder(), part, warnings);
                    writeOutputOfWorkers(part.resolve(WORKERS));
                });
            }
            isKept = false;
        } catch (KubernetesClientException e) {
            throw ApiErrors.explained("fetching the results", client, e);
        } catch (IOException e) {
            throw new IOException("the results of " + name + " cannot be fetched: " + e.getMessage(), e);
        }
    }

    /** Returns true for a whole claim, which may contain files that the pods may not read, and for a run that may still write. */
    static boolean mayMissFiles(KubernetesOptions options, OptionalInt exitCode) {
        return options.mode() == Mode.COLLECT
                && (options.name().isEmpty() || exitCode.equals(OptionalInt.of(INCOMPLETE)));
    }

    /** Lets {@link #close} remove nothing if the coordinator may have results. */
    private void keep() {
        isKept |= coordinator != null && options.mode() == Mode.RUN;
    }

    /** Returns the end of a sentence about a run whose results cannot be copied from its pod. */
    private String adviceAboutClaim() {
        if (options.mode() != Mode.RUN) {
            return "";
        }
        return options.resultsClaim()
                .map(each -> ": if the run wrote results, copy them from the claim " + each + " with --skip-run"
                        + " --run-name " + name)
                .orElse("; without --pvc, results exist only in the pods");
    }

    /** Returns true if Kubernetes removes the coordinator, which then exists only until the end of its grace. */
    private boolean isCoordinatorRemoved() {
        return last.keySet().stream()
                .anyMatch(each -> index(each) == 0 && each.getMetadata().getDeletionTimestamp() != null);
    }

    private void reportKept(@Nullable PodExec pod) {
        String claim = options.resultsClaim()
                .map(each -> " Later, fetch them from the claim " + each + " with --skip-run.")
                .orElse("");
        messages.accept("The run " + name + " stays in the cluster. Its "
                + (pod == null ? "coordinator" : "pod " + pod.pod()) + " keeps the results "
                + (isCoordinatorRemoved()
                        ? "for at most " + Manifests.GRACE.toSeconds() + " s, because Kubernetes removes it"
                        : "until " + options.linger().toSeconds() + " s after the end of the run")
                + ". Fetch them with `" + ProgramName.COMMAND + " collect " + name + " --namespace " + namespace
                + options.context().map(each -> " --context " + each).orElse("") + " --output-dir DIR`." + claim);
    }

    /** Writes the output of each worker and the reason why it ended. */
    private void writeOutputOfWorkers(Path folder) throws IOException {
        last.forEach(this::keepOutput);
        if (!outputs.isEmpty()) {
            Files.createDirectories(folder);
        }
        for (Map.Entry<Integer, String> each : outputs.entrySet()) {
            Files.writeString(folder.resolve("worker-" + (each.getKey() - 1) + ".log"), each.getValue());
        }
    }

    private void keepOutput(Pod pod, PodDiagnosis state) {
        int index = index(pod);
        if (index > 0 && index < pods) {
            outputs.computeIfAbsent(index, each -> {
                String reason = state.sentence().isEmpty() ? "" : "Kubernetes: " + state.sentence() + "\n";
                return outputOf(pod.getMetadata().getName()) + reason;
            });
        }
    }

    private String outputOf(String pod) {
        try {
            String text = client.pods()
                    .inNamespace(namespace)
                    .withName(pod)
                    .inContainer(Manifests.CONTAINER)
                    .tailingLines(MAX_OUTPUT_LINES)
                    .getLog();
            return text == null ? "" : text;
        } catch (KubernetesClientException e) {
            return "The output cannot be read: "
                    + ApiErrors.explained("reading it", client, e).getMessage() + "\n";
        }
    }

    @Override
    public void stop() {
        if (coordinator == null || options.mode() != Mode.RUN) {
            close();
            return;
        }
        isStopping = true; // if the signal fails, the next step of await sends it again
        signal();
    }

    /** Sends SIGTERM to the coordinator, but only once, because a second signal would end it without results. */
    private synchronized void signal() {
        PodExec pod = coordinator;
        if (pod == null || exitCode.isPresent() || isSignalled) {
            return;
        }
        try {
            pod.run("sh", "-c", SIGNAL);
            isSignalled = true;
        } catch (IOException | KubernetesClientException e) {
            report("signal", "The coordinator cannot be asked to end: " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        if (!isClosed.compareAndSet(false, true)) {
            return;
        }
        boolean wasInterrupted = Thread.interrupted();
        PodExec pod = coordinator;
        try {
            if (isKept && isCollectable) {
                reportKept(pod);
            } else if (!isKept) {
                release(pod);
                removal.run(REMOVAL);
            }
        } catch (KubernetesClientException e) {
            messages.accept("The run " + name + " could not be removed: "
                    + ApiErrors.explained("removing it", client, e).getMessage() + ". Kubernetes removes it "
                    + options.ttl().toSeconds() + " s after its end.");
        } catch (InterruptedException e) {
            wasInterrupted = true;
        } finally {
            client.close();
            if (wasInterrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Reports to the coordinator that its results were copied. The coordinator then ends. */
    private static void release(@Nullable PodExec pod) throws InterruptedException {
        if (pod != null) {
            try {
                pod.run("touch", Manifests.FETCHED);
            } catch (IOException | KubernetesClientException e) {
                // the container has ended, or it is unreachable and will be removed
            }
        }
    }

    /** Reports a sentence if it differs from the last sentence about the same subject. */
    private void report(String subject, String sentence) {
        if (!sentence.equals(reported.put(subject, sentence))) {
            messages.accept(sentence);
        }
    }
}
