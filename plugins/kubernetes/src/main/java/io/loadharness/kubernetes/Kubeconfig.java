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

/**
 * The contexts of the files of the variable {@code KUBECONFIG}, or of {@code ~/.kube/config}.
 *
 * @param files the names of the files that exist
 * @param current the current context; empty if no file sets it
 * @param contexts the names of the contexts
 */
record Kubeconfig(String files, Optional<String> current, Set<String> contexts) {

    /** Reads the files. Ignores files that do not exist, as {@code kubectl} does. */
    static Kubeconfig read() throws IOException {
        List<String> files = new ArrayList<>();
        Optional<String> current = Optional.empty();
        Set<String> contexts = new LinkedHashSet<>();
        for (String each : Config.getKubeconfigFilenames()) {
            Path file = Path.of(each);
            String text = Files.isRegularFile(file) ? Files.readString(file) : "";
            if (text.isBlank()) {
                continue;
            }
            files.add(each);
            var content = Serialization.unmarshal(text, io.fabric8.kubernetes.api.model.Config.class);
            current = current.or(
                    () -> Optional.ofNullable(content.getCurrentContext()).filter(name -> !name.isEmpty()));
            Optional.ofNullable(content.getContexts()).orElse(List.of()).stream()
                    .map(NamedContext::getName)
                    .forEach(contexts::add);
        }
        return new Kubeconfig(String.join(", ", files), current, contexts);
    }

    /** Throws an exception if the files do not have the context, because the client would then use another cluster. */
    void requireContext(Optional<String> given) throws IOException {
        Optional<String> wanted = given.or(() -> current);
        if (wanted.isPresent() && !contexts.contains(wanted.get())) {
            throw new IOException("the kubeconfig " + files + " has no context " + wanted.get()
                    + (contexts.isEmpty() ? "" : "; its contexts are " + String.join(", ", contexts)));
        }
    }
}
