// SPDX-License-Identifier: Apache-2.0
package io.loadharness.engine;

import io.loadharness.inference.ChatMessage;
import io.loadharness.inference.ContentPart;
import io.loadharness.inference.GenerationParameters;
import io.loadharness.inference.InferenceRequest;
import io.loadharness.inference.Prompt;
import io.loadharness.inference.Tensor;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Encodes and decodes requests. Most requests of a data set have the same parameters, which are therefore encoded and decoded once. Not
 * thread-safe.
 */
final class SubmitCodec {

    private static final byte[] NOTHING = {};

    /** The types of elements in the order of their numbers, from 1. */
    private static final List<Tensor.Type> TYPES = List.of(
            Tensor.Type.BOOL,
            Tensor.Type.INT8,
            Tensor.Type.UINT8,
            Tensor.Type.INT16,
            Tensor.Type.INT32,
            Tensor.Type.INT64,
            Tensor.Type.FLOAT16,
            Tensor.Type.FLOAT32,
            Tensor.Type.FLOAT64);

    private static final int REQUEST_HEADER = 24;

    private GenerationParameters lastParameters = GenerationParameters.DEFAULTS;
    private byte[] lastBytes = NOTHING;

    /** A request with its id. */
    record Numbered(long id, InferenceRequest request) {}

    void encode(FrameWriter out, long id, InferenceRequest request) {
        byte[] parameters = bytes(request.parameters());
        out.int64(id).int32(request.sampleIndex());
        Prompt prompt = request.prompt();
        if (prompt instanceof Prompt.TokenIds ids) {
            header(out, WorkerProtocol.IDS_PROMPT, parameters, 4L * ids.length());
            for (int i = 0; i < ids.length(); i++) {
                out.int32(ids.id(i));
            }
            out.pad(4L * ids.length());
        } else if (prompt instanceof Prompt.Tensors tensors) {
            header(out, WorkerProtocol.TENSORS_PROMPT, parameters, sizeOf(tensors));
            encode(out, tensors);
        } else {
            byte[] text = prompt instanceof Prompt.Chat chat
                    ? FrameJson.bytes(object(chat))
                    : ((Prompt.Text) prompt).text().getBytes(StandardCharsets.UTF_8);
            int kind = prompt instanceof Prompt.Chat ? WorkerProtocol.CHAT_PROMPT : WorkerProtocol.TEXT_PROMPT;
            header(out, kind, parameters, text.length);
            out.bytes(text).pad(text.length);
        }
    }

    private static void header(FrameWriter out, int kind, byte[] parameters, long promptBytes) {
        if (promptBytes > WorkerProtocol.MAX_BODY) {
            throw new IllegalArgumentException("the prompt has " + promptBytes
                    + " bytes, but the worker protocol allows " + WorkerProtocol.MAX_BODY);
        }
        out.int32(kind)
                .int32(parameters.length)
                .int32((int) promptBytes)
                .bytes(parameters)
                .pad(parameters.length);
    }

    @SuppressWarnings("ReferenceEquality") // most requests share one object
    private byte[] bytes(GenerationParameters parameters) {
        if (parameters != lastParameters) {
            lastBytes =
                    parameters.equals(GenerationParameters.DEFAULTS) ? NOTHING : FrameJson.bytes(object(parameters));
            lastParameters = parameters;
        }
        return lastBytes;
    }

    private static Map<String, Object> object(GenerationParameters parameters) {
        Map<String, Object> object = new LinkedHashMap<>();
        parameters.maxTokens().ifPresent(value -> object.put("max_tokens", value));
        parameters.minTokens().ifPresent(value -> object.put("min_tokens", value));
        parameters.temperature().ifPresent(value -> object.put("temperature", value));
        parameters.topP().ifPresent(value -> object.put("top_p", value));
        parameters.topK().ifPresent(value -> object.put("top_k", value));
        parameters.seed().ifPresent(value -> object.put("seed", value));
        if (!parameters.stop().isEmpty()) {
            object.put("stop", parameters.stop());
        }
        if (parameters.ignoreEos()) {
            object.put("ignore_eos", true);
        }
        if (!parameters.extra().isEmpty()) {
            object.put("extra", parameters.extra());
        }
        return object;
    }

    private static GenerationParameters parameters(Map<String, ?> object) {
        GenerationParameters.Builder builder = GenerationParameters.builder();
        object.forEach((name, value) -> {
            switch (name) {
                case "max_tokens" -> builder.maxTokens(((Number) value).intValue());
                case "min_tokens" -> builder.minTokens(((Number) value).intValue());
                case "temperature" -> builder.temperature(((Number) value).doubleValue());
                case "top_p" -> builder.topP(((Number) value).doubleValue());
                case "top_k" -> builder.topK(((Number) value).intValue());
                case "seed" -> builder.seed(((Number) value).longValue());
                case "stop" ->
                    builder.stop(((List<?>) value).stream().map(String::valueOf).toArray(String[]::new));
                case "ignore_eos" -> builder.ignoreEos((Boolean) value);
                case "extra" -> fields(value).forEach(builder::extra);
                default -> throw new ProtocolException("sent the unknown parameter " + name);
            }
        });
        return builder.build();
    }

    private static Map<String, Object> object(Prompt.Chat chat) {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("messages", chat.messages().stream().map(SubmitCodec::object).toList());
        if (!chat.tools().isEmpty()) {
            object.put("tools", chat.tools());
        }
        if (!chat.documents().isEmpty()) {
            object.put("documents", chat.documents());
        }
        return object;
    }

    private static Map<String, @Nullable Object> object(ChatMessage message) {
        Map<String, @Nullable Object> object = new LinkedHashMap<>();
        object.put("role", message.role());
        object.put(
                "content",
                message.parts().isEmpty()
                        ? null
                        : message.isText()
                                ? message.content()
                                : message.parts().stream()
                                        .map(SubmitCodec::object)
                                        .toList());
        object.putAll(message.fields());
        return object;
    }

    private static Map<String, Object> object(ContentPart part) {
        if (part instanceof ContentPart.Text text) {
            return Map.of("type", "text", "text", text.text());
        }
        ContentPart.Image image = (ContentPart.Image) part;
        Map<String, Object> url = new LinkedHashMap<>(Map.of("url", image.url()));
        image.detail().ifPresent(detail -> url.put("detail", detail));
        return Map.of("type", "image_url", "image_url", url);
    }

    private static Prompt.Chat chat(Map<String, ?> object) {
        return new Prompt.Chat(
                maps(object.get("messages")).stream().map(SubmitCodec::message).toList(),
                maps(object.get("tools")),
                maps(object.get("documents")));
    }

    private static ChatMessage message(Map<String, @Nullable Object> object) {
        Map<String, @Nullable Object> others = new LinkedHashMap<>(object);
        String role = String.valueOf(others.remove("role"));
        Object content = others.remove("content");
        if (content instanceof List<?>) {
            return new ChatMessage(
                    role, maps(content).stream().map(SubmitCodec::part).toList(), false, others);
        }
        List<ContentPart> parts = content == null ? List.of() : List.of(new ContentPart.Text(String.valueOf(content)));
        return new ChatMessage(role, parts, content != null, others);
    }

    private static ContentPart part(Map<String, @Nullable Object> object) {
        if (object.get("image_url") instanceof Map<?, ?> image) {
            return new ContentPart.Image(
                    String.valueOf(image.get("url")),
                    Optional.ofNullable(image.get("detail")).map(String::valueOf));
        }
        return new ContentPart.Text(String.valueOf(object.get("text")));
    }

    private static List<Map<String, @Nullable Object>> maps(@Nullable Object list) {
        return list == null
                ? List.of()
                : ((List<?>) list).stream().map(SubmitCodec::fields).toList();
    }

    private static Map<String, @Nullable Object> fields(@Nullable Object value) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        if (value instanceof Map<?, ?> map) {
            map.forEach((name, each) -> fields.put(String.valueOf(name), each));
        }
        return fields;
    }

    private static long sizeOf(Prompt.Tensors tensors) {
        long size = 8;
        for (Tensor each : tensors.inputs()) {
            int name = each.name().getBytes(StandardCharsets.UTF_8).length;
            size += 16 + 8L * each.shape().length + WorkerProtocol.padded(name) + WorkerProtocol.padded(each.bytes());
        }
        return size;
    }

    private static void encode(FrameWriter out, Prompt.Tensors tensors) {
        out.int32(tensors.inputs().size()).int32(0);
        for (Tensor each : tensors.inputs()) {
            byte[] name = each.name().getBytes(StandardCharsets.UTF_8);
            out.int32(TYPES.indexOf(each.type()) + 1)
                    .int32(each.shape().length)
                    .int32(name.length)
                    .int32(0);
            for (long dimension : each.shape()) {
                out.int64(dimension);
            }
            out.bytes(name).pad(name.length).data(each.data()).pad(each.bytes());
        }
    }

    /** Decodes a request at a position. The request does not refer to the buffer. */
    Numbered decode(ByteBuffer in, int start, int end) {
        require(end - start >= REQUEST_HEADER);
        long parameterBytes = Integer.toUnsignedLong(in.getInt(start + 16));
        long promptBytes = Integer.toUnsignedLong(in.getInt(start + 20));
        long prompt = start + REQUEST_HEADER + WorkerProtocol.padded(parameterBytes);
        require(prompt + promptBytes <= end);
        return new Numbered(
                in.getLong(start),
                new InferenceRequest(
                        in.getInt(start + 8),
                        prompt(in, in.getInt(start + 12), (int) prompt, (int) (prompt + promptBytes)),
                        parameters(in, start + REQUEST_HEADER, (int) parameterBytes)));
    }

    /** Returns the position after a request. */
    static int next(ByteBuffer in, int start) {
        return (int) (start
                + REQUEST_HEADER
                + WorkerProtocol.padded(in.getInt(start + 16))
                + WorkerProtocol.padded(in.getInt(start + 20)));
    }

    private GenerationParameters parameters(ByteBuffer in, int start, int length) {
        byte[] bytes = FrameReader.bytes(in, start, start + length);
        if (!Arrays.equals(bytes, lastBytes)) {
            lastParameters = length == 0 ? GenerationParameters.DEFAULTS : parameters(FrameJson.object(bytes));
            lastBytes = bytes;
        }
        return lastParameters;
    }

    private static Prompt prompt(ByteBuffer in, int kind, int start, int end) {
        return switch (kind) {
            case WorkerProtocol.TEXT_PROMPT -> Prompt.of(FrameReader.text(in, start, end));
            case WorkerProtocol.IDS_PROMPT -> {
                int[] ids = new int[(end - start) / 4];
                for (int i = 0; i < ids.length; i++) {
                    ids[i] = in.getInt(start + 4 * i);
                }
                yield Prompt.of(ids);
            }
            case WorkerProtocol.CHAT_PROMPT -> chat(FrameJson.object(FrameReader.bytes(in, start, end)));
            case WorkerProtocol.TENSORS_PROMPT -> tensors(in, start, end);
            default -> throw new ProtocolException("sent a prompt of the unknown kind " + kind);
        };
    }

    private static Prompt tensors(ByteBuffer in, int start, int end) {
        List<Tensor> tensors = new ArrayList<>();
        int at = start + 8;
        for (int i = in.getInt(start); i > 0; i--) {
            Tensor.Type type = TYPES.get(in.getInt(at) - 1);
            long[] shape = new long[in.getInt(at + 4)];
            int nameBytes = in.getInt(at + 8);
            at += 16;
            long size = type.bytes();
            for (int d = 0; d < shape.length; d++, at += 8) {
                shape[d] = in.getLong(at);
                size = Math.multiplyExact(size, shape[d]);
            }
            String name = FrameReader.text(in, at, at + nameBytes);
            at += (int) WorkerProtocol.padded(nameBytes);
            require(size <= end - at);
            ByteBuffer copy = ByteBuffer.allocateDirect((int) size).order(ByteOrder.nativeOrder());
            copy.put(0, in, at, (int) size);
            tensors.add(new Tensor(name, type, shape, copy));
            at += (int) WorkerProtocol.padded(size);
        }
        return new Prompt.Tensors(tensors);
    }

    private static void require(boolean fits) {
        if (!fits) {
            throw new ProtocolException("sent a request that is longer than its frame");
        }
    }
}
