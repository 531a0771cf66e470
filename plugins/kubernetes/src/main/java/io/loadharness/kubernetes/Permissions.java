// SPDX-License-Identifier: Apache-2.0
package io.loadharness.kubernetes;

import io.fabric8.kubernetes.api.model.authorization.v1.SelfSubjectAccessReview;
import io.fabric8.kubernetes.api.model.authorization.v1.SelfSubjectAccessReviewBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Checks the permissions that a run needs. Called before the run, because a run is useless if its results cannot be fetched. */
final class Permissions {

    private record Permission(String verb, String group, String resource, String part) {

        String sentence() {
            return verb + " " + resource + (part.isEmpty() ? "" : "/" + part);
        }
    }

    private static final List<Permission> NEEDED = List.of(
            new Permission("create", "batch", "jobs", ""),
            new Permission("get", "batch", "jobs", ""),
            new Permission("delete", "batch", "jobs", ""),
            new Permission("create", "", "configmaps", ""),
            new Permission("create", "", "secrets", ""),
            new Permission("create", "", "services", ""),
            new Permission("get", "", "pods", ""),
            new Permission("list", "", "pods", ""),
            new Permission("get", "", "pods", "log"),
            new Permission("create", "", "pods", "exec"),
            new Permission("get", "", "pods", "exec"));

    private Permissions() {}

    /**
     * Checks all permissions.
     *
     * @throws IOException if a permission is missing; the message contains all missing permissions
     */
    static void check(KubernetesClient client, String namespace) throws IOException {
        List<String> missing = new ArrayList<>();
        for (Permission each : NEEDED) {
            if (!isAllowed(client, namespace, each)) {
                missing.add(each.sentence());
            }
        }
        if (!missing.isEmpty()) {
            throw new IOException("you may not " + String.join(", ", missing) + " in the namespace " + namespace
                    + ": ask for the Role in docs/guides/kubernetes.md");
        }
    }

    private static boolean isAllowed(KubernetesClient client, String namespace, Permission permission) {
        try {
            SelfSubjectAccessReview review = client.authorization()
                    .v1()
                    .selfSubjectAccessReview()
                    .create(new SelfSubjectAccessReviewBuilder()
                            .withNewSpec()
                            .withNewResourceAttributes()
                            .withNamespace(namespace)
                            .withVerb(permission.verb())
                            .withGroup(permission.group())
                            .withResource(permission.resource())
                            .withSubresource(permission.part().isEmpty() ? null : permission.part())
                            .endResourceAttributes()
                            .endSpec()
                            .build());
            return review.getStatus() == null
                    || Boolean.TRUE.equals(review.getStatus().getAllowed());
        } catch (KubernetesClientException e) {
            if (e.getCode() == 403 || e.getCode() == 404) {
                return true; // the server does not report permissions; the request itself fails if one is missing
            }
            throw e;
        }
    }
}
