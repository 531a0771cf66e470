// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.inferenceperf;

import io.loadharness.cli.yaml.YamlMap;
import io.loadharness.cli.yaml.YamlValue;
import java.util.ArrayList;
import java.util.List;

/**
 * The API settings of a profile.
 *
 * @param isChat true for chat requests, false for completion requests
 * @param isStreamed true if responses are streamed
 * @param headers the headers of each request, each as {@code name=value}
 */
public record ApiPart(boolean isChat, boolean isStreamed, List<String> headers) {

    static ApiPart of(YamlMap api) {
        api.allowOnly("type", "streaming", "headers");
        boolean chat = api.find("type")
                .map(type -> ProfileKeys.choice(type, "completion", "chat").equals("chat"))
                .orElse(false);
        List<String> headers = new ArrayList<>();
        api.section("headers").entries().forEach((name, value) -> headers.add(name + "=" + value.secret()));
        return new ApiPart(chat, api.find("streaming").map(YamlValue::flag).orElse(false), List.copyOf(headers));
    }
}
