package io.loadharness.loadgen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.loadharness.loadgen.Bridge.NativeRun;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.bytedeco.javacpp.Loader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EngineLibraryTest {

    @Test
    void anEngineInAFolderIsUsedWhereItLies() throws Exception {
        String resource = Loader.getPlatform() + "/" + System.mapLibraryName("loadgen_engine");

        assertThat(Path.of(EngineLibrary.locate()))
                .isEqualTo(Path.of(EngineLibrary.class.getResource(resource).toURI()));
    }

    @Test
    void anEngineThatCannotBeLoadedIsRefusedAndNotThrownThroughTheJvm(@TempDir Path folder) throws Exception {
        Path garbage = Files.writeString(folder.resolve("engine.so"), "no library");

        for (Path engine : List.of(garbage, folder.resolve("missing.so"), folder)) {
            assertThatIllegalStateException()
                    .isThrownBy(() -> NativeRun.of(engine.toString()))
                    .withMessageStartingWith("cannot load LoadGen: ");
        }
    }
}
