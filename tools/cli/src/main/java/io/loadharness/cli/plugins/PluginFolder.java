// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.plugins;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;

/** The folder of {@code --plugins}, and a class loader for its jars. To detect broken jars early, it creates each provider once. */
public final class PluginFolder {

    /** The name of the option. It is read before all other options, because plug-ins may add allowed values of other options. */
    public static final String OPTION = "--plugins";

    /** The environment variable that sets the folder if the option is not given. */
    public static final String VARIABLE = "LOADHARNESS_PLUGINS";

    private static final String SERVICES = "META-INF/services/";
    private static final String OWN_SERVICES = SERVICES + "io.loadharness.";

    private final Path folder;

    private PluginFolder(Path folder) {
        this.folder = folder;
    }

    /** Returns the folder from the arguments or, if they do not contain one, from the environment; empty if no folder is set. */
    public static Optional<PluginFolder> of(List<String> arguments, Map<String, String> environment) {
        String value = environment.getOrDefault(VARIABLE, "");
        int option = arguments.indexOf(OPTION);
        if (option >= 0 && option + 1 < arguments.size()) {
            value = arguments.get(option + 1);
        }
        for (String each : arguments) {
            value = each.startsWith(OPTION + "=") ? each.substring(OPTION.length() + 1) : value;
        }
        return value.isEmpty() ? Optional.empty() : Optional.of(new PluginFolder(Path.of(value)));
    }

    /**
     * Returns the arguments with the option and its value joined to {@code --plugins=FOLDER}. The first argument without a leading hyphen
     * is then the command.
     */
    public static List<String> joined(List<String> arguments) {
        int option = arguments.indexOf(OPTION);
        if (option < 0 || option + 1 == arguments.size()) {
            return arguments;
        }
        List<String> joined = new ArrayList<>(arguments);
        joined.set(option, OPTION + "=" + joined.remove(option + 1));
        return joined;
    }

    /**
     * Returns a class loader for the jars. The class loader is never closed, because code in the jars may run until the process ends.
     *
     * @throws IllegalArgumentException if the folder has no jars, or a jar cannot be used; the message names the jar and suggests a remedy
     */
    public ClassLoader loader(ClassLoader parent) {
        List<Path> jars = jars();
        ClassLoader loader = new URLClassLoader(
                "plugins", jars.stream().map(PluginFolder::url).toArray(URL[]::new), parent);
        jars.forEach(jar -> check(jar, loader));
        return loader;
    }

    private List<Path> jars() {
        if (!Files.isDirectory(folder)) {
            throw new IllegalArgumentException("the plug-in folder " + folder
                    + (Files.exists(folder) ? " is a file" : " does not exist") + ": give a folder with jars in "
                    + OPTION
                    + " or " + VARIABLE);
        }
        try (Stream<Path> files = Files.list(folder)) {
            List<Path> jars = files.filter(each -> each.toString().endsWith(".jar"))
                    .sorted()
                    .toList();
            if (jars.isEmpty()) {
                throw new IllegalArgumentException("the plug-in folder " + folder
                        + " has no jars: put the jars of the plug-ins there, or leave out " + OPTION + " and "
                        + VARIABLE);
            }
            return jars;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static URL url(Path jar) {
        try {
            return jar.toUri().toURL();
        } catch (MalformedURLException e) {
            throw new IllegalArgumentException(e);
        }
    }

    private void check(Path jar, ClassLoader loader) {
        try (JarFile open = new JarFile(jar.toFile())) {
            List<JarEntry> services = open.stream()
                    .filter(each -> each.getName().startsWith(OWN_SERVICES))
                    .toList();
            for (JarEntry each : services) {
                try (var text = open.getInputStream(each)) {
                    String service = each.getName().substring(SERVICES.length());
                    new String(text.readAllBytes(), StandardCharsets.UTF_8)
                            .lines()
                            .map(line -> line.replaceFirst("#.*", "").strip())
                            .filter(line -> !line.isEmpty())
                            .forEach(provider -> check(jar, service, provider, loader));
                }
            }
        } catch (IOException e) {
            throw new IllegalArgumentException(
                    jar + " cannot be read as a jar (" + e.getMessage()
                            + "): build the jar again, or remove the jar from the folder",
                    e);
        }
    }

    /** Creates a provider as {@link java.util.ServiceLoader} does, but with error messages that name the jar. */
    private void check(Path jar, String service, String provider, ClassLoader loader) {
        String what = "the class " + provider + " in " + jar;
        try {
            Class<?> type = type(jar, service, loader);
            Class<?> found = Class.forName(provider, false, loader);
            if (!type.isAssignableFrom(found)) {
                throw new IllegalArgumentException(
                        what + " does not implement " + service + ": correct the class or " + SERVICES + service);
            }
            found.getConstructor().newInstance();
        } catch (ClassNotFoundException e) {
            throw new IllegalArgumentException(
                    what + " is missing: add the class, or remove its name from " + SERVICES + service, e);
        } catch (UnsupportedClassVersionError e) {
            throw new IllegalArgumentException(
                    what + " is compiled for a newer Java than the running Java "
                            + Runtime.version().feature() + ": compile it with --release "
                            + Runtime.version().feature() + ", or use a newer Java",
                    e);
        } catch (NoSuchMethodException | InstantiationException | IllegalAccessException e) {
            throw new IllegalArgumentException(
                    what + " cannot be created: make it a public class with a public constructor without parameters",
                    e);
        } catch (InvocationTargetException e) {
            throw unusable(what, e.getTargetException());
        } catch (LinkageError e) {
            throw unusable(what, e);
        }
    }

    private IllegalArgumentException unusable(String what, Throwable error) {
        if (error instanceof LinkageError && !(error instanceof ExceptionInInitializerError)) {
            return new IllegalArgumentException(
                    what + " cannot be loaded (" + error + "): put the jars that it needs into " + folder
                            + ", or compile it against this version of LoadHarness",
                    error);
        }
        Throwable cause = error instanceof ExceptionInInitializerError ? error.getCause() : error;
        return new IllegalArgumentException(
                what + " cannot be created, because its constructor throws " + cause
                        + ": move work out of the constructor",
                error);
    }

    private static Class<?> type(Path jar, String service, ClassLoader loader) {
        try {
            return Class.forName(service, false, loader);
        } catch (ClassNotFoundException e) {
            throw new IllegalArgumentException(
                    jar + " provides " + service
                            + ", which this version of LoadHarness does not have: rename " + SERVICES + service
                            + " in the jar, or remove the jar",
                    e);
        }
    }
}
