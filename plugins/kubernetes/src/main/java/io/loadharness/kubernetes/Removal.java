// SPDX-License-Identifier: Apache-2.0
package io.loadharness.kubernetes;

import io.fabric8.kubernetes.api.model.DeleteOptionsBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Removes the objects of a run.
 *
 * @param name the name of the Job
 * @param uid the uid of the Job; other objects in the namespace may have the same name and the same labels
 */
record Removal(KubernetesClient client, String namespace, String name, String uid, Consumer<String> messages) {

    private static final long POLL_MILLIS = 500;
    private static final long GRACE_SECONDS = 3;
    private static final String POD_OWNER = "controller-uid"; // Kubernetes 1.27 added a second label, with a prefix

    /** Removes the Job and the objects that it owns, and waits until all pods are removed or the limit is reached. */
    void run(Duration limit) throws InterruptedException {
        if (deleteJob()) {
            // The garbage collector would also remove these objects, but later.
            ignoringForbidden(
                    () -> client.secrets().inNamespace(namespace).withName(name).delete());
            ignoringForbidden(() ->
                    client.configMaps().inNamespace(namespace).withName(name).delete());
            ignoringForbidden(() ->
                    client.services().inNamespace(namespace).withName(name).delete());
        }
        pods().forEach(each -> ignoringForbidden(() -> client.pods()
                .inNamespace(namespace)
                .withName(each.getMetadata().getName())
                .withGracePeriod(GRACE_SECONDS)
                .delete()));
        long end = System.nanoTime() + limit.toNanos();
        List<Pod> left = pods();
        while (!left.isEmpty() && System.nanoTime() < end) {
            Thread.sleep(POLL_MILLIS);
            left = pods();
        }
        left.forEach(each -> messages.accept("The pod " + each.getMetadata().getName()
                + " is marked for removal, but "
                + Optional.ofNullable(each.getSpec().getNodeName())
                        .map(node -> "its node " + node)
                        .orElse("the cluster")
                + " has not confirmed its end. If the node is lost, use `kubectl delete pod --force`."));
    }

    /** Deletes the Job. Returns false if another Job now has its name, which is not deleted. */
    boolean deleteJob() {
        try {
            // The typed methods of the client have no precondition for the uid.
            client.raw(
                    "/apis/batch/v1/namespaces/" + namespace + "/jobs/" + name,
                    "DELETE",
                    new DeleteOptionsBuilder()
                            .withPropagationPolicy("Background")
                            .withNewPreconditions()
                            .withUid(uid)
                            .endPreconditions()
                            .build());
            return true;
        } catch (KubernetesClientException e) {
            if (e.getCode() == 404 || e.getCode() == 409) {
                return e.getCode() == 404;
            }
            throw e;
        }
    }

    /** Returns the pods of the Job. */
    List<Pod> pods() {
        return client.pods()
                .inNamespace(namespace)
                .withLabel(POD_OWNER, uid)
                .list()
                .getItems();
    }

    private static void ignoringForbidden(Runnable removal) {
        try {
            removal.run();
        } catch (KubernetesClientException e) {
            if (e.getCode() != 403) {
                throw e;
            }
        }
    }
}
