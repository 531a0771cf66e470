// SPDX-License-Identifier: Apache-2.0
package io.loadharness.http;

import java.util.ArrayList;
import java.util.List;

/** Reads the names in {@code {"data":[{"id":"name"}]}}. */
final class ModelList {

    private final List<String> names = new ArrayList<>();
    private boolean found;

    private ModelList() {}

    static List<String> read(Bytes body) {
        ModelList list = new ModelList();
        new JsonCursor().object(body.array(), 0, body.length(), list::read);
        if (!list.found) {
            throw FailureException.malformed("the response has no list of models");
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
            throw FailureException.malformed("the name of a model has a control character: " + Excerpt.of(name));
        }
        if (!name.isBlank() && !names.contains(name)) {
            names.add(name);
        }
    }
}
