// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cluster;

import io.loadharness.cluster.protocol.ClusterProtocol;
import io.loadharness.inference.ChatMessage;
import io.loadharness.inference.ContentPart;
import io.loadharness.inference.GenerationParameters;
import io.loadharness.inference.InferenceRequest;
import io.loadharness.inference.Prompt;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Translates requests to messages and back. A worker sends the same request body to the server as the coordinator would. */
final class RequestCodec {

    private static final int MAX_NUMBER_LENGTH = 1000;

    private RequestCodec() {}

    static ClusterProtocol.ToWorker encode(long id, int endpoint, InferenceRequest request) {
        ClusterProtocol.Request.Builder message =
                ClusterProtocol.Request.newBuilder().setId(id).setEndpoint(endpoint);
        Prompt prompt = request.prompt();
        if (prompt instanceof Prompt.Text text) {
            message.setText(text.text());
        } else if (prompt instanceof Prompt.TokenIds tokens) {
            ClusterProtocol.TokenIds.Builder ids = ClusterProtocol.TokenIds.newBuilder();
            for (int i = 0; i < tokens.length(); i++) {
                ids.addIds(tokens.id(i));
            }
            message.setTokenIds(ids);
        } else if (prompt instanceof Prompt.Chat chat) {
            message.setChat(chat(chat));
        } else {
            throw new IllegalArgumentException("workers (--on) cannot receive tensors: run without --on");
        }
        if (!request.parameters().equals(GenerationParameters.DEFAULTS)) {
            message.setParameters(parameters(request.parameters()));
        }
        return ClusterProtocol.ToWorker.newBuilder().setRequest(message).build();
    }

    private static ClusterProtocol.Chat chat(Prompt.Chat chat) {
        ClusterProtocol.Chat.Builder message = ClusterProtocol.Chat.newBuilder();
        for (ChatMessage each : chat.messages()) {
            ClusterProtocol.ChatMessage.Builder one = message.addMessagesBuilder();
            one.setRole(each.role()).setIsText(each.isText()).setFields(map(each.fields()));
            for (ContentPart part : each.parts()) {
                if (part instanceof ContentPart.Image image) {
                    ClusterProtocol.Image.Builder sent =
                            one.addPartsBuilder().getImageBuilder().setUrl(image.url());
                    image.detail().ifPresent(sent::setDetail);
                } else {
                    one.addPartsBuilder().setText(((ContentPart.Text) part).text());
                }
            }
        }
        chat.tools().forEach(each -> message.addTools(map(each)));
        chat.documents().forEach(each -> message.addDocuments(map(each)));
        return message.build();
    }

    private static ClusterProtocol.Parameters parameters(GenerationParameters parameters) {
        ClusterProtocol.Parameters.Builder message = ClusterProtocol.Parameters.newBuilder();
        parameters.maxTokens().ifPresent(message::setMaxTokens);
        parameters.minTokens().ifPresent(message::setMinTokens);
        parameters.temperature().ifPresent(message::setTemperature);
        parameters.topP().ifPresent(message::setTopP);
        parameters.topK().ifPresent(message::setTopK);
        parameters.seed().ifPresent(message::setSeed);
        message.addAllStop(parameters.stop()).setIgnoreEos(parameters.ignoreEos());
        if (!parameters.extra().isEmpty()) {
            message.setExtra(map(parameters.extra()));
        }
        return message.build();
    }

    private static ClusterProtocol.MapValue map(Map<?, ?> map) {
        ClusterProtocol.MapValue.Builder message = ClusterProtocol.MapValue.newBuilder();
        map.forEach((key, value) -> message.addKeys(String.valueOf(key)).addValues(value(value)));
        return message.build();
    }

    private static ClusterProtocol.Value value(@Nullable Object value) {
        ClusterProtocol.Value.Builder message = ClusterProtocol.Value.newBuilder();
        if (value instanceof Boolean flag) {
            message.setFlag(flag);
        } else if (value instanceof Number number) {
            message.setNumber(number.toString());
        } else if (value instanceof Map<?, ?> map) {
            message.setMap(map(map));
        } else if (value instanceof Iterable<?> list) {
            list.forEach(each -> message.getListBuilder().addValues(value(each)));
            message.getListBuilder();
        } else if (value != null) {
            message.setText(value.toString());
        }
        return message.build();
    }

    /**
     * Returns the request of a message, with the sample index 0.
     *
     * @throws IllegalArgumentException if a value is not valid
     */
    static InferenceRequest decode(ClusterProtocol.Request message) {
        return new InferenceRequest(0, prompt(message), parameters(message.getParameters()));
    }

    private static Prompt prompt(ClusterProtocol.Request message) {
        return switch (message.getPromptCase()) {
            case TEXT -> Prompt.of(message.getText());
            case TOKEN_IDS -> tokenIds(message.getTokenIds());
            case CHAT ->
                new Prompt.Chat(
                        message.getChat().getMessagesList().stream()
                                .map(RequestCodec::message)
                                .toList(),
                        message.getChat().getToolsList().stream()
                                .map(RequestCodec::map)
                                .toList(),
                        message.getChat().getDocumentsList().stream()
                                .map(RequestCodec::map)
                                .toList());
            default -> throw new IllegalArgumentException("a request has no prompt");
        };
    }

    private static Prompt tokenIds(ClusterProtocol.TokenIds message) {
        int[] ids = new int[message.getIdsCount()];
        for (int i = 0; i < ids.length; i++) {
            ids[i] = message.getIds(i);
        }
        return Prompt.of(ids);
    }

    private static ChatMessage message(ClusterProtocol.ChatMessage message) {
        List<ContentPart> parts = new ArrayList<>();
        for (ClusterProtocol.ContentPart each : message.getPartsList()) {
            ClusterProtocol.Image image = each.getImage();
            parts.add(
                    each.hasImage()
                            ? new ContentPart.Image(
                                    image.getUrl(),
                                    image.hasDetail() ? Optional.of(image.getDetail()) : Optional.empty())
                            : new ContentPart.Text(each.getText()));
        }
        return new ChatMessage(message.getRole(), parts, message.getIsText(), map(message.getFields()));
    }

    private static GenerationParameters parameters(ClusterProtocol.Parameters message) {
        GenerationParameters.Builder parameters = GenerationParameters.builder();
        if (message.hasMaxTokens()) {
            parameters.maxTokens(message.getMaxTokens());
        }
        if (message.hasMinTokens()) {
            parameters.minTokens(message.getMinTokens());
        }
        if (message.hasTemperature()) {
            parameters.temperature(message.getTemperature());
        }
        if (message.hasTopP()) {
            parameters.topP(message.getTopP());
        }
        if (message.hasTopK()) {
            parameters.topK(message.getTopK());
        }
        if (message.hasSeed()) {
            parameters.seed(message.getSeed());
        }
        parameters.stop(message.getStopList().toArray(String[]::new)).ignoreEos(message.getIgnoreEos());
        map(message.getExtra()).forEach(parameters::extra);
        return parameters.build();
    }

    private static Map<String, @Nullable Object> map(ClusterProtocol.MapValue message) {
        if (message.getKeysCount() != message.getValuesCount()) {
            throw new IllegalArgumentException(
                    "an object has " + message.getKeysCount() + " keys and " + message.getValuesCount() + " values");
        }
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        for (int i = 0; i < message.getKeysCount(); i++) {
            map.put(message.getKeys(i), value(message.getValues(i)));
        }
        return map;
    }

    private static @Nullable Object value(ClusterProtocol.Value message) {
        return switch (message.getKindCase()) {
            case FLAG -> message.getFlag();
            case NUMBER -> number(message.getNumber());
            case TEXT -> message.getText();
            case LIST -> list(message.getList());
            case MAP -> map(message.getMap());
            default -> null;
        };
    }

    private static List<@Nullable Object> list(ClusterProtocol.ListValue message) {
        List<@Nullable Object> list = new ArrayList<>();
        message.getValuesList().forEach(each -> list.add(value(each)));
        return list;
    }

    private static Number number(String text) {
        if (text.length() > MAX_NUMBER_LENGTH) {
            throw new IllegalArgumentException("a number has " + text.length() + " characters");
        }
        return text.chars().allMatch(c -> c == '-' || (c >= '0' && c <= '9'))
                ? new BigInteger(text)
                : new BigDecimal(text);
    }
}
