// SPDX-License-Identifier: Apache-2.0
package io.loadharness.http;

import java.util.ArrayList;
import java.util.List;

/** Reads the names in {@code {"data":[{"id":"name"}]}}. */
final class ModelList {

    private final List<String> names = new ArrayList<>();
    private boolean found;

    private ModelList() {}

    static List<String> read(Bytes page) {
        ModelList list = new ModelList();
        new JsonCursor().object(page.array(), 0, page.length(), list::read);
        if (!list.found) {
            throw FailureException.malformed("there is no list of models in it");
        }
        return List.copyOf(list.names);
    }

    private void read(JsonCursor json) {
        for (String field = json.nextField(); field != null; field = json.nextField()) {
            if (field.equals("data") && json.isArray()) {
                found = true;
                while (json.nextElement()) {
                    readModel(json);
                }
            } else {
                json.skip();
            }
        }
    }

    private void readModel(JsonCursor json) {
        if (!json.isObject()) {
            json.skip();
            return;
        }
        for (String field = json.nextField(); field != null; field = json.nextField()) {
            if (field.equals("id") && json.isString()) {
                add(json.string());
            } else {
                json.skip();
            }
        }
    }

    private void add(String name) {
        if (name.chars().anyMatch(Character::isISOControl)) {
            throw FailureException.malformed("a model has a control character in its name, " + Excerpt.of(name));
        }
        if (!name.isBlank() && !names.contains(name)) {
            names.add(name);
        }
    }
}
