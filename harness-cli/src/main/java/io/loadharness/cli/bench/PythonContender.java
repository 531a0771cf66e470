package io.loadharness.cli.bench;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** LoadGen's official Python binding, in a virtual environment inside the {@link Workplace}. */
final class PythonContender implements LoadGenContender {

    private static final String BINDING = "mlcommons-loadgen==6.0.17";
    private static final String SCRIPT = "null_sut.py";

    private final Path python;
    private final Path script;
    private final Workplace workplace;
    private final boolean quick;

    private PythonContender(Path environment, Path script, Workplace workplace, boolean quick) {
        this.python = environment.resolve("bin/python");
        this.script = script;
        this.workplace = workplace;
        this.quick = quick;
    }

    /**
     * Installs the binding.
     *
     * @throws IOException if there is no Python or pip cannot install; says which
     */
    static PythonContender install(Workplace workplace, boolean quick) throws IOException {
        Path environment = workplace.folder().resolve("python");
        Program.run(List.of("python3", "-m", "venv", environment.toString()));
        Program.run(List.of(environment.resolve("bin/python").toString(), "-m", "pip", "install", "--quiet", BINDING));
        Path script = workplace.folder().resolve(SCRIPT);
        try (InputStream source = PythonContender.class.getResourceAsStream(SCRIPT)) {
            Files.copy(source, script);
        }
        return new PythonContender(environment, script, workplace, quick);
    }

    @Override
    public Measurement run(Workload workload) throws IOException {
        Path logs = workplace.newLogs();
        try {
            List<String> command = new ArrayList<>(List.of(python.toString(), script.toString(), logs.toString()));
            command.addAll(Arguments.of(workload, quick));
            Program.run(command);
            return Measurement.of(workload, quick, logs, 0);
        } finally {
            workplace.remove(logs);
        }
    }
}
