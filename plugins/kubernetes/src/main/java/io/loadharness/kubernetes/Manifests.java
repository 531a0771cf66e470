// SPDX-License-Identifier: Apache-2.0
package io.loadharness.kubernetes;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.EnvFromSourceBuilder;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.EnvVarBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.KeyToPath;
import io.fabric8.kubernetes.api.model.LocalObjectReferenceBuilder;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaimBuilder;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodSpecBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceBuilder;
import io.fabric8.kubernetes.api.model.Toleration;
import io.fabric8.kubernetes.api.model.TolerationBuilder;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.fabric8.kubernetes.api.model.VolumeMountBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobBuilder;
import io.loadharness.cluster.SubmitRequest;
import io.loadharness.kubernetes.KubernetesOptions.Mode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The Kubernetes objects of a run: an Indexed Job, a headless Service, a ConfigMap with the run file, and a Secret. The pod with index 0 of
 * the Job is the coordinator. The Service gives the coordinator a host name.
 */
final class Manifests {

    /** The port of the coordinator. */
    static final int PORT = 7800;

    /** The name of the only container of a pod. */
    static final String CONTAINER = "harness";

    /** A label of all objects of a run. Its value is the name of the Job. Only LoadHarness uses this label. */
    static final String RUN = "loadharness.io/run";

    /** The file that exists in a pod after its results were copied. */
    static final String FETCHED = "/tmp/fetched";

    static final String RESULTS = "/results";

    /** The time in which the coordinator writes its results and they are copied if Kubernetes ends it. */
    static final Duration GRACE = Duration.ofMinutes(5);

    private static final String MODE = "HARNESS_MODE";
    private static final String LINGER = "HARNESS_LINGER_SECONDS";
    private static final String HOME = "/home/loadharness";
    private static final String SCRIPT = "pod.sh";
    private static final String TOKEN = "token";
    private static final String FILE_PREFIX = "file-";
    private static final Pattern FILE_NAME = Pattern.compile("[-._a-zA-Z0-9]{1,200}");
    private static final int SECRET_MODE = 0440;
    private static final long GROUP = 10001;
    private static final long LOST_NODE_SECONDS =
            30; // with the default of 300, the loss of a node would be detected only after five minutes
    private static final int MAX_CONFIG_BYTES = 1 << 20;
    private static final Duration SPARE = Duration.ofMinutes(1);

    private final SubmitRequest request;
    private final KubernetesOptions options;
    private final String name;
    private final boolean hasSuccessPolicy;

    /** Creates the objects of a request. Clusters of version 1.30 or older do not support success policies. */
    Manifests(SubmitRequest request, KubernetesOptions options, boolean hasSuccessPolicy) {
        this.request = request;
        this.options = options;
        this.name = options.jobName();
        this.hasSuccessPolicy = hasSuccessPolicy;
    }

    String name() {
        return name;
    }

    /**
     * Returns the options of a run that is in the cluster, as far as they matter until its end. The run has no time limits, because the Job
     * has its own.
     *
     * @throws IOException if the Job is not a run of LoadHarness
     */
    static Map<String, String> options(Job job) throws IOException {
        PodSpec pod = job.getSpec().getTemplate().getSpec();
        Container container = pod.getContainers().get(0);
        Map<String, String> variables = new LinkedHashMap<>();
        container.getEnv().forEach(each -> variables.put(each.getName(), String.valueOf(each.getValue())));
        if (!Mode.RUN.variable().equals(variables.get(MODE))) {
            throw new IOException("the Job " + job.getMetadata().getName() + " is not a run of LoadHarness");
        }
        Map<String, String> all = new LinkedHashMap<>();
        all.put("image", container.getImage());
        all.put("linger", variables.get(LINGER));
        all.put("ttl", String.valueOf(job.getSpec().getTtlSecondsAfterFinished()));
        all.put("wait", "0");
        all.put("start-timeout", "365d");
        pod.getVolumes().stream()
                .filter(each -> each.getName().equals("results") && each.getPersistentVolumeClaim() != null)
                .forEach(each -> all.put("pvc", each.getPersistentVolumeClaim().getClaimName()));
        return all;
    }

    /** Returns the number of pods. */
    int pods() {
        return options.mode() == Mode.RUN ? request.workers() + 1 : 1;
    }

    /** Returns the objects that the Job owns, except for the Secret. */
    List<HasMetadata> shared() {
        return List.of(configMap(), service());
    }

    /** Checks that the ConfigMap can contain the files: their names and their total size. */
    void requireSmallFiles() {
        if (request.files().containsKey(SCRIPT)) {
            throw new IllegalArgumentException("a file of a run on Kubernetes must not have the name " + SCRIPT);
        }
        request.files().keySet().forEach(each -> {
            if (!FILE_NAME.matcher(each).matches()) {
                throw new IllegalArgumentException("the name of a file of a run on Kubernetes must consist of letters,"
                        + " digits, hyphens, underscores and dots: got " + each);
            }
        });
        long bytes = request.files().entrySet().stream()
                .mapToLong(each -> each.getKey().length() + each.getValue().getBytes(StandardCharsets.UTF_8).length)
                .sum();
        if (bytes + script().length() > MAX_CONFIG_BYTES) {
            throw new IllegalArgumentException("the run file and the other files of the run have " + bytes
                    + " bytes, but a ConfigMap holds at most 1 MiB (1048576 bytes): put data sets on a volume"
                    + " (--launcher-option data-pvc=NAME) or into the image");
        }
    }

    ConfigMap configMap() {
        requireSmallFiles();
        Map<String, String> data = new TreeMap<>(request.files());
        data.keySet().removeAll(request.secretFiles());
        data.put(SCRIPT, script());
        return new ConfigMapBuilder()
                .withNewMetadata()
                .withName(name)
                .withLabels(labels())
                .endMetadata()
                .withImmutable(true)
                .withData(data)
                .build();
    }

    /** Returns the text of a file of the run. */
    String text(String file) {
        return request.files().getOrDefault(file, "");
    }

    private List<String> secretFiles() {
        return request.secretFiles().stream().sorted().toList();
    }

    private static String script() {
        try (InputStream in = Manifests.class.getResourceAsStream(SCRIPT)) {
            if (in == null) {
                throw new IllegalStateException("the jar of harness-kubernetes lacks " + SCRIPT);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the Secret with the token and the files that may contain secrets. */
    Secret secret(String token, UnaryOperator<String> textOfFile) {
        Map<String, String> data = new TreeMap<>(Map.of(TOKEN, token));
        secretFiles().forEach(each -> data.put(FILE_PREFIX + each, textOfFile.apply(each)));
        return new SecretBuilder()
                .withNewMetadata()
                .withName(name)
                .withLabels(labels())
                .endMetadata()
                .withImmutable(true)
                .withType("Opaque")
                .withStringData(data)
                .build();
    }

    /** Returns the Service that gives the coordinator a host name. Workers need this name before the coordinator is ready. */
    Service service() {
        return new ServiceBuilder()
                .withNewMetadata()
                .withName(name)
                .withLabels(labels())
                .endMetadata()
                .withNewSpec()
                .withClusterIP("None")
                .withPublishNotReadyAddresses(true)
                .withSelector(Map.of(RUN, name))
                .addNewPort()
                .withName("coordinator")
                .withPort(PORT)
                .endPort()
                .endSpec()
                .build();
    }

    /** Returns the volume claim for results. The Job does not own it, because the results must remain after the Job is deleted. */
    PersistentVolumeClaim claim() {
        return new PersistentVolumeClaimBuilder()
                .withNewMetadata()
                .withName(options.resultsClaim().orElseThrow())
                .addToLabels("app.kubernetes.io/name", "loadharness")
                .endMetadata()
                .withNewSpec()
                .withAccessModes("ReadWriteMany")
                .withStorageClassName(options.storageClass().orElse(null))
                .withNewResources()
                .addToRequests(
                        "storage", new Quantity(options.resultsClaimSize().orElseThrow()))
                .endResources()
                .endSpec()
                .build();
    }

    Job job() {
        JobBuilder job = new JobBuilder()
                .withNewMetadata()
                .withName(name)
                .withLabels(labelsOfJob())
                .withAnnotations(emptyToNull(options.annotations()))
                .endMetadata()
                .withNewSpec()
                .withCompletionMode("Indexed")
                .withCompletions(pods())
                .withParallelism(pods())
                .withBackoffLimit(0) // a run that lost a pod is invalid: no pod is started again
                .withPodReplacementPolicy("Failed")
                .withTtlSecondsAfterFinished(Math.toIntExact(options.ttl().toSeconds()))
                .withNewPodFailurePolicy()
                .addNewRule()
                .withAction("FailJob")
                .addNewOnPodCondition()
                .withType("DisruptionTarget")
                .withStatus("True")
                .endOnPodCondition()
                .endRule()
                .addNewRule()
                .withAction("FailJob")
                .withNewOnExitCodes()
                .withOperator("NotIn")
                .withValues(0)
                .endOnExitCodes()
                .endRule()
                .endPodFailurePolicy()
                .withNewTemplate()
                .withNewMetadata()
                .withLabels(labels())
                .withAnnotations(podAnnotations())
                .endMetadata()
                .withSpec(pod())
                .endTemplate()
                .endSpec();
        if (hasSuccessPolicy) {
            job.editSpec()
                    .withNewSuccessPolicy()
                    .addNewRule()
                    .withSucceededIndexes("0")
                    .endRule()
                    .endSuccessPolicy()
                    .endSpec();
        }
        if (!options.limit().isZero()) {
            Duration limit = options.startTimeout()
                    .plus(options.limit())
                    .plus(options.linger())
                    .plus(SPARE);
            job.editSpec().withActiveDeadlineSeconds(limit.toSeconds()).endSpec();
        }
        return job.build();
    }

    private PodSpec pod() {
        PodSpecBuilder pod = new PodSpecBuilder()
                .withSubdomain(name)
                .withRestartPolicy("Never")
                .withTerminationGracePeriodSeconds(GRACE.toSeconds())
                .withAutomountServiceAccountToken(false)
                .withEnableServiceLinks(false) // LoadHarness would read the variables of service links as options
                .withServiceAccountName(options.serviceAccount().orElse(null))
                .withImagePullSecrets(options.pullSecrets().stream()
                        .map(each ->
                                new LocalObjectReferenceBuilder().withName(each).build())
                        .toList())
                .withNodeSelector(emptyToNull(options.nodeSelector()))
                .withTolerations(tolerations())
                .addNewTopologySpreadConstraint()
                .withMaxSkew(1)
                .withTopologyKey("kubernetes.io/hostname")
                .withWhenUnsatisfiable("ScheduleAnyway")
                .withNewLabelSelector()
                .addToMatchLabels(RUN, name)
                .endLabelSelector()
                .endTopologySpreadConstraint()
                .withNewSecurityContext()
                .withRunAsNonRoot(true)
                .withFsGroup(options.openShift() ? null : GROUP) // OpenShift chooses user and group itself
                .withNewSeccompProfile()
                .withType("RuntimeDefault")
                .endSeccompProfile()
                .endSecurityContext()
                .withContainers(container())
                .withVolumes(volumes());
        return pod.build();
    }

    private List<Toleration> tolerations() {
        List<Toleration> all = new ArrayList<>(options.tolerations().stream()
                .map(each -> new TolerationBuilder()
                        .withKey(each.key().isEmpty() ? null : each.key())
                        .withOperator(each.value().isPresent() ? "Equal" : "Exists")
                        .withValue(each.value().orElse(null))
                        .withEffect(each.effect().isEmpty() ? null : each.effect())
                        .build())
                .toList());
        for (String each : List.of("node.kubernetes.io/not-ready", "node.kubernetes.io/unreachable")) {
            all.add(new TolerationBuilder()
                    .withKey(each)
                    .withOperator("Exists")
                    .withEffect("NoExecute")
                    .withTolerationSeconds(LOST_NODE_SECONDS)
                    .build());
        }
        return all;
    }

    private Container container() {
        Map<String, Quantity> resources = new LinkedHashMap<>();
        boolean collects = options.mode() == Mode.COLLECT; // which only runs tar
        resources.put("cpu", new Quantity(collects ? "500m" : options.cpu()));
        resources.put("memory", new Quantity(collects ? "256Mi" : options.memory()));
        List<VolumeMount> mounts = new ArrayList<>();
        mounts.add(mount("config", "/config", true));
        mounts.add(mount("secret", "/secret", true));
        mounts.add(mount("home", HOME, false));
        mounts.add(mount("tmp", "/tmp", false));
        mounts.add(mount("results", RESULTS, false));
        options.dataClaim().ifPresent(each -> mounts.add(mount("data", "/data", true)));
        return new ContainerBuilder()
                .withName(CONTAINER)
                .withImage(options.image())
                .withImagePullPolicy(options.pullPolicy())
                .withCommand("/bin/sh", "/config/" + SCRIPT)
                .withArgs(arguments())
                .withEnv(variables())
                .withEnvFrom(options.variableSecrets().stream()
                        .map(each -> new EnvFromSourceBuilder()
                                .withNewSecretRef()
                                .withName(each)
                                .endSecretRef()
                                .build())
                        .toList())
                .withNewResources()
                .withRequests(resources)
                .withLimits(resources)
                .endResources()
                .withNewSecurityContext()
                .withAllowPrivilegeEscalation(false)
                .withReadOnlyRootFilesystem(true)
                .withNewCapabilities()
                .withDrop("ALL")
                .endCapabilities()
                .endSecurityContext()
                .withVolumeMounts(mounts)
                .build();
    }

    private List<String> arguments() {
        List<String> all = new ArrayList<>();
        if (options.mode() == Mode.RUN) {
            // Kubernetes would replace $(NAME) by a variable, and $$ by $.
            request.arguments().forEach(each -> all.add(each.replace("$", "$$")));
            all.addAll(List.of("--on", "pods", "--workers", Integer.toString(request.workers())));
            all.addAll(List.of("--coordinator-port", Integer.toString(PORT)));
            all.addAll(List.of("--coordinator-secret-file", "/secret/token"));
            all.addAll(List.of("--start-timeout", options.startTimeout().toSeconds() + "s"));
        }
        return all;
    }

    private List<EnvVar> variables() {
        Map<String, String> all = new LinkedHashMap<>();
        all.put("HOME", HOME);
        all.put(MODE, options.mode().variable());
        all.put("HARNESS_RUN", options.name());
        all.put(
                "HARNESS_VOLUME",
                options.resultsClaim().map(each -> "the claim " + each).orElse("the disk of the node"));
        all.put("HARNESS_COORDINATOR", name + "-0." + name + ":" + PORT);
        all.put(
                "HARNESS_START_SECONDS",
                Long.toString(options.startTimeout().plus(SPARE).toSeconds()));
        all.put(LINGER, Long.toString(options.linger().toSeconds()));
        options.variables().forEach((key, value) -> {
            if (all.putIfAbsent(key, value) != null) {
                throw new IllegalArgumentException(
                        "the variable " + key + " is reserved by LoadHarness: leave it out of --launcher-option env");
            }
        });
        return all.entrySet().stream()
                .map(each -> new EnvVarBuilder()
                        .withName(each.getKey())
                        .withValue(each.getValue())
                        .build())
                .toList();
    }

    private List<Volume> volumes() {
        List<Volume> all = new ArrayList<>();
        all.add(request.secretFiles().isEmpty() ? configuration() : configurationWithSecrets());
        all.add(new VolumeBuilder()
                .withName("secret")
                .withNewSecret()
                .withSecretName(name)
                .withDefaultMode(SECRET_MODE)
                .addNewItem(TOKEN, null, TOKEN)
                .endSecret()
                .build());
        all.add(emptyFolder("home"));
        all.add(emptyFolder("tmp"));
        all.add(options.resultsClaim()
                .map(each -> claimed("results", each, false))
                .orElseGet(() -> emptyFolder("results")));
        options.dataClaim().ifPresent(each -> all.add(claimed("data", each, true)));
        return all;
    }

    private Volume configuration() {
        return new VolumeBuilder()
                .withName("config")
                .withNewConfigMap()
                .withName(name)
                .endConfigMap()
                .build();
    }

    private Volume configurationWithSecrets() {
        return new VolumeBuilder()
                .withName("config")
                .withNewProjected()
                .withDefaultMode(SECRET_MODE)
                .addNewSource()
                .withNewConfigMap()
                .withName(name)
                .endConfigMap()
                .endSource()
                .addNewSource()
                .withNewSecret()
                .withName(name)
                .withItems(secretFiles().stream()
                        .map(each -> new KeyToPath(FILE_PREFIX + each, null, each))
                        .toList())
                .endSecret()
                .endSource()
                .endProjected()
                .build();
    }

    private static Volume emptyFolder(String name) {
        return new VolumeBuilder()
                .withName(name)
                .withNewEmptyDir()
                .endEmptyDir()
                .build();
    }

    private static Volume claimed(String name, String claim, boolean isReadOnly) {
        return new VolumeBuilder()
                .withName(name)
                .withNewPersistentVolumeClaim()
                .withClaimName(claim)
                .withReadOnly(isReadOnly ? Boolean.TRUE : null)
                .endPersistentVolumeClaim()
                .build();
    }

    private static VolumeMount mount(String name, String path, boolean isReadOnly) {
        return new VolumeMountBuilder()
                .withName(name)
                .withMountPath(path)
                .withReadOnly(isReadOnly ? Boolean.TRUE : null)
                .build();
    }

    private Map<String, String> labels() {
        Map<String, String> all = new LinkedHashMap<>();
        all.put("app.kubernetes.io/name", "loadharness");
        all.put("app.kubernetes.io/instance", name);
        all.put(RUN, name);
        options.labels().forEach((key, value) -> {
            if (all.putIfAbsent(key, value) != null) {
                throw new IllegalArgumentException(
                        "the label " + key + " is reserved by LoadHarness: choose another key");
            }
        });
        return all;
    }

    private Map<String, String> labelsOfJob() {
        Map<String, String> all = labels();
        options.queue().ifPresent(each -> all.put("kueue.x-k8s.io/queue-name", each));
        return all;
    }

    private Map<String, String> podAnnotations() {
        Map<String, String> all = new LinkedHashMap<>();
        all.put("sidecar.istio.io/inject", "false");
        all.put("linkerd.io/inject", "disabled");
        // An autoscaler that moves a pod to another node would end the run.
        all.put("cluster-autoscaler.kubernetes.io/safe-to-evict", "false");
        all.put("karpenter.sh/do-not-disrupt", "true");
        all.putAll(options.annotations());
        return all;
    }

    private static @Nullable Map<String, String> emptyToNull(Map<String, String> all) {
        return all.isEmpty() ? null : all;
    }
}
