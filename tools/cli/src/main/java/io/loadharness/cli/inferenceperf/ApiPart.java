// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.inferenceperf;

import io.loadharness.cli.yaml.YamlMap;
import io.loadharness.cli.yaml.YamlValue;
import java.util.ArrayList;
import java.util.List;

/**
 * How a profile has servers asked.
 *
 * @param isChat as a chat; else as a completion
 * @param isStreamed whether answers come token by token
 * @param headers of each request, each a name, an equals sign and a value
 */
public record ApiPart(boolean isChat, boolean isStreamed, List<String> headers) {

    static ApiPart of(YamlMap api) {
        api.only("type", "streaming", "headers");
        boolean chat = api.find("type")
                .map(type -> ProfileKeys.choice(type, "completion", "chat").equals("chat"))
                .orElse(false);
        List<String> headers = new ArrayList<>();
        api.section("headers").entries().forEach((name, value) -> headers.add(name + "=" + value.secret()));
        return new ApiPart(chat, api.find("streaming").map(YamlValue::flag).orElse(false), List.copyOf(headers));
    }
}
