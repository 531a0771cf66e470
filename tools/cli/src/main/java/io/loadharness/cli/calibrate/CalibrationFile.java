// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.calibrate;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.loadharness.internal.CacheFolder;
import io.loadharness.internal.ProgramName;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The file with the calibration of a transport: {@code loadharness/calibration-TRANSPORT.json} in the user's cache folder. */
public final class CalibrationFile {

    private static final int FORMAT = 1;
    private static final int MAX_BYTES = 10_000;
    private static final JsonFactory JSON = new JsonFactory();

    private final Path path;
    private final String transport;

    CalibrationFile(Path folder, String transport) {
        this.path = folder.resolve("calibration-" + transport + ".json");
        this.transport = transport;
    }

    /**
     * Returns the file of a transport. It is in the folder that the system property {@code loadharness.cache} sets, or in the user's folder
     * for caches. Empty if that folder is unknown.
     */
    public static Optional<CalibrationFile> of(String transport) {
        return Optional.ofNullable(System.getProperty("loadharness.cache"))
                .map(Path::of)
                .or(() -> Optional.ofNullable(CacheFolder.find()))
                .map(folder -> new CalibrationFile(folder, transport));
    }

    Path path() {
        return path;
    }

    /** Writes the file, and creates its folder. The write is atomic: concurrent readers see the old file or the new file. */
    void write(Calibration calibration) throws IOException {
        Files.createDirectories(path.getParent());
        Path fresh = Files.createTempFile(path.getParent(), "calibration-", ".json");
        try (JsonGenerator json = JSON.createGenerator(Files.newOutputStream(fresh))) {
            json.useDefaultPrettyPrinter();
            json.writeStartObject();
            json.writeNumberField("format", FORMAT);
            json.writeStringField("transport", calibration.transport());
            json.writeStringField("machine", calibration.machine());
            json.writeStringField("time", calibration.time().toString());
            json.writeNumberField("requestsPerSecond", Math.round(calibration.requestsPerSecond()));
            json.writeNumberField("eventsPerSecond", Math.round(calibration.eventsPerSecond()));
            json.writeNumberField(
                    "addedTtftP50Nanos", calibration.addedTtftP50().toNanos());
            json.writeNumberField(
                    "addedTtftP99Nanos", calibration.addedTtftP99().toNanos());
            json.writeEndObject();
        }
        Files.move(fresh, path, StandardCopyOption.REPLACE_EXISTING);
    }

    /**
     * Reads the file.
     *
     * @return the calibration; empty if there is no file
     * @throws UnusableCalibrationException if the file cannot be used on this machine
     */
    public Optional<Calibration> read() throws UnusableCalibrationException {
        Map<String, String> fields;
        try {
            if (Files.size(path) > MAX_BYTES) {
                throw unusable("is not a calibration", null);
            }
            fields = fields(Files.readString(path));
        } catch (NoSuchFileException none) {
            return Optional.empty();
        } catch (IOException e) {
            throw unusable("is not a calibration", e);
        }
        Calibration calibration;
        try {
            if (Integer.parseInt(field(fields, "format")) != FORMAT) {
                throw unusable("is from another version of LoadHarness", null);
            }
            calibration = new Calibration(
                    field(fields, "transport"),
                    field(fields, "machine"),
                    Instant.parse(field(fields, "time")),
                    Double.parseDouble(field(fields, "requestsPerSecond")),
                    Double.parseDouble(field(fields, "eventsPerSecond")),
                    Duration.ofNanos(Long.parseLong(field(fields, "addedTtftP50Nanos"))),
                    Duration.ofNanos(Long.parseLong(field(fields, "addedTtftP99Nanos"))));
        } catch (IllegalArgumentException | DateTimeException e) {
            throw unusable("is not a calibration", e);
        }
        if (!calibration.transport().equals(transport)) {
            throw unusable("is for the transport " + calibration.transport(), null);
        }
        if (!calibration.machine().equals(CalibratedMachine.here())) {
            throw unusable("is for another machine or Java version (" + calibration.machine() + ")", null);
        }
        return Optional.of(calibration);
    }

    private UnusableCalibrationException unusable(String reason, @Nullable Exception cause) {
        return new UnusableCalibrationException(
                path + " " + reason + " and is ignored: run " + ProgramName.COMMAND + " calibrate to create a new one.",
                cause);
    }

    private static String field(Map<String, String> fields, String name) {
        String value = fields.get(name);
        if (value == null) {
            throw new IllegalArgumentException("the field '" + name + "' is missing");
        }
        return value;
    }

    private static Map<String, String> fields(String text) throws IOException {
        Map<String, String> fields = new HashMap<>();
        try (JsonParser json = JSON.createParser(text)) {
            json.nextToken();
            while (json.nextToken() == JsonToken.FIELD_NAME) {
                String name = json.currentName();
                json.nextToken();
                fields.put(name, json.getText());
            }
        }
        return fields;
    }
}
