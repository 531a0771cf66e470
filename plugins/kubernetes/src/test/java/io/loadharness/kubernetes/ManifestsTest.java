// SPDX-License-Identifier: Apache-2.0
package io.loadharness.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.loadharness.cluster.RunSubmitter;
import io.loadharness.cluster.SubmitRequest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The objects of a run, and options that are refused. To write the expected texts: -Dloadharness.reference=write. */
class ManifestsTest {

    private static final Map<String, String> LEAST =
            Map.of("image", "example.com/loadharness:0.1", "run-name", "bench1");

    private static SubmitRequest request(Map<String, String> more) {
        Map<String, String> options = new HashMap<>(LEAST);
        options.putAll(more);
        return new SubmitRequest(
                2,
                List.of("run", "run.yaml"),
                Map.of("run.yaml", "url: http://vllm:8000\n"),
                Set.of(),
                "hidden any",
                options);
    }

    private static Job job(Map<String, String> more) {
        SubmitRequest request = request(more);
        return new Manifests(request, KubernetesOptions.of(request.options()), true).job();
    }

    private static void assertGolden(String file, String actual) throws IOException {
        if (System.getProperty("loadharness.reference", "").equals("write")) {
            Files.writeString(
                    Path.of("src/test/resources/io/loadharness/kubernetes").resolve(file), actual);
        }
        try (var in = ManifestsTest.class.getResourceAsStream(file)) {
            assertThat(actual).isEqualTo(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        }
    }

    @Test
    void theLeastOptionsGiveTheseObjects() throws IOException {
        assertGolden("least.yaml", new KubernetesSubmitter().describe(request(Map.of())));
    }

    @Test
    void allOptionsGiveTheseObjects() throws IOException {
        assertGolden(
                "all.yaml",
                new KubernetesSubmitter()
                        .describe(request(Map.ofEntries(
                                Map.entry("namespace", "bench"),
                                Map.entry("image-pull-policy", "Always"),
                                Map.entry("pull-secret", "registry1\nregistry2"),
                                Map.entry("service-account", "runner"),
                                Map.entry("cpu", "16"),
                                Map.entry("memory", "32Gi"),
                                Map.entry("node-selector", "pool=clients\nzone=a"),
                                Map.entry("toleration", "dedicated=bench:NoSchedule\ngpu\nspot:NoExecute"),
                                Map.entry("label", "team=inference"),
                                Map.entry("annotation", "example.com/cost=42"),
                                Map.entry("queue", "clients"),
                                Map.entry("env", "HF_HOME=/data/hub\nA=b=c"),
                                Map.entry("env-secret", "hub-token"),
                                Map.entry("pvc", "workload-pvc"),
                                Map.entry("pvc-size", "20Gi"),
                                Map.entry("storage-class", "shared"),
                                Map.entry("data-pvc", "datasets"),
                                Map.entry("openshift", "true"),
                                Map.entry("wait", "30m"),
                                Map.entry("linger", "60"),
                                Map.entry("ttl", "1d")))));
    }

    @Test
    void debugAndCollectionHaveOnePodWithoutArguments() {
        for (Map<String, String> each : List.of(Map.of("debug-pod", "true"), Map.of("skip-run", "true", "pvc", "p"))) {
            Job job = job(each);
            assertThat(job.getSpec().getCompletions()).isEqualTo(1);
            assertThat(job.getSpec()
                            .getTemplate()
                            .getSpec()
                            .getContainers()
                            .get(0)
                            .getArgs())
                    .isEmpty();
        }
    }

    @Test
    void aPodThatOnlyCopiesNeedsNoCpusOfARun() {
        Job job = job(Map.of("skip-run", "true", "pvc", "p", "cpu", "16", "memory", "32Gi"));
        assertThat(job.getSpec()
                        .getTemplate()
                        .getSpec()
                        .getContainers()
                        .get(0)
                        .getResources()
                        .getRequests())
                .hasToString("{cpu=500m, memory=256Mi}");
    }

    @Test
    void argumentsReachTheLoadGeneratorUnchanged() {
        SubmitRequest request =
                new SubmitRequest(1, List.of("run", "--prompt=$(HOME)\n$$"), Map.of(), Set.of(), "hidden any", LEAST);
        assertThat(new KubernetesSubmitter().describe(request))
                .startsWith("# harness run --prompt=$(HOME)\n# $$, with 1 worker\n# The objects");
        assertThat(new Manifests(request, KubernetesOptions.of(LEAST), true)
                        .job()
                        .getSpec()
                        .getTemplate()
                        .getSpec()
                        .getContainers()
                        .get(0)
                        .getArgs())
                .contains("--prompt=$$(HOME)\n$$$$");
    }

    @Test
    void noManifestContainsTheSecret() {
        SubmitRequest request = request(Map.of());
        assertThat(new KubernetesSubmitter().describe(request)).doesNotContain("hidden");
        assertThat(request.toString()).doesNotContain("hidden");
    }

    @Test
    void aServerWithoutSuccessPoliciesGetsNone() {
        SubmitRequest request = request(Map.of());
        Manifests manifests = new Manifests(request, KubernetesOptions.of(request.options()), false);
        assertThat(manifests.job().getSpec().getSuccessPolicy()).isNull();
    }

    @Test
    void noTimeLimitMeansNoDeadline() {
        assertThat(job(Map.of("wait", "0")).getSpec().getActiveDeadlineSeconds())
                .isNull();
    }

    @Test
    void theLongestDurationsFitIntoTheJob() {
        Map<String, String> longest =
                Map.of("wait", "365d", "start-timeout", "8760h", "linger", "525600m", "ttl", "365d");
        assertThat(job(longest).getSpec().getTtlSecondsAfterFinished()).isEqualTo(365 * 86_400);
    }

    @Test
    void requestsEqualLimits() {
        PodSpec pod = job(Map.of("cpu", "500m")).getSpec().getTemplate().getSpec();
        var resources = pod.getContainers().get(0).getResources();
        assertThat(resources.getRequests()).isEqualTo(resources.getLimits());
    }

    @Test
    void filesAbove1MibAreRefused() {
        SubmitRequest request = new SubmitRequest(
                1, List.of("run", "run.yaml"), Map.of("run.yaml", "x".repeat(1 << 20)), Set.of(), "hidden any", LEAST);
        assertThatThrownBy(() -> new KubernetesSubmitter().describe(request))
                .hasMessageContaining("a ConfigMap holds at most 1 MiB")
                .hasMessageContaining("data-pvc=NAME");
    }

    @Test
    void filesNeedNamesThatAConfigMapAllows() {
        SubmitRequest request = new SubmitRequest(
                1, List.of("run", "my run.yaml"), Map.of("my run.yaml", ""), Set.of(), "hidden any", LEAST);
        assertThatThrownBy(() -> new KubernetesSubmitter().describe(request))
                .hasMessageContaining("the name of a file")
                .hasMessageEndingWith("got my run.yaml");
    }

    @Test
    void filesWithSecretsAreInTheSecretOnly() {
        SubmitRequest request = new SubmitRequest(
                1, List.of("run", "run.yaml"), Map.of("run.yaml", "header: A=b42"), Set.of("run.yaml"), "t any", LEAST);
        Manifests manifests = new Manifests(request, KubernetesOptions.of(LEAST), true);
        assertThat(manifests.configMap().getData()).containsOnlyKeys("pod.sh");
        assertThat(manifests.secret("t any", manifests::text).getStringData())
                .containsEntry("file-run.yaml", "header: A=b42");
        assertThat(new KubernetesSubmitter().describe(request))
                .doesNotContain("b42")
                .contains("REPLACE-THIS-BY-THE-TEXT-OF run.yaml");
        assertThat(manifests
                        .job()
                        .getSpec()
                        .getTemplate()
                        .getSpec()
                        .getVolumes()
                        .get(0)
                        .getProjected()
                        .getSources())
                .hasSize(2);
    }

    @Test
    void objectsArePrintedWithoutAnImage() {
        SubmitRequest request = new SubmitRequest(
                1, List.of("run", "run.yaml"), Map.of("run.yaml", ""), Set.of(), "hidden any", Map.of());
        assertThat(new KubernetesSubmitter().describe(request)).contains("image: \"REGISTRY/loadharness:VERSION\"");
    }

    @Test
    void generatedNamesDiffer() {
        Map<String, String> options = Map.of("image", "i");
        String first = KubernetesOptions.of(options).name();
        assertThat(first).matches("loadharness-[0-9]{4}-[0-9]{4}-[a-z0-9]{5}");
        assertThat(KubernetesOptions.of(options).name()).isNotEqualTo(first);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        imgae             | x         | the launcher kubernetes has no option imgae. Allowed:
        namespace         | Bench_1   | --namespace must consist of lower-case letters
        run-name          | -x        | --run-name must consist of lower-case letters
        run-name          | 7bench    | --run-name must start with a letter, because a Service has this name
        run-name          | aaaaaaaaaabbbbbbbbbbccccccccccddddddddddeeeeeeeeeefff | at most 52 characters
        cpu               | many      | --launcher-option cpu must be a quantity
        memory            | 8 GB      | --launcher-option memory must be a quantity
        wait              | soon      | --wait must be a number of seconds
        wait              | 366d      | --wait must be at most 365d: got 366d
        start-timeout     | 9999999999999999999 | --start-timeout must be at most 365d: got 9999999999999999999
        linger            | 8761h     | --launcher-option linger must be at most 365d: got 8761h
        ttl               | 30000d    | --launcher-option ttl must be at most 365d: got 30000d
        image             | ' '       | needs --image
        image             | a b       | --image must be the name of an image, without spaces: got a b
        image-pull-policy | Sometimes | --launcher-option image-pull-policy must be Always or IfNotPresent or Never
        debug-pod         | yes       | --launcher-option debug-pod must be true or false
        node-selector     | pool      | --launcher-option node-selector must have the form KEY=VALUE
        toleration        | a:b:c     | --launcher-option toleration must have the form KEY
        toleration        | a:Never   | --launcher-option toleration must have the form KEY
        env               | 1A=b      | --launcher-option env: '1A' is not a valid variable name
        pvc-size          | 20Gi      | give --pvc too
        skip-run          | true      | give its claim
        label             | app.kubernetes.io/instance=x | the label app.kubernetes.io/instance is reserved
        env               | HARNESS_MODE=debug           | the variable HARNESS_MODE is reserved
        """)
    void wrongOptionsAreRefusedByName(String option, String value, String message) {
        assertThatThrownBy(() -> new KubernetesSubmitter().describe(request(Map.of(option, value))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message);
    }

    @Test
    void anImageIsRequired() {
        assertThatThrownBy(() -> KubernetesOptions.of(Map.of())).hasMessageContaining("needs --image");
    }

    @Test
    void serviceLoaderFindsTheSubmitter() {
        assertThat(ServiceLoader.load(RunSubmitter.class))
                .extracting(RunSubmitter::name)
                .contains("kubernetes");
    }
}
