package io.loadharness.http;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Reads the names in {@code {"data":[{"id":"name"}]}}. */
final class ModelList {

    private ModelList() {}

    static List<String> read(Bytes page) {
        List<String> names = new ArrayList<>();
        try (JsonCursor json = new JsonCursor()) {
            json.object(page.array(), 0, page.length(), list -> readList(list, names));
        }
        return List.copyOf(names);
    }

    private static void readList(JsonCursor json, List<String> names) throws IOException {
        for (String field = json.nextField(); field != null; field = json.nextField()) {
            if (field.equals("data") && json.isArray()) {
                while (json.nextElement()) {
                    readModel(json, names);
                }
            } else {
                json.skip();
            }
        }
    }

    private static void readModel(JsonCursor json, List<String> names) throws IOException {
        if (!json.isObject()) {
            json.skip();
            return;
        }
        for (String field = json.nextField(); field != null; field = json.nextField()) {
            if (field.equals("id") && json.isString()) {
                names.add(json.string());
            } else {
                json.skip();
            }
        }
    }
}
