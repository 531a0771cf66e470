// SPDX-License-Identifier: Apache-2.0
package io.loadharness.kubernetes;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.IOException;
import java.net.ConnectException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.UnresolvedAddressException;
import java.nio.file.NoSuchFileException;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Explains errors of the API server in one sentence. */
final class ApiErrors {

    /** The remedy for an exceeded quota. */
    static final String QUOTA_REMEDY = "use fewer workers, or smaller values of --launcher-option cpu and memory";

    private static final Pattern FORBIDDEN = Pattern.compile(
            "User \"([^\"]*)\" cannot (\\w+) resource \"([^\"]*)\" in API group \"[^\"]*\"(?: in the namespace"
                    + " \"([^\"]*)\")?");
    private static final Pattern NO_NAMESPACE = Pattern.compile("namespaces \"([^\"]*)\" not found");
    private static final Pattern HTML = Pattern.compile("<(?:html|!doctype)", Pattern.CASE_INSENSITIVE);
    private static final String ROLE = "ask for the Role in docs/guides/kubernetes.md";

    private ApiErrors() {}

    /** Returns an exception whose message explains a failed request in one sentence. */
    static IOException explained(String action, KubernetesClient client, KubernetesClientException e) {
        return new IOException(sentence(action, String.valueOf(client.getMasterUrl()), e), e);
    }

    private static String sentence(String action, String server, KubernetesClientException e) {
        String message = message(e);
        Matcher namespace = NO_NAMESPACE.matcher(message);
        Matcher forbidden = FORBIDDEN.matcher(message);
        if (e.getCode() == 404 && namespace.find()) {
            return "the namespace " + namespace.group(1)
                    + " does not exist: create it, or give another one with --namespace";
        }
        if (e.getCode() == 403 && forbidden.find()) {
            return "the user " + forbidden.group(1) + " may not " + forbidden.group(2) + " " + forbidden.group(3)
                    + Optional.ofNullable(forbidden.group(4))
                            .map(each -> " in the namespace " + each)
                            .orElse("")
                    + ": " + ROLE;
        }
        if (e.getCode() == 403 && message.contains("exceeded quota")) {
            return "the quota of the namespace does not allow this run: " + message + ": " + QUOTA_REMEDY;
        }
        if (isForeign(e)) {
            return "the response of " + server + " is not from Kubernetes: check the server of the context, for example"
                    + " with `kubectl cluster-info`, and the proxy of this machine";
        }
        return switch (Math.max(0, e.getCode())) {
            case 0 ->
                "the Kubernetes API server " + server + " cannot be reached (" + cause(e)
                        + "): check the current context, for example with `kubectl get pods`";
            case 401 ->
                "the Kubernetes API server does not accept the credentials: log in again, and check with"
                        + " `kubectl get pods`";
            case 409 ->
                action + " is not possible: an object with this name exists: choose another --run-name, or"
                        + " remove it with `kubectl delete job`";
            default ->
                action + " is not possible: "
                        + (e.getCode() > 0 ? "the Kubernetes API server responds with " + e.getCode() + ", " : "")
                        + message;
        };
    }

    /** Returns true for a response that is not JSON, for example the HTML of a proxy. A gateway error names its code instead. */
    private static boolean isForeign(KubernetesClientException e) {
        for (Throwable each = e; each != null; each = each.getCause()) {
            if (each.getClass().getName().startsWith("com.fasterxml.jackson.")) {
                return true;
            }
        }
        return e.getCode() < 500 && HTML.matcher(message(e)).find();
    }

    /** Returns true if the user lacks a permission. The server also responds with 403 if a quota is exceeded. */
    static boolean isForbidden(KubernetesClientException e) {
        return e.getCode() == 403 && FORBIDDEN.matcher(message(e)).find();
    }

    /** Returns true if a later attempt may succeed. */
    static boolean isTransient(KubernetesClientException e) {
        return e.getCode() <= 0 || e.getCode() == 429 || e.getCode() >= 500;
    }

    private static String message(KubernetesClientException e) {
        String message = e.getStatus() != null ? e.getStatus().getMessage() : null;
        return oneLine(message != null ? message : String.valueOf(e.getMessage()));
    }

    /** Returns the text of the deepest cause. */
    static String cause(Throwable e) {
        Throwable deepest = e;
        while (deepest.getCause() != null) {
            deepest = deepest.getCause();
            if (deepest instanceof ConnectException && deepest.getCause() instanceof ClosedChannelException) {
                return "connection refused";
            }
        }
        if (deepest instanceof UnresolvedAddressException) {
            return "its name is unknown";
        }
        if (deepest instanceof NoSuchFileException) {
            return "the file " + deepest.getMessage() + " does not exist";
        }
        String message = deepest.getMessage();
        return oneLine(message == null ? deepest.getClass().getSimpleName() : message);
    }

    /** Shortens a text of another program, and replaces line breaks and control characters by spaces. */
    static String oneLine(String text) {
        String line = text.replaceAll("[\\s\\p{Cntrl}]+", " ").strip();
        return line.length() > 500 ? line.substring(0, 500) + "…" : line;
    }
}
