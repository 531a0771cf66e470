// SPDX-License-Identifier: Apache-2.0
package io.loadharness.onnx;

import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import io.loadharness.internal.FileErrors;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Converts the errors of ONNX Runtime to one sentence with the remedy. */
final class ModelErrors {

    private static final Pattern OPSET =
            Pattern.compile("Opset (\\d+) is under development.*till opset (\\d+)", Pattern.DOTALL);
    private static final Pattern FORMAT = Pattern.compile("IR version: (\\d+), max supported IR version: (\\d+)");
    private static final Pattern EXTERNAL =
            Pattern.compile("cannot get file size.*\\[(.+)]|External data path[^\"]*\"([^\"]+)\"");
    private static final Pattern OPERATOR =
            Pattern.compile("No Op registered for (\\S+)|for the node .*:(\\S+)\\(\\d+\\)");

    private static final Pattern IMPLEMENTATION =
            Pattern.compile("Could not find an implementation for (\\S+)\\((\\d+)\\)");

    /** The whole message if C++ cannot read a number. */
    private static final Pattern NOT_A_NUMBER = Pattern.compile("message: sto(i|l|ll|ul|ull|f|d)$");

    /** The prefix with the code of the error, the path of the model, and the place in the sources of ONNX Runtime. */
    private static final Pattern NOISE = Pattern.compile(
            "^Error code - \\S+ - message: |Load model from .*? failed:|\\S*/\\S+\\.(cc|h):\\d+ [^\\n]*?\\) ");

    private ModelErrors() {}

    /**
     * Checks a path before ONNX Runtime reads the model.
     *
     * @throws IllegalArgumentException if there is no file that can be read
     */
    static void checkFile(Path model) {
        if (!Files.exists(model)) {
            throw new IllegalArgumentException("the model " + model + " does not exist; check the path");
        }
        if (!Files.isRegularFile(model)) {
            throw new IllegalArgumentException(
                    "the model " + model + " is not a file; name the file of the model, for example model.onnx");
        }
        if (!Files.isReadable(model)) {
            throw new IllegalArgumentException("the model " + model + " cannot be read; check its permissions");
        }
    }

    /** Returns the error of a model that was not loaded. */
    static IllegalArgumentException notLoaded(Path model, OrtException cause) {
        return new IllegalArgumentException(reason(model, cause), cause);
    }

    /** Returns the error of a native library that was not loaded: the error of its file if there is one. */
    static IllegalArgumentException notLinked(LinkageError cause) {
        for (Throwable each = cause; each != null; each = each.getCause()) {
            if (each instanceof IOException file) {
                return notUnpacked(file);
            }
        }
        return new IllegalArgumentException(
                "the native library of ONNX Runtime cannot be loaded on "
                        + System.getProperty("os.name") + " " + System.getProperty("os.arch")
                        + "; use Linux, macOS or Windows on a processor that ONNX Runtime supports: " + cause,
                cause);
    }

    /** Returns the error of a native library that was not written to the temporary folder. */
    static IllegalArgumentException notUnpacked(IOException cause) {
        return new IllegalArgumentException(
                "the native library of ONNX Runtime cannot be unpacked: " + FileErrors.inTemporaryFolder(cause), cause);
    }

    private static String reason(Path model, OrtException cause) {
        String text = String.valueOf(cause.getMessage());
        Matcher opset = OPSET.matcher(text);
        if (opset.find()) {
            return "the model " + model + " uses opset " + opset.group(1) + ", but " + runtime()
                    + " supports opsets up to " + opset.group(2) + "; export the model with an older opset";
        }
        Matcher format = FORMAT.matcher(text);
        if (format.find()) {
            return "the model " + model + " uses version " + format.group(1) + " of the ONNX format, but " + runtime()
                    + " supports versions up to " + format.group(2)
                    + "; export the model with an older version of the package onnx";
        }
        Matcher external = EXTERNAL.matcher(text);
        if (external.find()) {
            String path = external.group(1) != null ? external.group(1) : external.group(2);
            return "the model " + model + " stores weights in the file " + path
                    + ", which does not exist; copy this file to the folder of the model";
        }
        Matcher operator = OPERATOR.matcher(text);
        if (operator.find()) {
            String name = operator.group(1) != null ? operator.group(1) : operator.group(2);
            return "the model " + model + " uses the operator " + name + ", which " + runtime()
                    + " does not have; export the model with standard operators";
        }
        Matcher implementation = IMPLEMENTATION.matcher(text);
        if (implementation.find()) {
            return "the model " + model + " uses version " + implementation.group(2) + " of the operator "
                    + implementation.group(1) + ", but " + runtime()
                    + " does not have this version for the types of the model; export the model with another opset or other types";
        }
        if (NOT_A_NUMBER.matcher(text).find()) {
            return "ONNX Runtime cannot load the model " + model
                    + ", because an entry of the configuration is not a number; correct the options config-KEY";
        }
        boolean isParsed =
                switch (cause.getCode()) {
                    case ORT_INVALID_PROTOBUF -> false;
                    default -> !text.contains("does not have a graph");
                };
        return isParsed
                ? "ONNX Runtime cannot load the model " + model + ": " + cleaned(cause)
                : "the file " + model + " is truncated or is not an ONNX model; copy or export the model again";
    }

    private static String runtime() {
        return "ONNX Runtime " + OrtEnvironment.getEnvironment().getVersion();
    }

    /** Returns true if a run failed because an output has another shape than the buffer for it. */
    static boolean isOtherOutputShape(OrtException cause) {
        return String.valueOf(cause.getMessage()).contains("computed output shape");
    }

    /** Returns the message of ONNX Runtime in one line, without the parts that only its developers need. */
    static String cleaned(OrtException cause) {
        return NOISE.matcher(String.valueOf(cause.getMessage()))
                .replaceAll("")
                .replaceAll("\\s+", " ")
                .strip();
    }
}
