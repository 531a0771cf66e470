// SPDX-License-Identifier: Apache-2.0
package io.loadharness.onnx;

import ai.onnxruntime.OrtEnvironment;
import io.loadharness.internal.LibraryFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;

/**
 * The native libraries of ONNX Runtime in the user's folder for caches. Otherwise, ONNX Runtime unpacks 24 MB from its jar at each start.
 * Linux only; not for the jar with GPU support, whose libraries must be in one temporary folder.
 */
final class NativeFiles {

    /** The property from which ONNX Runtime reads the folder of its libraries. */
    static final String FOLDER_PROPERTY = "onnxruntime.native.path";

    private static final String PROPERTIES = "onnxruntime.native.";
    private static final String RESOURCES = "ai/onnxruntime/native/";
    private static final String GPU_NAME = "libonnxruntime_providers_shared.so";
    private static final Map<String, String> PLATFORMS =
            Map.of("linux-amd64", "linux-x64", "linux-aarch64", "linux-aarch64");

    private NativeFiles() {}

    /**
     * Checks that ONNX Runtime can write to the temporary folder of Java, which it does even if it unpacks nothing. If ONNX Runtime itself
     * fails to write there, this JVM can never load it.
     *
     * @throws IllegalArgumentException if the folder cannot be used; the message names it
     */
    static void requireTemporaryFolder() {
        try {
            Files.delete(Files.createTempDirectory("loadharness-onnx"));
        } catch (IOException e) {
            throw ModelErrors.notUnpacked(e);
        }
    }

    /**
     * Unpacks the libraries if necessary and sets the property. Without a usable folder, ONNX Runtime unpacks its libraries itself.
     *
     * @throws IllegalArgumentException if the libraries are compressed and cannot be unpacked
     */
    static synchronized void use() {
        if (System.getProperties().stringPropertyNames().stream().anyMatch(each -> each.startsWith(PROPERTIES))) {
            return; // already set, by the user or by an earlier call
        }
        ClassLoader loader = OrtEnvironment.class.getClassLoader();
        String platform = PLATFORMS.get(
                System.getProperty("os.name").toLowerCase(Locale.ROOT) + "-" + System.getProperty("os.arch"));
        if (platform == null || loader.getResource(RESOURCES + platform + "/" + GPU_NAME) != null) {
            return;
        }
        String folder = RESOURCES + platform + "/";
        boolean arePacked = false;
        try {
            LibraryFiles files = LibraryFiles.of(
                    "onnxruntime", loader, folder + "libonnxruntime.so", folder + "libonnxruntime4j_jni.so");
            arePacked = files.arePacked();
            Path unpacked = arePacked ? files.folder() : files.cached();
            if (unpacked != null) {
                System.setProperty(FOLDER_PROPERTY, unpacked.toString());
            }
        } catch (IOException e) {
            if (arePacked) {
                throw ModelErrors.notUnpacked(e);
            }
        } catch (UnsupportedOperationException e) {
            // the folder has no owner and no permissions
        }
    }
}
