package io.loadharness.cli.run;

import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * What there is to say of a run beside its figures.
 *
 * @param remarks a sentence each
 * @param files that belong to it, absolute
 * @param profiler what made the servers slower; empty if nothing did
 */
public record Notes(List<String> remarks, List<Path> files, Optional<String> profiler) {

    /** Nothing. */
    public static final Notes NONE = new Notes(List.of(), List.of(), Optional.empty());

    /** Keeps copies. */
    public Notes {
        remarks = List.copyOf(remarks);
        files = List.copyOf(files);
        Objects.requireNonNull(profiler, "profiler");
    }

    /** What several have to say, together. */
    public static Notes of(List<Notes> all) {
        return new Notes(
                all.stream().flatMap(each -> each.remarks.stream()).toList(),
                all.stream().flatMap(each -> each.files.stream()).toList(),
                all.stream().flatMap(each -> each.profiler.stream()).findFirst());
    }
}
