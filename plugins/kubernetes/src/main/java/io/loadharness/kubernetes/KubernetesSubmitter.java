// SPDX-License-Identifier: Apache-2.0
package io.loadharness.kubernetes;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.VersionInfo;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.loadharness.cluster.RunSubmitter;
import io.loadharness.cluster.SubmitRequest;
import io.loadharness.cluster.SubmittedRun;
import io.loadharness.internal.ProgramName;
import io.loadharness.kubernetes.KubernetesOptions.Mode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Runs the coordinator and the workers as pods of one Job. The submitter uses the cluster of the current context of {@code kubectl}.
 *
 * <pre>{@code
 * Map<String, String> options = Map.of("namespace", "bench", "image", "registry.example.com/loadharness:0.1");
 * SubmitRequest request = new SubmitRequest(8, List.of("run", "run.yaml"), Map.of("run.yaml", text), Set.of(), secret, options);
 * System.out.println(new KubernetesSubmitter().describe(request));
 * }</pre>
 */
public final class KubernetesSubmitter implements RunSubmitter {

    private static final int SUCCESS_POLICY_MINOR = 31;
    private static final Logger FABRIC8 = Logger.getLogger("io.fabric8"); // a strong reference keeps the level
    private static final String SUBMISSION = "loadharness.io/submission";
    private static final String ANY_IMAGE = "REGISTRY/loadharness:VERSION";
    private static final String OPENSHIFT = "security.openshift.io";
    private static final Pattern MINOR = Pattern.compile("^[0-9]{1,9}"); // some servers add a plus sign
    private static final int RETRIES = 2;
    private static final int CONNECT_MILLIS = 10_000;

    @Override
    public String name() {
        return "kubernetes";
    }

    @Override
    public String describe(SubmitRequest request) {
        Map<String, String> given = new HashMap<>(request.options());
        given.putIfAbsent("image", ANY_IMAGE);
        KubernetesOptions options = KubernetesOptions.of(given);
        Manifests manifests = new Manifests(request, options, true);
        List<HasMetadata> all = new ArrayList<>();
        if (options.resultsClaimSize().isPresent() && options.mode() == Mode.RUN) {
            all.add(manifests.claim());
        }
        all.addAll(manifests.shared());
        all.add(manifests.secret("REPLACE-THIS-BY-A-RANDOM-TEXT any", file -> "REPLACE-THIS-BY-THE-TEXT-OF " + file));
        all.add(manifests.job());
        options.namespace()
                .ifPresent(each -> all.forEach(one -> one.getMetadata().setNamespace(each)));
        StringBuilder yaml = new StringBuilder("""
            # %s
            # The objects of this run. `%s run` creates the Job first, and makes it the owner of the others, so that Kubernetes
            # removes all of them together. The success policy needs Kubernetes 1.31; an older server ignores it.
            # After `kubectl apply`, remove the objects with `kubectl delete job,configmap,service,secret %s%s`.
            """.formatted(
                        name(request, options).replaceAll("\\R", "\n# "),
                        ProgramName.COMMAND,
                        manifests.name(),
                        options.namespace().map(each -> " --namespace " + each).orElse("")));
        all.forEach(each -> yaml.append(Serialization.asYaml(each)));
        return yaml.toString();
    }

    private static String name(SubmitRequest request, KubernetesOptions options) {
        return switch (options.mode()) {
            case RUN ->
                "harness " + String.join(" ", request.arguments()) + ", with " + request.workers()
                        + (request.workers() == 1 ? " worker" : " workers");
            case DEBUG -> "A pod that sleeps, with the files of the run.";
            case COLLECT -> "A pod that gives access to the results on the volume.";
        };
    }

    @Override
    public SubmittedRun submit(SubmitRequest request, Consumer<String> messages) throws IOException {
        KubernetesOptions given = KubernetesOptions.of(request.options());
        new Manifests(request, given, true).requireSmallFiles();
        KubernetesClient client = client(given);
        boolean isSubmitted = false;
        try {
            KubernetesOptions options = completed(request.options(), client);
            String namespace = namespace(options, client);
            Manifests manifests = new Manifests(request, options, hasSuccessPolicy(client));
            Permissions.check(client, namespace);
            Job job = submit(client, namespace, options, manifests, request.secret(), messages);
            isSubmitted = true;
            return new KubernetesRun(client, namespace, options, job, false, messages);
        } catch (KubernetesClientException e) {
            throw ApiErrors.explained("starting the run", client, e);
        } finally {
            if (!isSubmitted) {
                client.close();
            }
        }
    }

    @Override
    public SubmittedRun find(String name, Map<String, String> options, Consumer<String> messages) throws IOException {
        KubernetesOptions.requireName("NAME", name);
        Map<String, String> given = new HashMap<>(options);
        given.putAll(Map.of("run-name", name, "image", ANY_IMAGE));
        KubernetesOptions known = KubernetesOptions.of(given);
        KubernetesClient client = client(known);
        boolean isFound = false;
        try {
            String namespace = namespace(known, client);
            Job job = client.batch()
                    .v1()
                    .jobs()
                    .inNamespace(namespace)
                    .withName(name)
                    .get();
            given.putAll(Manifests.options(Optional.ofNullable(job)
                    .orElseThrow(() -> new IOException("the namespace " + namespace + " has no run " + name
                            + ": check the name and --namespace; if its results are on a claim, copy them with run"
                            + " --skip-run"))));
            SubmittedRun run = new KubernetesRun(client, namespace, KubernetesOptions.of(given), job, true, messages);
            isFound = true;
            return run;
        } catch (KubernetesClientException e) {
            throw ApiErrors.explained("finding the run", client, e);
        } finally {
            if (!isFound) {
                client.close();
            }
        }
    }

    private static String namespace(KubernetesOptions options, KubernetesClient client) {
        return options.namespace()
                .or(() -> Optional.ofNullable(client.getNamespace()))
                .orElse("default");
    }

    /** Adds the option {@code openshift} if the cluster runs OpenShift and the user has not set this option. */
    private static KubernetesOptions completed(Map<String, String> options, KubernetesClient client) {
        Map<String, String> all = new HashMap<>(options);
        if (!all.containsKey("openshift") && client.getApiGroup(OPENSHIFT) != null) {
            all.put("openshift", "true");
        }
        return KubernetesOptions.of(all);
    }

    private static KubernetesClient client(KubernetesOptions options) throws IOException {
        FABRIC8.setLevel(Level.OFF); // exceptions report all failures
        Kubeconfig kubeconfig = Kubeconfig.read();
        try {
            Config config = kubeconfig.config(options.context());
            config.setRequestRetryBackoffLimit(RETRIES);
            config.setConnectionTimeout(CONNECT_MILLIS);
            // Over HTTP/2, the JDK's client loses the response 401 if the server then closes the connection.
            config.setHttp2Disable(true);
            return new KubernetesClientBuilder().withConfig(config).build();
        } catch (RuntimeException e) {
            throw kubeconfig.unusable(e);
        }
    }

    /** Returns true for a server with a version that is recent or unknown. */
    private static boolean hasSuccessPolicy(KubernetesClient client) {
        VersionInfo version = client.getKubernetesVersion();
        Matcher minor = MINOR.matcher(version == null ? "" : Objects.requireNonNullElse(version.getMinor(), ""));
        return !minor.find() || Integer.parseInt(minor.group()) >= SUCCESS_POLICY_MINOR;
    }

    /** Creates the Job first, so that it can own the other objects. Its pods wait until these objects exist. */
    private static Job submit(
            KubernetesClient client,
            String namespace,
            KubernetesOptions options,
            Manifests manifests,
            String secret,
            Consumer<String> messages) {
        if (options.resultsClaimSize().isPresent() && options.mode() == Mode.RUN) {
            createClaim(client, namespace, manifests, messages);
        }
        Job job = create(client, namespace, manifests.job());
        boolean isComplete = false;
        try {
            OwnerReference owner = new OwnerReferenceBuilder()
                    .withApiVersion("batch/v1")
                    .withKind("Job")
                    .withName(job.getMetadata().getName())
                    .withUid(job.getMetadata().getUid())
                    .build();
            List<HasMetadata> owned = new ArrayList<>(manifests.shared());
            owned.add(manifests.secret(secret, manifests::text));
            for (HasMetadata each : owned) {
                each.getMetadata().setOwnerReferences(List.of(owner));
                createOwned(client.resource(each).inNamespace(namespace), owner);
            }
            isComplete = true;
        } finally {
            if (!isComplete) {
                new Removal(
                                client,
                                namespace,
                                manifests.name(),
                                job.getMetadata().getUid(),
                                messages)
                        .deleteJob();
            }
        }
        messages.accept("Submitted the Job " + manifests.name() + " with " + manifests.pods()
                + (manifests.pods() == 1 ? " pod" : " pods") + " to the namespace " + namespace + ".");
        return job;
    }

    /** Creates the Job. If the client repeated the request after a lost response, the Job may already exist. */
    private static Job create(KubernetesClient client, String namespace, Job job) {
        String id = UUID.randomUUID().toString();
        Job own = new JobBuilder(job)
                .editMetadata()
                .addToAnnotations(SUBMISSION, id)
                .endMetadata()
                .build();
        var resource = client.batch().v1().jobs().inNamespace(namespace).resource(own);
        try {
            return resource.create();
        } catch (KubernetesClientException e) {
            Job existing = e.getCode() == 409 ? resource.get() : null;
            if (existing == null || !existing.getMetadata().getAnnotations().containsValue(id)) {
                throw e;
            }
            return existing;
        }
    }

    /** Creates an object of a Job. If the client repeated the request after a lost response, the object may already exist. */
    private static void createOwned(Resource<HasMetadata> resource, OwnerReference owner) {
        try {
            resource.create();
        } catch (KubernetesClientException e) {
            if (e.getCode() != 409 || !isOwned(resource, owner)) {
                throw e;
            }
        }
    }

    /** Returns true if an object has the owner; false also if the user may not read the object. */
    private static boolean isOwned(Resource<HasMetadata> resource, OwnerReference owner) {
        try {
            HasMetadata existing = resource.get();
            return existing != null
                    && existing.getMetadata().getOwnerReferences().stream()
                            .anyMatch(each -> owner.getUid().equals(each.getUid()));
        } catch (KubernetesClientException e) {
            return false;
        }
    }

    /** Creates the claim for results if it does not exist. Users without the permission to create claims need an existing claim. */
    private static void createClaim(
            KubernetesClient client, String namespace, Manifests manifests, Consumer<String> messages) {
        PersistentVolumeClaim claim = manifests.claim();
        try {
            client.persistentVolumeClaims()
                    .inNamespace(namespace)
                    .resource(claim)
                    .create();
            messages.accept("Created the claim " + claim.getMetadata().getName() + " of "
                    + claim.getSpec().getResources().getRequests().get("storage")
                    + ". It stays after the run, with the results.");
        } catch (KubernetesClientException e) {
            if (ApiErrors.isForbidden(e)) {
                messages.accept("You may not create claims: the claim "
                        + claim.getMetadata().getName() + " must exist.");
            } else if (e.getCode() != 409) {
                throw e;
            }
        }
    }
}
