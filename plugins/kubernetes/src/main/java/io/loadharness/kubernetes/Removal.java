// SPDX-License-Identifier: Apache-2.0
package io.loadharness.kubernetes;

import io.fabric8.kubernetes.api.model.DeletionPropagation;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/** Removes the objects of a run. */
record Removal(KubernetesClient client, String namespace, String name, Consumer<String> messages) {

    private static final long POLL_MILLIS = 500;
    private static final long GRACE_SECONDS = 3;

    /** Removes the Job and the objects that it owns, and waits until all pods are removed or the limit is reached. */
    void run(Duration limit) throws InterruptedException {
        client.batch()
                .v1()
                .jobs()
                .inNamespace(namespace)
                .withName(name)
                .withPropagationPolicy(DeletionPropagation.BACKGROUND)
                .delete();
        // The garbage collector would also remove these objects, but later.
        ignoringForbidden(
                () -> client.secrets().inNamespace(namespace).withName(name).delete());
        ignoringForbidden(
                () -> client.configMaps().inNamespace(namespace).withName(name).delete());
        ignoringForbidden(
                () -> client.services().inNamespace(namespace).withName(name).delete());
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
                + " is marked for removal, but its node " + each.getSpec().getNodeName()
                + " has not confirmed its end. If the node is lost, use `kubectl delete pod --force`."));
    }

    private List<Pod> pods() {
        return client.pods()
                .inNamespace(namespace)
                .withLabel(Manifests.INSTANCE, name)
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
