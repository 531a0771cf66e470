// SPDX-License-Identifier: Apache-2.0
package io.loadharness.chattemplate;

import java.time.LocalDateTime;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;

/** The functions that are defined in every template. */
final class Functions {

    private static final int MAX_RANGE = 100_000;

    private Functions() {}

    static void defineIn(Scope scope, LocalDateTime now) {
        define(scope, "range", Functions::range);
        define(scope, "namespace", given -> new Namespace(merged(given)));
        define(scope, "dict", Functions::merged);
        define(scope, "raise_exception", given -> {
            throw new RaisedTemplateException(Text.of(given.require(0, "message")));
        });
        define(scope, "strftime_now", given -> Dates.format(now, given.string(0, "format")));
    }

    private static void define(Scope scope, String name, Callable function) {
        scope.set(name, function);
    }

    private static Object range(Arguments given) {
        int count = given.positional().size();
        long from = count < 2 ? 0 : PythonValues.requireInteger(given.require(0, "start"));
        long to = PythonValues.requireInteger(given.require(count < 2 ? 0 : 1, "stop"));
        long step = PythonValues.requireInteger(given.get(2, "step", 1L));
        if (step == 0) {
            throw new TemplateException("range: the step must not be 0");
        }
        long length = Math.max(0, Math.floorDiv(to - from + step - Long.signum(step), step));
        if (length > MAX_RANGE) {
            throw new TemplateException("range: at most " + MAX_RANGE + " numbers are allowed, got " + length);
        }
        return List.<Object>copyOf(
                LongStream.range(0, length).mapToObj(i -> from + i * step).toList());
    }

    private static Map<String, Object> merged(Arguments given) {
        Map<String, Object> all = new LinkedHashMap<>();
        for (Object each : given.positional()) {
            if (!(each instanceof Map<?, ?> map)) {
                throw new TemplateException("expected a dict but found " + PythonValues.nameOf(each));
            }
            map.forEach((key, value) -> all.put(Text.of(key), value));
        }
        all.putAll(given.named());
        return all;
    }
}
