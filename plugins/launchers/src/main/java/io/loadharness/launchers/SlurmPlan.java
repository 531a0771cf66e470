// SPDX-License-Identifier: Apache-2.0
package io.loadharness.launchers;

import io.loadharness.cluster.LaunchRequest;
import io.loadharness.internal.Sha256;
import io.loadharness.internal.TemporaryFolders;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The files and the commands of one run with Slurm: a batch script, or one {@code srun} command inside an allocation. */
final class SlurmPlan {

    /** Options that have the same name in {@code sbatch} and {@code srun}. */
    private static final List<String> PASSED =
            List.of("partition", "account", "qos", "reservation", "constraint", "gres", "mem", "exclusive");

    private static final Set<String> ONLY_FOR_JOBS =
            Set.of("partition", "account", "qos", "reservation", "exclusive", "workers-per-node");
    private static final Set<String> OPTIONS = Set.of(
            "partition",
            "account",
            "qos",
            "time",
            "reservation",
            "constraint",
            "exclusive",
            "gres",
            "mem",
            "cpus-per-worker",
            "workers-per-node",
            "container-image",
            "container-mounts",
            "java",
            "java-option",
            "shared-folder",
            "slurm");

    private static final String PROGRAM_PREFIX = "loadharness-program-";
    private static final String COPY_PREFIX = ".loadharness-copy-";
    private static final Duration UNUSED_LIMIT = Duration.ofDays(30);
    private static final Pattern DURATION = Pattern.compile("(\\d+)(s|m|h|d)");

    /** The script that runs on each node. Its first argument is the file with the secret. */
    private static final String TASK =
            "secret=$1; shift; [ -r \"$secret\" ] || { echo \"$(hostname) cannot read $secret: put it on a file system"
                    + " that all nodes share, with the option shared-folder\"; exit 66; };"
                    + " exec \"$@\" --secret-file \"$secret\" --rank \"$SLURM_PROCID\"";

    private static final List<String> TASK_WORDS = List.of("sh", "-c", TASK, "loadharness-worker");

    /** Variables of {@code sbatch} for options that a job of workers cannot have, and that no other option on the command line overrides. */
    static final Set<String> IGNORED_VARIABLES =
            Set.of("SBATCH_WAIT", "SBATCH_ARRAY_INX", "SBATCH_CLUSTERS", "SBATCH_ERROR");

    private final LaunchRequest request;
    private final LauncherOptions options;
    private final @Nullable String allocation;
    private final @Nullable Path shared;
    private final List<String> slurmOptions;

    SlurmPlan(LaunchRequest request, Map<String, String> environment) {
        this.request = request;
        this.options = new LauncherOptions("slurm", request.options(), OPTIONS);
        String job = environment.getOrDefault("SLURM_JOB_ID", "").strip();
        this.allocation = job.isEmpty() ? null : job;
        this.slurmOptions = SlurmOptions.parse(String.join(" ", options.values("slurm")), allocation != null);
        this.shared = options.value("shared-folder")
                .map(folder -> Path.of(folder).toAbsolutePath())
                .orElse(null);
        if (allocation != null) {
            for (String name : ONLY_FOR_JOBS) {
                if (options.has(name)) {
                    throw new IllegalArgumentException(
                            LauncherOptions.named(name) + " has no effect inside the Slurm job " + allocation
                                    + ": leave it out, or type the command outside of the job");
                }
            }
        }
    }

    LaunchRequest request() {
        return request;
    }

    /** Returns the {@code java} executable on the nodes. */
    String java() {
        return options.value("java", "java");
    }

    /** Returns the id of the job in which this process runs; null outside a job. */
    @Nullable
    String allocation() {
        return allocation;
    }

    /** Returns the folder with the secret and the script; only its owner can read it. */
    Path privateFolder() {
        return shared == null ? logs().resolve(".slurm") : runFolder(shared).resolve("private");
    }

    /** Returns the folder to which the nodes write logs. */
    Path logs() {
        return shared == null ? request.logs().toAbsolutePath() : runFolder(shared);
    }

    private Path runFolder(Path base) {
        return base.resolve("loadharness-" + id());
    }

    /** Returns an id of the run. It depends only on the folder of the logs. */
    String id() {
        byte[] folder = request.logs().toAbsolutePath().toString().getBytes(StandardCharsets.UTF_8);
        return HexFormat.of().formatHex(Sha256.digest().digest(folder)).substring(0, 12);
    }

    Path slurmLog() {
        return logs().resolve("slurm.log");
    }

    Path script() {
        return privateFolder().resolve("job.sh");
    }

    private Path secretFile() {
        return privateFolder().resolve("secret");
    }

    /** Creates the folders, the file with the secret, empty logs, and the batch script. */
    void write() throws IOException {
        if (shared != null) {
            if (!Files.isDirectory(shared)) {
                throw new IllegalArgumentException(
                        "the folder " + shared
                                + " of --launcher-option shared-folder does not exist: create it on a file system of all nodes");
            }
            TemporaryFolders.delete(runFolder(shared));
            createPrivate(runFolder(shared));
            copyProgram(shared);
        }
        TemporaryFolders.delete(privateFolder());
        createPrivate(privateFolder());
        Files.writeString(WorkerLogs.create(secretFile()), request.secret() + "\n");
        WorkerLogs.create(slurmLog());
        for (int rank = 0; rank < request.workers(); rank++) {
            WorkerLogs.create(logs(), rank);
        }
        if (allocation == null) {
            Files.writeString(WorkerLogs.create(script()), batchScript());
        }
    }

    private static void createPrivate(Path folder) throws IOException {
        Files.createDirectory(
                folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    }

    /** Copies the program to the shared folder, unless the folder contains a complete copy of this user. */
    private void copyProgram(Path shared) throws IOException {
        try (ProgramBundle bundle = bundle()) {
            Path target = programFolder(bundle);
            if (hasCopy(bundle, target)) {
                markAsUsed(target);
            } else {
                request.messages()
                        .accept("Copying LoadHarness (" + bundle.megabytes() + " MB) to " + shared
                                + ". Later runs use this copy.");
                copy(bundle, shared, target);
            }
            deleteUnused(shared, target);
        }
    }

    /**
     * Returns true if a folder contains the whole program; false if the folder or a file is missing, or a file is damaged.
     *
     * @throws IOException if the folder belongs to another user, who could have changed the program
     */
    private boolean hasCopy(ProgramBundle bundle, Path target) throws IOException {
        if (!Files.exists(target, LinkOption.NOFOLLOW_LINKS)) {
            return false;
        }
        UserPrincipal user = Files.getOwner(logs()); // this run has created the folder
        if (!Files.isDirectory(target, LinkOption.NOFOLLOW_LINKS)
                || !user.equals(Files.getOwner(target, LinkOption.NOFOLLOW_LINKS))) {
            throw new IOException(target + " is not a folder of the user " + user.getName()
                    + ", and a run starts no program of another user: remove it, or set another folder with"
                    + " --launcher-option shared-folder");
        }
        return bundle.isIn(target);
    }

    private void copy(ProgramBundle bundle, Path shared, Path target) throws IOException {
        IOException failure = null;
        Path copy = null;
        try {
            copy = Files.createTempDirectory(shared, COPY_PREFIX);
            bundle.copyTo(copy);
            if (Files.exists(target, LinkOption.NOFOLLOW_LINKS)) { // Other runs may use the damaged copy.
                bundle.move(copy, target);
                TemporaryFolders.delete(copy);
            } else {
                Files.move(copy, target);
            }
        } catch (IOException e) {
            failure = e;
            if (copy != null) {
                TemporaryFolders.delete(copy);
            }
        }
        // Meanwhile, another run may have copied the same program, or another user may have created the folder.
        if (!hasCopy(bundle, target)) {
            throw new IOException(
                    "LoadHarness could not be copied to " + shared + " ("
                            + (failure == null ? "it arrived damaged" : failure.getMessage())
                            + "): check the space and the permissions of this folder, or set another one with"
                            + " --launcher-option shared-folder",
                    failure);
        }
    }

    private static void markAsUsed(Path copy) {
        try {
            Files.setLastModifiedTime(copy, FileTime.from(Instant.now()));
        } catch (IOException e) {
            // A later run copies the program again.
        }
    }

    /**
     * Deletes copies of this user that no run has used for a long time, and copies that a killed run left incomplete. The copy for this run
     * is not deleted.
     */
    private void deleteUnused(Path shared, Path used) {
        long limit = Instant.now().minus(UNUSED_LIMIT).toEpochMilli();
        try (DirectoryStream<Path> copies =
                Files.newDirectoryStream(shared, "{" + PROGRAM_PREFIX + "," + COPY_PREFIX + "}*")) {
            UserPrincipal user = Files.getOwner(runFolder(shared));
            for (Path copy : copies) {
                if (!copy.equals(used) && isOlder(copy, limit) && user.equals(Files.getOwner(copy))) {
                    TemporaryFolders.delete(copy);
                }
            }
        } catch (IOException | DirectoryIteratorException e) {
            // For example, another run deletes the same copies. A later run deletes the rest.
        }
    }

    private static boolean isOlder(Path copy, long limit) throws IOException {
        return Files.getLastModifiedTime(copy).toMillis() < limit;
    }

    private ProgramBundle bundle() throws IOException {
        return ProgramBundle.of(request.classPath(), Shell.script("worker.sh"));
    }

    private Path programFolder(ProgramBundle bundle) {
        String user = System.getProperty("user.name").replaceAll("[^A-Za-z0-9._-]", "_");
        return (shared == null ? logs() : shared).resolve(PROGRAM_PREFIX + user + "-" + bundle.hash());
    }

    private List<String> classPath() throws IOException {
        if (shared == null) {
            return request.classPath().stream()
                    .map(part -> part.toAbsolutePath().toString())
                    .toList();
        }
        try (ProgramBundle bundle = bundle()) {
            Path folder = programFolder(bundle);
            return bundle.classPathNames().stream()
                    .map(name -> folder.resolve(name).toString())
                    .toList();
        }
    }

    /** Copies the logs to the folder of the request if they are in a shared folder. Deletes the folder with the secret. */
    void cleanUp() {
        if (shared != null) {
            for (int rank = 0; rank < request.workers(); rank++) {
                copyBack(WorkerLogs.file(logs(), rank));
            }
            copyBack(slurmLog());
        }
        TemporaryFolders.delete(shared == null ? privateFolder() : runFolder(shared));
    }

    /** Returns the folder that the guard deletes. */
    Path guarded() {
        return shared == null ? privateFolder() : runFolder(shared);
    }

    private void copyBack(Path log) {
        try {
            byte[] content = Files.readAllBytes(log);
            Files.write(WorkerLogs.create(request.logs().resolve(log.getFileName())), content);
        } catch (IOException e) {
            // A missing log is harmless, because the state of the worker was already reported.
        }
    }

    /** Returns the options of the job, in the format of {@code sbatch}. */
    private Map<String, String> jobOptions() {
        Map<String, String> job = new LinkedHashMap<>();
        for (String name : PASSED) {
            if (name.equals("exclusive") && options.has(name)) {
                List<String> value = options.values(name);
                if (!value.equals(List.of("false"))) {
                    job.put(name, value.isEmpty() || value.equals(List.of("true")) ? "" : value.get(0));
                }
            } else {
                options.value(name).ifPresent(value -> job.put(name, value));
            }
        }
        options.value("time").ifPresent(value -> job.put("time", slurmTime(value)));
        options.value("cpus-per-worker")
                .ifPresent(value -> job.put("cpus-per-task", Integer.toString(options.positive("cpus-per-worker", 1))));
        return job;
    }

    /** Converts a duration such as {@code 30m} to Slurm's format. Returns other values unchanged. */
    static String slurmTime(String value) {
        Matcher duration = DURATION.matcher(value);
        if (!duration.matches()) {
            return value;
        }
        long unit =
                switch (duration.group(2)) {
                    case "s" -> 1;
                    case "m" -> 60;
                    case "h" -> 3600;
                    default -> 86400;
                };
        long seconds;
        try {
            seconds = Math.multiplyExact(Long.parseLong(duration.group(1)), unit);
        } catch (ArithmeticException | NumberFormatException e) {
            throw new IllegalArgumentException("--time is too long: got " + value, e);
        }
        return "%02d:%02d:%02d".formatted(seconds / 3600, seconds / 60 % 60, seconds % 60);
    }

    /**
     * Returns the command that submits the script. It repeats the options of the script, because environment variables of the user such as
     * {@code SBATCH_ACCOUNT} override options in a script, but not on the command line.
     */
    List<String> submission() {
        List<String> command = new ArrayList<>(List.of("sbatch", "--parsable"));
        command.addAll(sbatchOptions());
        command.add(script().toString());
        return command;
    }

    private List<String> sbatchOptions() {
        List<String> lines = new ArrayList<>();
        lines.add("--job-name=loadharness");
        lines.add("--ntasks=" + request.workers());
        int perNode = options.positive("workers-per-node", 1);
        lines.add("--ntasks-per-node=" + perNode);
        lines.add("--nodes=" + (request.workers() + perNode - 1) / perNode);
        lines.add("--no-requeue");
        lines.add("--open-mode=append");
        lines.add("--output=" + percent(slurmLog().toString()));
        jobOptions().forEach((name, value) -> lines.add("--" + name + (value.isEmpty() ? "" : "=" + value)));
        lines.addAll(slurmOptions);
        return lines;
    }

    String batchScript() throws IOException {
        StringBuilder script = new StringBuilder("#!/bin/sh\n");
        for (String line : sbatchOptions()) {
            script.append("#SBATCH ").append(quoteDirective(line)).append('\n');
        }
        script.append("umask 077\n");
        List<String> srun = srunOptions();
        script.append(Shell.quote(srun)).append(" \\\n    ").append(task()).append('\n');
        script.append("code=$?\n");
        script.append("rm -f ").append(Shell.quote(secretFile().toString())).append('\n');
        script.append("exit $code\n");
        return script.toString();
    }

    /** Quotes an option for an {@code #SBATCH} line. Slurm supports quotation marks in these lines, but no other shell syntax. */
    private static String quoteDirective(String line) {
        if (line.contains("\"") || line.contains("\\")) {
            throw new IllegalArgumentException(
                    "An option of Slurm cannot contain a quotation mark or a backslash: got " + line + ".");
        }
        return Shell.quote(line).equals(line) ? line : "\"" + line + "\"";
    }

    private static String percent(String path) {
        return path.replace("%", "%%");
    }

    private List<String> srunOptions() {
        List<String> words = new ArrayList<>(List.of(
                "srun",
                "--ntasks=" + request.workers(),
                "--kill-on-bad-exit=1",
                "--cpu-bind=none",
                "--input=none",
                "--open-mode=append",
                "--output=" + percent(logs().toString()) + "/worker-%t.log"));
        options.value("cpus-per-worker").ifPresent(value -> words.add("--cpus-per-task=" + value));
        options.value("container-image").ifPresent(image -> {
            words.add("--container-image=" + image);
            words.add("--container-mounts=" + options.value("container-mounts", mounts()));
        });
        return words;
    }

    /** Returns the mounts of a container: the folders of the program, and the folder with the secret. */
    private String mounts() {
        Set<String> folders = new LinkedHashSet<>();
        folders.add(privateFolder().toString());
        if (shared != null) {
            folders.add(shared.toString());
        } else {
            for (Path part : request.classPath()) {
                Path absolute = part.toAbsolutePath();
                Path folder = Files.isDirectory(absolute) ? absolute : absolute.getParent();
                folders.add(String.valueOf(folder));
            }
        }
        return String.join(
                ",", folders.stream().map(folder -> folder + ":" + folder).toList());
    }

    /** Returns the command of one task as shell code on two lines. */
    private String task() throws IOException {
        return Shell.quote(TASK_WORDS) + " " + Shell.quote(secretFile().toString()) + " \\\n    "
                + Shell.quote(program());
    }

    private List<String> program() throws IOException {
        List<String> words = new ArrayList<>();
        words.add(java());
        words.addAll(WorkerJvm.OPTIONS);
        words.addAll(options.values("java-option"));
        words.add("-cp");
        words.add(String.join(":", classPath()));
        words.add(request.mainClass());
        words.addAll(request.arguments());
        return words;
    }

    /** Returns the command that starts the workers inside an allocation. */
    List<String> stepCommand() throws IOException {
        List<String> words = new ArrayList<>(srunOptions());
        words.addAll(1, List.of("--job-name=" + stepName(), "--overlap", "--distribution=cyclic"));
        List<String> extra = new ArrayList<>();
        jobOptions().forEach((name, value) -> {
            if (!name.equals("cpus-per-task")) {
                extra.add("--" + name + (value.isEmpty() ? "" : "=" + value));
            }
        });
        extra.addAll(slurmOptions);
        words.addAll(extra);
        words.addAll(TASK_WORDS);
        words.add(secretFile().toString());
        words.addAll(program());
        return words;
    }

    String stepName() {
        return "loadharness-" + id();
    }
}
