package io.loadharness.loadgen;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.bytedeco.javacpp.Loader;
import org.junit.jupiter.api.Test;

class EngineLibraryTest {

    @Test
    void anEngineInAFolderIsUsedWhereItLies() throws Exception {
        String resource = Loader.getPlatform() + "/" + System.mapLibraryName("loadgen_engine");

        assertThat(Path.of(EngineLibrary.locate()))
                .isEqualTo(Path.of(EngineLibrary.class.getResource(resource).toURI()));
    }
}
