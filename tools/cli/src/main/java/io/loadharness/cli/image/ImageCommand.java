// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.image;

import io.loadharness.cli.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code harness image}. */
@Command(
        name = "image",
        description = {
            "Writes a container image with LoadHarness for the pods of --on=kubernetes, in the OCI format. Needs no"
                    + " Docker.",
            "The image has the layers of the base image, and one layer with this installation of LoadHarness. It runs"
                    + " as a user that is not root, and needs no write access to its own files."
        })
public final class ImageCommand implements Callable<Integer> {

    private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9._:/-]*:[A-Za-z0-9_][A-Za-z0-9._-]*");

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--base",
            paramLabel = "PATH",
            required = true,
            description = "The base image, which must contain Java 17 or newer, /bin/sh, tar and glibc: a folder in the"
                    + " OCI image layout, an archive of such a folder, or a tar archive of a root file system. See"
                    + " docs/guides/kubernetes.md.")
    private @Nullable Path base;

    @Option(
            names = "--output",
            paramLabel = "PATH",
            description =
                    "The image to write: an archive if the name ends with .tar, otherwise a folder in the OCI image"
                            + " layout. Default: ${DEFAULT-VALUE}")
    private Path output = Path.of("loadharness.tar");

    @Option(
            names = "--name",
            paramLabel = "NAME:TAG",
            description = "The name of the image, for example registry.example.com/loadharness:0.1. Default:"
                    + " ${DEFAULT-VALUE}")
    private String name = "localhost/loadharness:latest";

    @Override
    public Integer call() throws IOException {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException("--name must have the form NAME:TAG, with a NAME of lower-case letters,"
                    + " digits and . _ - /: got " + name);
        }
        if (Files.exists(output)) {
            throw new IllegalArgumentException(
                    "--output: " + output + " already exists: delete it, or choose another name");
        }
        Path folder = ImageWriter.folder(output);
        if (!Files.isDirectory(folder)) {
            throw new IllegalArgumentException("--output: the folder " + folder + " does not exist: create it");
        }
        new ImageWriter(new ProgramFiles(System.getProperty("java.class.path")), name)
                .write(Objects.requireNonNull(base), output);
        spec.commandLine().getOut().println("Wrote the image " + name + " to " + output + ".");
        return ExitCode.OK;
    }
}
