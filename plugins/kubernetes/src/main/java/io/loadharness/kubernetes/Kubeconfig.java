// SPDX-License-Identifier: Apache-2.0
package io.loadharness.kubernetes;

import io.fabric8.kubernetes.api.model.NamedContext;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The contexts of the files of the variable {@code KUBECONFIG}, or of {@code ~/.kube/config}.
 *
 * @param files the names of the files that exist
 * @param current the current context; empty if no file sets it
 * @param contexts the names of the contexts
 */
record Kubeconfig(String files, Optional<String> current, Set<String> contexts) {

    private static final String NOT_A_KUBECONFIG = "it is not a kubeconfig in YAML";
    private static final Pattern LINE = Pattern.compile("\\bline:? ([0-9]+)");

    /** Reads the files. Ignores files that do not exist, as {@code kubectl} does. */
    static Kubeconfig read() throws IOException {
        List<String> files = new ArrayList<>();
        Optional<String> current = Optional.empty();
        Set<String> contexts = new LinkedHashSet<>();
        for (String each : Config.getKubeconfigFilenames()) {
            Path file = Path.of(each);
            String text = Files.isRegularFile(file) ? text(file) : "";
            if (text.isBlank()) {
                continue;
            }
            files.add(each);
            var content = parse(each, text);
            current = current.or(
                    () -> Optional.ofNullable(content.getCurrentContext()).filter(name -> !name.isEmpty()));
            Optional.ofNullable(content.getContexts()).orElse(List.of()).stream()
                    .map(NamedContext::getName)
                    .forEach(contexts::add);
        }
        return new Kubeconfig(String.join(", ", files), current, contexts);
    }

    private static String text(Path file) throws IOException {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            String reason = e.getClass().getSimpleName();
            throw new IOException("the kubeconfig " + file + " cannot be read (" + reason + ")", e);
        }
    }

    private static io.fabric8.kubernetes.api.model.Config parse(String file, String text) throws IOException {
        try {
            var content = Serialization.unmarshal(text, io.fabric8.kubernetes.api.model.Config.class);
            if (content != null) {
                return content;
            }
        } catch (RuntimeException e) {
            throw new IOException("the kubeconfig " + file + " cannot be used: " + NOT_A_KUBECONFIG + line(e), e);
        }
        throw new IOException("the kubeconfig " + file + " cannot be used: " + NOT_A_KUBECONFIG);
    }

    /** Returns the line of an error. The text of the error is about classes of the client, and may contain a part of the file. */
    private static String line(RuntimeException e) {
        return LINE.matcher(ApiErrors.cause(e))
                .results()
                .reduce((first, second) -> second)
                .map(each -> " (line " + each.group(1) + ")")
                .orElse("");
    }

    /**
     * Returns the settings of a context, or of the current context.
     *
     * @throws IOException if the context does not exist, or if no file names a server and this machine is not a pod
     */
    Config config(Optional<String> context) throws IOException {
        if (!files.isEmpty()) {
            requireContext(context);
        }
        Config config = Config.autoConfigure(context.orElse(null));
        boolean isDefault = config.getMasterUrl().startsWith(Config.DEFAULT_MASTER_URL);
        if (files.isEmpty() && (isDefault || context.isPresent())) {
            throw new IOException("no kubeconfig exists at " + String.join(", ", Config.getKubeconfigFilenames())
                    + ": set the environment variable KUBECONFIG to the kubeconfig of your cluster");
        }
        if (isDefault && context.or(() -> current).isEmpty()) {
            throw new IOException("the kubeconfig " + files + " has no current context: set it with `kubectl config"
                    + " use-context`");
        }
        return config;
    }

    /** Returns an exception for a kubeconfig that the client refuses, for example because a file that it names is missing. */
    IOException unusable(RuntimeException e) {
        return new IOException(
                (files.isEmpty() ? "the service account of this pod" : "the kubeconfig " + files) + " cannot be used: "
                        + ApiErrors.cause(e),
                e);
    }

    /** Throws an exception if the files do not have the context, because the client would then use another cluster. */
    private void requireContext(Optional<String> given) throws IOException {
        Optional<String> wanted = given.or(() -> current);
        if (wanted.isPresent() && !contexts.contains(wanted.get())) {
            throw new IOException("the kubeconfig " + files + " has no context " + wanted.get()
                    + (contexts.isEmpty() ? "" : "; its contexts are " + String.join(", ", contexts)));
        }
    }
}
