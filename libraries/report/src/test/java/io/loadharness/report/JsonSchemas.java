// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import com.networknt.schema.ValidationMessage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Validates documents against schemas. */
final class JsonSchemas {

    private static final Path OURS = Path.of("../../docs/reference/result.schema.json");

    private JsonSchemas() {}

    /** Returns the schema errors of a {@code result.json}. */
    static List<String> resultErrors(String document) throws IOException {
        return errors(OURS, RunJson.MAPPER.readTree(document));
    }

    /** Returns the schema errors of a document of another tool. */
    static List<String> errors(String schema, JsonNode document) throws IOException {
        return errors(FixedRun.RESOURCES.resolve(schema + ".schema.json"), document);
    }

    private static List<String> errors(Path schema, JsonNode document) throws IOException {
        return JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
                .getSchema(Files.readString(schema))
                .validate(document)
                .stream()
                .map(ValidationMessage::toString)
                .toList();
    }
}
