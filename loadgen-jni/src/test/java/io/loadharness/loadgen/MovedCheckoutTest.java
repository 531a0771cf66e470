// SPDX-License-Identifier: Apache-2.0
package io.loadharness.loadgen;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The script that the build of LoadGen runs before CMake, with a project of its own. */
class MovedCheckoutTest {

    private static final Path SCRIPT =
            Path.of("../native/cmake/ForgetMovedBuild.cmake").toAbsolutePath().normalize();

    @TempDir
    Path folder;

    @Test
    void aMovedCheckoutIsConfiguredAgain() throws Exception {
        Path moved = movedCheckout();

        assertThat(configure(moved).exitCode())
                .as("CMake refuses the old cache")
                .isNotZero();
        assertThat(forget(moved)).contains("The checkout was moved; building LoadGen again");
        assertThat(moved.resolve("target/CMakeCache.txt")).doesNotExist();
        assertThat(configure(moved).exitCode()).isZero();
    }

    @Test
    void aCheckoutThatWasNotMovedKeepsItsBuild() throws Exception {
        Path checkout = checkout("first");

        assertThat(forget(checkout)).doesNotContain("moved");
        assertThat(checkout.resolve("target/CMakeCache.txt")).exists();
    }

    private Path movedCheckout() throws Exception {
        return Files.move(checkout("first"), folder.resolve("second"));
    }

    private Path checkout(String name) throws Exception {
        Path checkout = Files.createDirectories(folder.resolve(name));
        Files.writeString(
                checkout.resolve("CMakeLists.txt"), "cmake_minimum_required(VERSION 3.20)\nproject(moved NONE)\n");
        Output configured = configure(checkout);
        assertThat(configured.exitCode()).as(configured.text()).isZero();
        return checkout;
    }

    private static Output configure(Path checkout) throws Exception {
        return cmake("-S", checkout.toString(), "-B", checkout.resolve("target").toString());
    }

    private static String forget(Path checkout) throws Exception {
        Output output = cmake("-Dsource=" + checkout, "-Dbuild=" + checkout.resolve("target"), "-P", SCRIPT.toString());
        assertThat(output.exitCode()).as(output.text()).isZero();
        return output.text();
    }

    private record Output(int exitCode, String text) {}

    private static Output cmake(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("cmake"));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        process.getOutputStream().close();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Output(process.waitFor(), text);
    }
}
