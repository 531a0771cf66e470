// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.profiles;

import io.loadharness.cli.yaml.Yaml;
import io.loadharness.internal.ProgramName;
import io.loadharness.internal.Suggestions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The profiles that can be given by name: {@code HARNESS/NAME.yaml.in} or {@code HARNESS/NAME.yaml}, as in the folder {@code
 * workload/profiles} of llm-d-benchmark. LoadHarness contains built-in profiles, and a folder of the user can contain more profiles. A
 * profile of the user replaces a built-in profile of the same harness and name.
 */
public final class ProfileCatalog {

    /** The environment variable with the folder of the user. llm-d-benchmark uses the same variable. */
    public static final String FOLDER_VARIABLE = "LLMDBENCH_HARNESS_PROFILES_DIR";

    private static final Pattern FILE = Pattern.compile("(.+)\\.yaml(\\.in)?");
    private static final String BUILT_IN = "built in";

    /**
     * A profile.
     *
     * @param tool the harness
     * @param name the name without the harness and without a file extension
     * @param source the path of the file, or the name of a built-in profile
     * @param isBuiltIn true if the profile is part of LoadHarness
     * @param text the content
     */
    public record Entry(ProfileTool tool, String name, String source, boolean isBuiltIn, String text) {

        /** Returns the harness and the name, for example {@code inference-perf/sanity_random}. */
        public String id() {
            return tool.id() + "/" + name;
        }

        /** Returns the path of the profile of a user, or a phrase for built-in profiles. */
        String origin() {
            return isBuiltIn ? BUILT_IN : source;
        }

        /** Returns the purpose of the profile: the first line, if it is a comment. */
        String purpose() {
            return text.startsWith("#")
                    ? text.lines().findFirst().orElse("").substring(1).strip()
                    : "";
        }
    }

    private final Map<String, Entry> entries = new LinkedHashMap<>();

    private ProfileCatalog() {}

    /**
     * Reads the catalog.
     *
     * @param folder the folder of the user
     * @throws IllegalArgumentException if the folder does not exist
     */
    public static ProfileCatalog read(Optional<Path> folder) throws IOException {
        ProfileCatalog catalog = builtIn(location());
        if (folder.isPresent()) {
            if (!Files.isDirectory(folder.get())) {
                throw new IllegalArgumentException("the folder of profiles " + folder.get()
                        + " is not a folder: create it, with a folder for each harness");
            }
            catalog.add(folder.get(), false);
        }
        return catalog;
    }

    private static URI location() throws IOException {
        try {
            return ProfileCatalog.class.getResource("ProfileCatalog.class").toURI();
        } catch (URISyntaxException e) {
            throw new IOException("the built-in profiles cannot be read: " + e.getMessage(), e);
        }
    }

    /**
     * Reads the profiles in the folder {@code catalog} next to a class. A class loader finds a folder of a jar only if the jar has an entry
     * for the folder, which some build tools leave out. It always finds the class.
     */
    static ProfileCatalog builtIn(URI location) throws IOException {
        ProfileCatalog catalog = new ProfileCatalog();
        if (location.getScheme().equals("jar")) {
            try (FileSystem jar = FileSystems.newFileSystem(location, Map.of())) {
                catalog.add(jar.provider().getPath(location).resolveSibling("catalog"), true);
            }
        } else {
            catalog.add(Path.of(location).resolveSibling("catalog"), true);
        }
        return catalog;
    }

    private void add(Path folder, boolean isBuiltIn) throws IOException {
        for (ProfileTool tool : ProfileTool.values()) {
            Path profiles = folder.resolve(tool.id());
            if (Files.isDirectory(profiles)) {
                try (Stream<Path> files = Files.list(profiles)) {
                    files.sorted().forEach(each -> add(tool, each, isBuiltIn));
                }
            }
        }
    }

    private void add(ProfileTool tool, Path file, boolean isBuiltIn) {
        Matcher name = FILE.matcher(file.getFileName().toString());
        if (!name.matches()) {
            return;
        }
        try {
            String source = isBuiltIn ? tool.id() + "/" + file.getFileName() : file.toString();
            Entry entry = new Entry(tool, name.group(1), source, isBuiltIn, Yaml.text(file));
            entries.put(entry.id(), entry);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns all profiles, by harness and name. */
    public List<Entry> entries() {
        return entries.values().stream()
                .sorted((a, b) -> a.tool() == b.tool()
                        ? a.name().compareTo(b.name())
                        : a.tool().compareTo(b.tool()))
                .toList();
    }

    /**
     * Returns a profile by its name.
     *
     * @param text the name, with or without the harness and the file extension
     * @throws IllegalArgumentException if there is no such profile, or several harnesses have one; the message lists candidates
     */
    public Entry require(String text) {
        return require(text, each -> true);
    }

    /** Returns true if at least one harness has a profile with this name. */
    public boolean has(String text) {
        String name = withoutExtension(text);
        return entries().stream()
                .anyMatch(each -> each.id().equals(name) || each.name().equals(name));
    }

    /** Returns a profile of the given harness by its name, like {@link #require(String)}. */
    public Entry require(ProfileTool tool, String text) {
        return require(text, each -> each.tool() == tool);
    }

    /**
     * Returns true if no profile has this name, but a profile has a similar name. The error message of {@link #require(String)} suggests
     * the similar name.
     */
    public boolean hasOnlySimilar(String text) {
        return !has(text) && similar(withoutExtension(text), entries()).isPresent();
    }

    /** Returns the most similar name in quotes, with the harnesses if several profiles have this name; empty if no name is similar. */
    private static Optional<String> similar(String name, List<Entry> entries) {
        Function<Entry, String> naming = name.contains("/") ? Entry::id : Entry::name;
        List<String> names = entries.stream().map(naming).toList();
        return Suggestions.similar(name, names).map(similar -> {
            List<Entry> equal = entries.stream()
                    .filter(each -> naming.apply(each).equals(similar))
                    .toList();
            return equal.size() == 1
                    ? "'" + similar + "'"
                    : equal.stream().map(each -> "'" + each.id() + "'").collect(Collectors.joining(" or "));
        });
    }

    private static String withoutExtension(String text) {
        Matcher file = FILE.matcher(text);
        return file.matches() ? file.group(1) : text;
    }

    private Entry require(String text, Predicate<Entry> isAllowed) {
        String name = withoutExtension(text);
        List<Entry> allowed = entries().stream().filter(isAllowed).toList();
        List<Entry> found = allowed.stream()
                .filter(each -> each.id().equals(name) || each.name().equals(name))
                .toList();
        if (found.size() == 1) {
            return found.get(0);
        }
        if (found.isEmpty()) {
            String ids = String.join(", ", allowed.stream().map(Entry::id).toList());
            throw new IllegalArgumentException("there is no file and no profile '" + text + "'"
                    + similar(name, allowed)
                            .map(names -> "; did you mean " + names + "?")
                            .orElse(": give a path or one of " + ids + ".")
                    + " All profiles: " + ProgramName.NAME + " profiles");
        }
        throw new IllegalArgumentException("several harnesses have a profile '" + text + "': write one of "
                + String.join(", ", found.stream().map(Entry::id).toList()));
    }
}
