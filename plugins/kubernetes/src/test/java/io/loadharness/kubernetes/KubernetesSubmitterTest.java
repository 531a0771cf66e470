// SPDX-License-Identifier: Apache-2.0
package io.loadharness.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.loadharness.cluster.SubmitRequest;
import io.loadharness.cluster.SubmittedRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledIfEnvironmentVariable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs against an API server that answers as the test wants, over real HTTP. */
@Isolated // sets a system property
class KubernetesSubmitterTest {

    private static final String JOBS = "/apis/batch/v1/namespaces/bench/jobs";
    private static final String RUNNING = "{\"active\":2}";

    private final List<String> messages = new CopyOnWriteArrayList<>();
    private FakeApiServer server;
    private Path kubeconfig;

    @BeforeEach
    void start(@TempDir Path folder) throws IOException {
        server = new FakeApiServer();
        kubeconfig = server.kubeconfig(folder);
        System.setProperty("kubeconfig", kubeconfig.toString());
    }

    @AfterEach
    void stop() {
        System.clearProperty("kubeconfig");
        server.close();
    }

    private SubmittedRun submit(String... more) throws IOException {
        return submit(messages::add, more);
    }

    private static SubmittedRun submit(Consumer<String> messages, String... more) throws IOException {
        Map<String, String> options = new HashMap<>(Map.of("image", "example.com/lh:1", "run-name", "bench1"));
        for (int i = 0; i < more.length; i += 2) {
            options.put(more[i], more[i + 1]);
        }
        return new KubernetesSubmitter()
                .submit(
                        new SubmitRequest(
                                1, List.of("run", "run.yaml"), Map.of("run.yaml", ""), Set.of(), "hidden any", options),
                        messages);
    }

    private static String pod(int index, String status) {
        return """
            {"metadata":{"name":"bench1-%d-abc","annotations":{"batch.kubernetes.io/job-completion-index":"%d"}},
             "spec":{"nodeName":"n1","containers":[{"name":"harness","image":"example.com/lh:1"}]},
             "status":%s}\
            """.formatted(index, index, status);
    }

    private static String container(String state) {
        return """
            {"phase":"Running","containerStatuses":[{"name":"harness","ready":true,"state":%s}]}\
            """.formatted(state);
    }

    private void assertRefused(String start, String sentence) {
        assertThatThrownBy(() -> submit().close())
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith(start)
                .hasMessageContaining(sentence);
    }

    @Test
    void allObjectsBelongToTheJob() throws IOException {
        server.pods();
        submit().close();
        List<String> owned = server.bodies().stream()
                .filter(each -> each.contains("ownerReferences"))
                .toList();
        assertThat(owned).hasSize(3).allMatch(each -> each.contains("uid-1"));
        assertThat(owned).anyMatch(each -> each.contains("\"kind\":\"Secret\""));
        assertThat(server.requests()).anyMatch(each -> each.startsWith("DELETE " + JOBS + "/bench1"));
        assertThat(messages).containsExactly("Submitted the Job bench1 with 2 pods to the namespace bench.");
    }

    @Test
    void podsOfAnotherProgramWithTheSameNameAreNotTouched() throws Exception {
        server.on(
                "GET /api/v1/namespaces/bench/pods",
                200,
                FakeApiServer.pods(List.of(pod(0, container("{\"running\":{}}")).replace("bench1-0-abc", "llama-0"))));
        server.job(RUNNING);
        server.pods(pod(0, container("{\"terminated\":{\"exitCode\":1}}")));
        try (SubmittedRun run = submit()) {
            assertThatThrownBy(() -> run.await(line -> {})).hasMessageContaining("bench1-0-abc");
        }
        assertThat(server.requests()).noneMatch(each -> each.contains("llama-0"));
        assertThat(server.bodies()).noneMatch(each -> each.contains("\"selector\":{\"app.kubernetes.io"));
    }

    @Test
    void aJobThatReplacedTheJobOfTheRunIsNotDeleted() throws IOException {
        server.fail("DELETE " + JOBS, 409, "the UID in the precondition does not match the UID in record");
        submit().close();
        assertThat(server.bodies()).anyMatch(each -> each.contains("\"preconditions\":{\"uid\":\"uid-1\"}"));
        assertThat(server.requests()).noneMatch(each -> each.startsWith("DELETE /api/v1"));
        assertThat(messages).hasSize(1);
    }

    @Test
    void aJobWithTheSameNameIsAnotherRun() throws IOException {
        server.on("GET " + JOBS + "/", 200, """
            {"kind":"Job","apiVersion":"batch/v1","metadata":{"name":"bench1","uid":"uid-2"},"spec":{},"status":{}}\
            """);
        try (SubmittedRun run = submit()) {
            assertThatThrownBy(() -> run.await(line -> {})).hasMessageContaining("was deleted while it was running");
        }
    }

    @Test
    void onlyTheSecretContainsTheSecret() throws IOException {
        submit().close();
        assertThat(server.bodies().stream().filter(each -> each.contains("hidden any")))
                .singleElement()
                .asString()
                .contains("\"kind\":\"Secret\"");
        assertThat(server.requests()).noneMatch(each -> each.contains("hidden"));
    }

    @Test
    void anOlderServerGetsNoSuccessPolicy() throws IOException {
        server.on("GET /version", 200, "{\"major\":\"1\",\"minor\":\"30+\"}");
        submit().close();
        assertThat(server.bodies()).noneMatch(each -> each.contains("successPolicy"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "{\"minor\":\"\"}", "{\"minor\":\"99999999999999999999\"}"})
    void aServerOfUnknownVersionGetsASuccessPolicy(String version) throws IOException {
        server.on("GET /version", 200, version);
        submit().close();
        assertThat(server.bodies()).anyMatch(each -> each.contains("successPolicy"));
    }

    @Test
    void openShiftChoosesUserAndGroup() throws IOException {
        submit().close();
        server.on("GET /apis/security.openshift.io", 200, """
            {"kind":"APIGroup","apiVersion":"v1","name":"security.openshift.io","versions":[]}\
            """);
        submit().close();
        submit("openshift", "false").close();
        assertThat(server.bodies().stream().filter(each -> each.contains("\"kind\":\"Job\",\"metadata\"")))
                .extracting(each -> each.contains("fsGroup"))
                .containsExactly(true, false, true);
    }

    @Test
    void theTimeInAQueueDoesNotCount() throws Exception {
        server.job("{\"suspend\":true}", "{}");
        try (SubmittedRun run = submit("start-timeout", "1s", "queue", "clients")) {
            Thread admission = new Thread(() -> {
                // The time between two requests is one second, as long as the time limit.
                while (server.requests().stream()
                                .filter(each -> each.startsWith("GET " + JOBS + "/"))
                                .count()
                        < 5) {
                    LockSupport.parkNanos(1_000_000);
                }
                server.fail("GET " + JOBS + "/", 404, "jobs.batch \"bench1\" not found");
            });
            admission.setDaemon(true); // an early end of the run leaves it waiting
            admission.start();
            assertThatThrownBy(() -> run.await(line -> {})).hasMessageContaining("was deleted while it was running");
            admission.join();
        }
        assertThat(messages).contains("The Job waits in its queue clients.");
    }

    @Test
    void aServerThatFailsForATimeDoesNotEndTheRun() throws Exception {
        server.fail("GET " + JOBS + "/", 503, "the server is currently unable to handle the request");
        server.on(
                "GET /api/v1/namespaces/bench/pods/bench1-0-abc/log",
                200,
                "2026-01-01T00:00:01Z loadharness: the run bench1 ended with exit code 0\n");
        Consumer<String> recovery = message -> {
            messages.add(message);
            if (message.equals("The Kubernetes API server does not respond; the run continues.")) {
                server.pods(pod(0, container("{\"running\":{}}")), pod(1, container("{\"running\":{}}")));
                server.job(RUNNING);
            }
        };
        try (SubmittedRun run = submit(recovery)) {
            assertThat(run.await(line -> {})).isZero();
        }
        assertThat(messages).containsOnlyOnce(KubernetesRun.SILENT_SERVER).contains("All 2 pods run.");
    }

    @Test
    void missingPermissionsAreNamedBeforeAnythingIsCreated() {
        server.on("POST /apis/authorization.k8s.io/v1/selfsubjectaccessreviews", 200, """
            {"kind":"SelfSubjectAccessReview","apiVersion":"authorization.k8s.io/v1","status":{"allowed":false}}\
            """);
        assertRefused("you may not create jobs, get jobs", "get pods/exec in the namespace bench: ask for the Role");
        assertThat(server.requests()).noneMatch(each -> each.startsWith("POST " + JOBS));
    }

    @Test
    void aMissingVerbIsNamedIfTheServerDoesNotSayItBefore() {
        server.fail(
                "POST " + JOBS,
                403,
                "jobs.batch is forbidden: User \"jane\" cannot create resource \"jobs\" in API group \"batch\" in the"
                        + " namespace \"bench\"");
        assertRefused("the user jane may not create jobs in the namespace bench", "ask for the Role");
    }

    @Test
    void aMissingNamespaceIsNamed() {
        server.fail("POST " + JOBS, 404, "namespaces \"bench\" not found");
        assertRefused("the namespace bench does not exist", "--namespace");
    }

    @Test
    void aQuotaIsExplained() {
        server.fail("POST " + JOBS, 403, "jobs \"x\" is forbidden: exceeded quota: q, requested: cpu=8");
        assertRefused("the quota of the namespace", "exceeded quota: q, requested: cpu=8");
    }

    @Test
    void anObjectWithTheSameNameIsExplained() {
        server.job(RUNNING);
        server.fail("POST " + JOBS, 409, "jobs.batch \"bench1\" already exists");
        assertRefused("starting the run is not possible", "--run-name");
    }

    @Test
    void aJobWhoseCreationWasRepeatedIsThatOfTheRun() throws IOException {
        server.loseResponse(JOBS);
        submit().close();
        assertThat(server.bodies()).anyMatch(each -> each.contains("\"kind\":\"Secret\""));
        assertThat(server.requests()).anyMatch(each -> each.startsWith("DELETE " + JOBS + "/bench1"));
        assertThat(messages).containsExactly("Submitted the Job bench1 with 2 pods to the namespace bench.");
    }

    @ParameterizedTest
    @ValueSource(strings = {"configmaps", "services", "secrets"})
    void anObjectWhoseCreationWasRepeatedIsThatOfTheRun(String kind) throws IOException {
        server.loseResponse("/api/v1/namespaces/bench/" + kind);
        submit().close();
        assertThat(messages).containsExactly("Submitted the Job bench1 with 2 pods to the namespace bench.");
    }

    @Test
    void anObjectThatCannotBeReadIsThatOfAnotherRun() {
        server.fail("POST /api/v1/namespaces/bench/secrets", 409, "secrets \"bench1\" already exists");
        server.fail("GET /api/v1/namespaces/bench/secrets/", 403, "no");
        assertRefused("starting the run is not possible", "an object with this name exists: choose another --run-name");
        assertThat(server.requests()).anyMatch(each -> each.startsWith("DELETE " + JOBS + "/bench1"));
    }

    @Test
    void anObjectOfAnotherJobIsThatOfAnotherRun() {
        server.fail("POST /api/v1/namespaces/bench/services", 409, "services \"bench1\" already exists");
        server.on("GET /api/v1/namespaces/bench/services/", 200, """
            {"kind":"Service","apiVersion":"v1","metadata":{"name":"bench1",
             "ownerReferences":[{"apiVersion":"batch/v1","kind":"Job","name":"bench1","uid":"uid-2"}]}}\
            """);
        assertRefused("starting the run is not possible", "an object with this name exists");
    }

    @Test
    void anExistingClaimNeedsNoPermissionToCreateOne() throws IOException {
        server.fail(
                "POST /api/v1/namespaces/bench/persistentvolumeclaims",
                403,
                "persistentvolumeclaims is forbidden: User \"jane\" cannot create resource \"persistentvolumeclaims\""
                        + " in API group \"\" in the namespace \"bench\"");
        submit("pvc", "workload-pvc", "pvc-size", "20Gi").close();
        assertThat(messages).first().isEqualTo("You may not create claims: the claim workload-pvc must exist.");
        assertThat(server.bodies()).noneMatch(each -> each.contains("\"resource\":\"persistentvolumeclaims\""));
    }

    @Test
    void aQuotaForClaimsIsExplained() {
        server.fail(
                "POST /api/v1/namespaces/bench/persistentvolumeclaims", 403, "\"p\" is forbidden: exceeded quota: q");
        assertThatThrownBy(() -> submit("pvc", "p", "pvc-size", "20Gi").close())
                .hasMessageStartingWith("the quota of the namespace");
    }

    @Test
    void aContextThatDoesNotExistIsRefused() {
        assertThatThrownBy(() -> submit("context", "dve").close())
                .isInstanceOf(IOException.class)
                .hasMessage("the kubeconfig " + kubeconfig + " has no context dve; its contexts are t, prod");
        assertThatThrownBy(() -> new KubernetesSubmitter().find("bench1", Map.of("context", "dve"), messages::add))
                .hasMessageContaining("has no context dve");
        assertThat(server.requests()).isEmpty();
    }

    @Test
    void aCurrentContextThatDoesNotExistIsRefused() throws IOException {
        Files.writeString(
                kubeconfig, Files.readString(kubeconfig).replace("current-context: t", "current-context: dve"));
        assertRefused("the kubeconfig " + kubeconfig + " has no context dve", "; its contexts are t, prod");
        submit("context", "t").close();
        assertThat(messages).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "hello | it is not a kubeconfig in YAML",
                "# nothing | it is not a kubeconfig in YAML",
                "contexts: [ | it is not a kubeconfig in YAML (line 1)"
            })
    void aFileThatIsNotAKubeconfigIsNamed(String text, String cause) throws IOException {
        Files.writeString(kubeconfig, text);
        assertRefused("the kubeconfig " + kubeconfig + " cannot be used: " + cause, "");
    }

    @Test
    void aMissingCertificateIsNamed() throws IOException {
        Files.writeString(
                kubeconfig,
                Files.readString(kubeconfig)
                        .replace("server: \"http:", "certificate-authority: none.crt, server: \"https:"));
        assertRefused("the kubeconfig " + kubeconfig + " cannot be used: ", "none.crt");
    }

    @Test
    @DisabledIfEnvironmentVariable(named = "KUBERNETES_SERVICE_HOST", matches = ".+") // a pod uses its own cluster
    void aMissingKubeconfigIsNamed() throws IOException {
        Files.delete(kubeconfig);
        assertRefused("no kubeconfig exists at " + kubeconfig + ": ", "set the environment variable KUBECONFIG");
        assertThatThrownBy(() -> submit("context", "t").close()).hasMessageStartingWith("no kubeconfig exists at ");
    }

    @Test
    @DisabledIfEnvironmentVariable(named = "KUBERNETES_SERVICE_HOST", matches = ".+") // a pod uses its own cluster
    void aKubeconfigWithoutCurrentContextIsNamed() throws IOException {
        Files.writeString(kubeconfig, Files.readString(kubeconfig).replace("current-context: t", ""));
        assertRefused("the kubeconfig " + kubeconfig + " has no current context", "`kubectl config use-context`");
    }

    @Test
    void expiredCredentialsAreExplained() {
        server.fail("GET /version", 401, "Unauthorized");
        assertRefused("the Kubernetes API server does not accept the credentials", "log in again");
    }

    @Test
    void aServerThatCannotBeReachedIsExplained() {
        server.close();
        assertRefused("the Kubernetes API server http://127.0.0.1:", "/ cannot be reached (connection refused): check");
    }

    @Test
    void answersThatAreNotJsonAreExplained() {
        server.on("POST " + JOBS, 502, "<html>\n<b>Bad gateway\u0007</b></html>");
        assertRefused("starting the run is not possible", "502");
    }

    @Test
    void theResponseOfAProxyIsNotThatOfKubernetes() {
        server.on("GET /version", 200, "<!DOCTYPE html>\n<html><body>Log in</body></html>");
        assertRefused("the response of http://127.0.0.1:", "/ is not from Kubernetes: check the server of the context");
    }

    @Test
    void aJobWhoseSecretIsRefusedIsRemoved() {
        server.fail("POST /api/v1/namespaces/bench/secrets", 403, "no");
        assertRefused("starting the run is not possible", "403");
        assertThat(server.requests()).anyMatch(each -> each.startsWith("DELETE " + JOBS + "/bench1"));
    }

    @Test
    void aJobThatIsDeletedEndsTheWait() throws IOException {
        server.fail("GET " + JOBS + "/", 404, "jobs.batch \"bench1\" not found");
        try (SubmittedRun run = submit()) {
            assertThatThrownBy(() -> run.await(line -> {})).hasMessageContaining("was deleted while it was running");
        }
    }

    @Test
    void anImageThatMayNotBePulledEndsTheWait() throws IOException {
        server.job(RUNNING);
        server.pods(pod(
                0,
                container("{\"waiting\":{\"reason\":\"ErrImageNeverPull\"}}").replace("\"Running\"", "\"Pending\"")));
        try (SubmittedRun run = submit()) {
            assertThatThrownBy(() -> run.await(line -> {}))
                    .hasMessageStartingWith("Coordinator (pod bench1-0-abc) cannot start: the image example.com/lh:1"
                            + " is not on its node");
        }
    }

    @Test
    void aContainerThatIsCreatedAtALaterAttemptDoesNotEndTheWait() throws Exception {
        endRun();
        server.pods(pod(
                0,
                container("{\"waiting\":{\"reason\":\"CreateContainerError\",\"message\":\"name is reserved\"}}")
                        .replace("\"Running\"", "\"Pending\"")));
        Consumer<String> start = message -> {
            messages.add(message);
            if (message.contains("cannot start (CreateContainerError): name is reserved")) {
                server.pods(pod(0, container("{\"running\":{}}")), pod(1, container("{\"running\":{}}")));
            }
        };
        try (SubmittedRun run = submit(start)) {
            assertThat(run.await(line -> {})).isEqualTo(3);
        }
        assertThat(messages).contains("All 2 pods run.");
    }

    @Test
    void theLastLinesOfAWorkerAreKept() throws Exception {
        endRun();
        server.pods(pod(0, container("{\"running\":{}}")), pod(1, container("{\"terminated\":{\"exitCode\":1}}")));
        try (SubmittedRun run = submit()) {
            run.await(line -> {});
        }
        assertThat(server.requests())
                .anyMatch(each -> each.contains("bench1-1-abc/log") && each.contains("tailLines=5000"));
    }

    @Test
    void outputCannotBeReadAfterAnError() throws Exception {
        server.on("GET /api/v1/namespaces/bench/pods/bench1-0-abc/log", 200, "2026-01-01T00:00:00Z started\n");
        Consumer<String> failing = line -> {
            throw new AssertionError("an error of this test: " + line);
        };
        try (KubernetesClient client = new KubernetesClientBuilder().build();
                CoordinatorLog log = new CoordinatorLog(failing)) {
            log.follow(client, "bench", "bench1-0-abc");
            while (!log.isDrained()) {
                LockSupport.parkNanos(1_000_000);
            }
            assertThat(log.exitCode()).isEmpty();
        }
    }

    @Test
    void outputBeforeTheEndOfThePodIsNotComplete() throws Exception {
        server.on("GET /api/v1/namespaces/bench/pods/bench1-0-abc/log", 200, "2026-01-01T00:00:00Z started\n");
        List<String> lines = new CopyOnWriteArrayList<>();
        try (KubernetesClient client = new KubernetesClientBuilder().build();
                CoordinatorLog log = new CoordinatorLog(lines::add)) {
            log.follow(client, "bench", "bench1-0-abc");
            while (server.requests().stream()
                            .filter(each -> each.contains("/log"))
                            .count()
                    < 2) {
                LockSupport.parkNanos(1_000_000);
            }
            assertThat(log.isDrained()).isFalse();
            log.podEnded();
            while (!log.isDrained()) {
                LockSupport.parkNanos(1_000_000);
            }
        }
        assertThat(lines).containsExactly("started");
    }

    @Test
    void podsThatNeverStartEndTheWait() throws IOException {
        server.job(RUNNING);
        server.pods(pod(0, """
            {"phase":"Pending","conditions":[{"type":"PodScheduled","status":"False","reason":"Unschedulable",
             "message":"0/2 nodes are available: 2 Insufficient cpu. preemption: not helpful"}]}\
            """));
        try (SubmittedRun run = submit("start-timeout", "1s")) {
            assertThatThrownBy(() -> run.await(line -> {}))
                    .hasMessageContaining("--start-timeout 1 s")
                    .hasMessageEndingWith("no node can run it: 0/2 nodes are available: 2 Insufficient cpu.");
        }
    }

    /** Submits a run whose clock advances by 20 s for each request of the time, and returns the error that ends the wait. */
    private Throwable errorBeforeTheStart() throws IOException {
        return errorBeforeTheStart("1d");
    }

    private Throwable errorBeforeTheStart(String startTimeout) throws IOException {
        AtomicLong now = new AtomicLong();
        try (SubmittedRun run = submit("start-timeout", startTimeout)) {
            ((KubernetesRun) run).nanoTime = () -> now.addAndGet(20_000_000_000L);
            return catchThrowable(() -> run.await(line -> {}));
        }
    }

    @Test
    void aMissingClaimEndsTheWaitBeforeTheStartTimeout() throws IOException {
        server.job(RUNNING);
        server.pods(pod(0, """
            {"phase":"Pending","conditions":[{"type":"PodScheduled","status":"False","reason":"Unschedulable",
             "message":"persistentvolumeclaim \\"nope\\" not found. preemption: 0/2 nodes are available"}]}\
            """));
        assertThat(errorBeforeTheStart())
                .hasMessageStartingWith("the pods cannot start: Coordinator (pod bench1-0-abc): the claim nope does not"
                        + " exist: create it, or")
                .hasMessageEndingWith("--launcher-option pvc-size=SIZE");
    }

    private void failsToCreatePods(String cause) {
        server.job(RUNNING);
        server.on("GET /api/v1/namespaces/bench/events", 200, """
                {"kind":"EventList","apiVersion":"v1","items":[{"reason":"FailedCreate",
                 "message":"Error creating: pods is forbidden: %s"}]}\
                """.formatted(cause));
    }

    @Test
    void aMissingServiceAccountEndsTheWaitBeforeTheStartTimeout() throws IOException {
        failsToCreatePods("serviceaccount \\\"nope\\\" not found");
        assertThat(errorBeforeTheStart())
                .hasMessageStartingWith("the pods cannot start: Kubernetes cannot create the pods: Error creating: ")
                .hasMessageEndingWith(": create the service account nope, or give another one with --launcher-option"
                        + " service-account=NAME");
    }

    /** Another run can end and free the quota. */
    @Test
    void anExceededQuotaIsWaitedForUntilTheStartTimeout() throws IOException {
        failsToCreatePods("exceeded quota: q, requested: cpu=4");
        assertThat(errorBeforeTheStart("150s"))
                .message()
                .doesNotStartWith("the pods cannot start")
                .contains("exceeded quota: q, requested: cpu=4: use fewer workers")
                .contains("--start-timeout");
    }

    @Test
    void aCoordinatorThatIsKilledEndsTheWait() throws IOException {
        server.job(RUNNING);
        server.on("GET /api/v1/namespaces/bench/pods/bench1-0-abc/log", 200, "2026-01-01T00:00:00Z started\n");
        server.pods(pod(0, container("{\"terminated\":{\"exitCode\":137,\"reason\":\"OOMKilled\"}}")));
        List<String> lines = new CopyOnWriteArrayList<>();
        try (SubmittedRun run = submit()) {
            assertThatThrownBy(() -> run.await(lines::add))
                    .hasMessageContaining("Coordinator (pod bench1-0-abc) was lost before it wrote results")
                    .hasMessageContaining("OOMKilled")
                    .hasMessageContaining("--launcher-option memory=SIZE");
        }
        assertThat(lines).contains("started");
    }

    @Test
    void podsThatHaveEndedDoNotRun() throws IOException {
        server.job(RUNNING);
        server.on("GET /api/v1/namespaces/bench/pods/bench1-0-abc/log", 200, "2026-01-01T00:00:00Z started\n");
        String end = container("{\"terminated\":{\"exitCode\":128,\"reason\":\"StartError\",\"message\":\"no sh\"}}");
        server.pods(pod(0, end), pod(1, end));
        try (SubmittedRun run = submit()) {
            assertThatThrownBy(() -> run.await(line -> {}))
                    .hasMessageContaining("its container cannot start: no sh: the image must contain /bin/sh");
        }
        assertThat(messages).doesNotContain("All 2 pods run.");
    }

    @Test
    void theExitCodeOfTheCoordinatorIsThatOfTheRun() throws Exception {
        server.job(RUNNING);
        server.on("GET /api/v1/namespaces/bench/pods/bench1-0-abc/log", 200, """
            2026-01-01T00:00:00Z Verdict: INVALID
            2026-01-01T00:00:01Z loadharness: the run bench1 ended with exit code 3
            """);
        server.pods(pod(0, container("{\"running\":{}}")), pod(1, container("{\"terminated\":{\"exitCode\":0}}")));
        List<String> lines = new CopyOnWriteArrayList<>();
        try (SubmittedRun run = submit()) {
            assertThat(run.await(lines::add)).isEqualTo(3);
        }
        assertThat(lines).containsExactly("Verdict: INVALID");
    }

    /** Makes the server answer with a run whose coordinator ended with exit code 3, and in whose pod no command can run. */
    private void endRun() {
        server.job(RUNNING);
        server.on(
                "GET /api/v1/namespaces/bench/pods/bench1-0-abc",
                200,
                pod(0, container("{\"running\":{}}")).replaceFirst("\\{", "{\"kind\":\"Pod\",\"apiVersion\":\"v1\","));
        server.on(
                "GET /api/v1/namespaces/bench/pods/bench1-0-abc/log",
                200,
                "2026-01-01T00:00:01Z loadharness: the run bench1 ended with exit code 3\n");
        server.fail("GET /api/v1/namespaces/bench/pods/bench1-0-abc/exec", 404, "no tar");
        server.pods(pod(0, container("{\"running\":{}}")), pod(1, container("{\"running\":{}}")));
    }

    private void assertKept(String... texts) {
        assertThat(server.requests()).noneMatch(each -> each.startsWith("DELETE"));
        assertThat(messages).last().asString().contains(texts);
    }

    @Test
    void aRunWhoseResultsCannotBeFetchedStays(@TempDir Path folder) throws Exception {
        endRun();
        try (SubmittedRun run = submit("linger", "5m")) {
            assertThat(run.await(line -> {})).isEqualTo(3);
            assertThatThrownBy(() -> run.fetch(folder)).isInstanceOf(IOException.class);
        }
        assertKept(
                "The run bench1 stays in the cluster. Its pod bench1-0-abc keeps the results until 300 s after the end",
                "`./harness collect bench1 --namespace bench --output-dir DIR`");
    }

    @Test
    void aStartedRunStaysIfTheCredentialsExpire() throws Exception {
        server.job(RUNNING);
        server.pods(pod(0, container("{\"running\":{}}")), pod(1, container("{\"running\":{}}")));
        Consumer<String> expiry = message -> {
            messages.add(message);
            if (message.equals("All 2 pods run.")) {
                server.fail("GET " + JOBS + "/", 401, "Unauthorized");
            }
        };
        try (SubmittedRun run = submit(expiry, "pvc", "workload-pvc")) {
            assertThatThrownBy(() -> run.await(line -> {})).hasMessageContaining("log in again");
        }
        assertKept("DIR`. Later, fetch them from the claim workload-pvc with --skip-run.");
    }

    @Test
    @Timeout(60)
    void aRunThatCannotBeAskedToEndIsAskedAgain() throws Exception {
        endRun();
        String log = "GET /api/v1/namespaces/bench/pods/bench1-0-abc/log";
        server.on(log, 200, "2026-01-01T00:00:00Z started\n");
        try (SubmittedRun run = submit("wait", "1s")) {
            Thread end = new Thread(() -> {
                while (server.requests().stream()
                                .filter(each -> each.contains("bench1-0-abc/exec"))
                                .count()
                        < 3) {
                    LockSupport.parkNanos(1_000_000);
                }
                server.on(log, 200, "2026-01-01T00:00:01Z loadharness: the run bench1 ended with exit code 130\n");
            });
            end.setDaemon(true);
            end.start();
            assertThat(run.await(line -> {})).isEqualTo(130);
            int asked = server.requests().size();
            run.stop();
            assertThat(server.requests()).hasSize(asked);
        }
        assertThat(messages.stream().filter(each -> each.startsWith("The coordinator cannot be asked to end")))
                .hasSize(1);
    }

    @Test
    void aDebugPodEndsAtItsLimit() throws Exception {
        server.job(RUNNING);
        server.pods(pod(0, container("{\"running\":{}}")));
        try (SubmittedRun run = submit("debug-pod", "true", "wait", "1s")) {
            assertThatThrownBy(() -> run.await(line -> {}))
                    .isInstanceOf(IOException.class)
                    .hasMessage("the pod is removed, because the maximum time --wait 1 s has passed");
        }
    }

    /** Submits a run with {@code linger=5m} on the claim {@code p}, and makes the server forget all requests and messages about it. */
    private void submitEarlier(String status) throws IOException {
        submit("linger", "5m", "wait", "1s", "pvc", "p").close();
        String job = server.bodies().stream()
                .filter(each -> each.contains("\"kind\":\"Job\",\"metadata\""))
                .findFirst()
                .orElseThrow();
        server.on(
                "GET " + JOBS + "/bench1",
                200,
                job.replaceFirst("\"metadata\":\\{", "\"status\":" + status + ",\"metadata\":{\"uid\":\"uid-1\","));
        server.forgetRequests();
        messages.clear();
    }

    private SubmittedRun find() throws IOException {
        return new KubernetesSubmitter().find("bench1", Map.of("namespace", "bench"), messages::add);
    }

    @Test
    void aRunIsFoundByItsName(@TempDir Path folder) throws Exception {
        submitEarlier("{}");
        endRun();
        try (SubmittedRun run = find()) {
            assertThat(run.await(line -> {})).isEqualTo(3);
            assertThatThrownBy(() -> run.fetch(folder)).isInstanceOf(IOException.class);
        }
        assertThat(server.requests()).noneMatch(each -> each.startsWith("DELETE"));
        assertThat(messages)
                .last()
                .asString()
                .contains("keeps the results until 300 s", "Later, fetch them from the claim p with --skip-run.");
    }

    @Test
    void aRunThatIsFoundStaysIfItsStateCannotBeRead() throws Exception {
        submitEarlier("{}");
        try (SubmittedRun run = find()) {
            server.fail("GET " + JOBS + "/bench1", 401, "Unauthorized");
            assertThatThrownBy(() -> run.await(line -> {})).hasMessageContaining("log in again");
        }
        assertKept("Its coordinator keeps the results until 300 s after the end", "`./harness collect bench1 ");
    }

    private static String condition(String type) {
        return "{\"conditions\":[{\"type\":\"" + type + "\",\"status\":\"True\",\"message\":\"pod 1 failed\"}]}";
    }

    @ParameterizedTest
    @ValueSource(strings = {"Complete", "Failed"})
    @Timeout(30)
    void aRunWhosePodsWereRemovedHasEnded(String condition) throws Exception {
        submitEarlier(condition(condition));
        server.pods();
        try (SubmittedRun run = find()) {
            assertThatThrownBy(() -> run.await(line -> {}))
                    .hasMessageStartingWith("the run bench1 has ended, and its pods were removed")
                    .hasMessageEndingWith("copy them from the claim p with --skip-run --run-name bench1");
        }
        assertThat(server.requests()).noneMatch(each -> each.startsWith("DELETE"));
        assertThat(messages).noneMatch(each -> each.contains("collect"));
    }

    @Test
    void aCoordinatorThatHasEndedCannotBeCopied(@TempDir Path folder) throws Exception {
        submitEarlier(condition("Complete"));
        endRun();
        server.pods(pod(0, container("{\"terminated\":{\"exitCode\":3}}")));
        try (SubmittedRun run = find()) {
            assertThat(run.await(line -> {})).isEqualTo(3);
            assertThatThrownBy(() -> run.fetch(folder))
                    .hasMessageContaining("its coordinator has ended", "from the claim p with --skip-run");
        }
        assertThat(server.requests()).noneMatch(each -> each.startsWith("DELETE") || each.contains("/exec"));
        assertThat(messages).noneMatch(each -> each.contains("collect"));
    }

    @Test
    void aCoordinatorThatKubernetesRemovesIsKeptOnlyForItsGrace(@TempDir Path folder) throws Exception {
        submitEarlier(condition("FailureTarget"));
        endRun();
        server.pods(pod(0, container("{\"running\":{}}"))
                .replaceFirst("\"metadata\":\\{", "\"metadata\":{\"deletionTimestamp\":\"2026-01-01T00:05:00Z\","));
        try (SubmittedRun run = find()) {
            assertThat(run.await(line -> {})).isEqualTo(3);
            assertThatThrownBy(() -> run.fetch(folder)).isInstanceOf(IOException.class);
        }
        assertKept("keeps the results for at most 300 s, because Kubernetes removes it", "`./harness collect bench1 ");
    }

    @Test
    void aWorkerIsExplainedThoughKubernetesHasDeletedItsPod() throws Exception {
        endRun();
        String log = "GET /api/v1/namespaces/bench/pods/bench1-0-abc/log";
        server.on(log, 200, "2026-01-01T00:00:00Z started\n");
        Consumer<String> eviction = message -> {
            messages.add(message);
            if (message.equals("All 2 pods run.")) {
                server.job("""
                    {"conditions":[{"type":"FailureTarget","status":"True","message":
                      "Pod bench/bench1-1-abc has condition DisruptionTarget matching FailJob rule at index 0"}]}\
                    """);
                server.pods(pod(0, container("{\"running\":{}}")));
            } else if (message.startsWith("Kubernetes ends the run: Pod bench/bench1-1-abc ")) {
                server.on(log, 200, "2026-01-01T00:00:01Z loadharness: the run bench1 ended with exit code 3\n");
            }
        };
        try (SubmittedRun run = submit(eviction)) {
            assertThat(run.await(line -> {})).isEqualTo(3);
        }
        assertThat(messages).containsOnlyOnce("Worker 0 (pod bench1-1-abc): removed by the cluster on node n1.");
    }

    @Test
    void anotherJobIsNotARun() {
        server.on("GET " + JOBS + "/", 200, """
            {"kind":"Job","apiVersion":"batch/v1","metadata":{"name":"bench1","uid":"uid-1"},
             "spec":{"template":{"spec":{"containers":[{"name":"migrate","image":"m"}]}}}}\
            """);
        assertThatThrownBy(() -> new KubernetesSubmitter().find("bench1", Map.of(), messages::add))
                .hasMessage("the Job bench1 is not a run of LoadHarness");
    }

    @Test
    void aMissingRunIsNamed() {
        server.fail("GET " + JOBS + "/", 404, "jobs.batch \"bench1\" not found");
        assertThatThrownBy(() -> new KubernetesSubmitter().find("bench1", Map.of(), messages::add))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("the namespace bench has no run bench1: check the name and --namespace");
    }

    @Test
    void aRefusalOfThePodIsTheErrorOfTheRun() throws IOException {
        server.job(RUNNING);
        server.on("GET /api/v1/namespaces/bench/pods/bench1-0-abc/log", 200, """
            2026-01-01T00:00:00Z loadharness: the run bench1 has no results: the claim p is full: mkdir failed
            """);
        server.pods(pod(0, container("{\"terminated\":{\"exitCode\":1}}")));
        try (SubmittedRun run = submit()) {
            assertThatThrownBy(() -> run.await(line -> {})).hasMessage("the claim p is full: mkdir failed");
        }
    }

    @Test
    void aRunWithoutStartedCoordinatorHasNoResults(@TempDir Path folder) throws IOException {
        try (SubmittedRun run = submit()) {
            assertThatThrownBy(() -> run.fetch(folder)).hasMessageContaining("has not started");
        }
    }
}
