// SPDX-License-Identifier: Apache-2.0
package io.loadharness.chattemplate;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The keys, values or items of a dict. Python can iterate over a view, but a view has no indices and cannot be converted to JSON.
 *
 * @param name the name of the method that created the view
 */
record DictView(String name, List<Object> elements) {

    static DictView keys(Map<?, ?> map) {
        RenderingLimits.checkSize(map.size());
        return new DictView("keys", new ArrayList<>(map.keySet()));
    }

    static DictView values(Map<?, ?> map) {
        RenderingLimits.checkSize(map.size());
        return new DictView("values", new ArrayList<>(map.values()));
    }

    static DictView items(Map<?, ?> map) {
        RenderingLimits.checkSize(map.size());
        List<Object> items = new ArrayList<>();
        map.forEach((key, value) -> items.add(Tuple.of(key, value)));
        return new DictView("items", items);
    }
}
