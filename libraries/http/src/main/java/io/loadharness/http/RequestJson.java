// SPDX-License-Identifier: Apache-2.0
package io.loadharness.http;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.loadharness.inference.ChatMessage;
import io.loadharness.inference.ContentPart;
import io.loadharness.inference.GenerationParameters;
import io.loadharness.inference.Prompt;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Writes the body of a request. Extra fields of the user are written unchanged and replace generated fields of the same name. */
final class RequestJson {

    private static final JsonFactory FACTORY = new JsonFactory();

    private final JsonGenerator out;
    private final Map<String, Object> extra;
    private final boolean streamed;

    private RequestJson(JsonGenerator out, Map<String, Object> extra, boolean streamed) {
        this.out = out;
        this.extra = extra;
        this.streamed = streamed;
    }

    /** Returns the body of a request. If {@code model} is null, the body has no field for the model. */
    static byte[] body(
            Protocol protocol,
            @Nullable String model,
            boolean streamed,
            List<Prompt> prompts,
            GenerationParameters parameters) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(512);
        try (JsonGenerator out = FACTORY.createGenerator(bytes)) {
            RequestJson json = new RequestJson(out, parameters.extra(), streamed);
            out.writeStartObject();
            if (model != null) {
                json.text("model", model);
            }
            json.flag("stream", streamed);
            protocol.write(json, prompts, parameters);
            for (Map.Entry<String, Object> each : parameters.extra().entrySet()) {
                out.writeFieldName(each.getKey());
                json.value(each.getValue());
            }
            out.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    boolean isStreamed() {
        return streamed;
    }

    void text(String field, String value) throws IOException {
        if (starts(field)) {
            out.writeString(value);
        }
    }

    void flag(String field, boolean value) throws IOException {
        if (starts(field)) {
            out.writeBoolean(value);
        }
    }

    void number(String field, OptionalInt value) throws IOException {
        if (value.isPresent() && starts(field)) {
            out.writeNumber(value.getAsInt());
        }
    }

    void number(String field, OptionalLong value) throws IOException {
        if (value.isPresent() && starts(field)) {
            out.writeNumber(value.getAsLong());
        }
    }

    void number(String field, OptionalDouble value) throws IOException {
        if (value.isPresent() && starts(field)) {
            out.writeNumber(value.getAsDouble());
        }
    }

    void texts(String field, List<String> values) throws IOException {
        if (!values.isEmpty() && starts(field)) {
            value(values);
        }
    }

    /** Writes the sampling and stop parameters, with the names that most servers use. */
    void sampling(GenerationParameters parameters) throws IOException {
        number("temperature", parameters.temperature());
        number("top_p", parameters.topP());
        number("top_k", parameters.topK());
        number("seed", parameters.seed());
        texts("stop", parameters.stop());
        if (parameters.ignoreEos()) {
            flag("ignore_eos", true);
        }
    }

    /** Writes a list of objects, unless it is empty. */
    void objects(String field, List<Map<String, @Nullable Object>> values) throws IOException {
        if (!values.isEmpty() && starts(field)) {
            value(values);
        }
    }

    /** Writes a field with any JSON value. */
    void any(String field, Object value) throws IOException {
        if (starts(field)) {
            value(value);
        }
    }

    /** Writes prompts of text or token ids, as an array if there are several. */
    void prompts(String field, List<Prompt> prompts) throws IOException {
        if (!starts(field)) {
            return;
        }
        if (prompts.size() == 1) {
            prompt(prompts.get(0));
            return;
        }
        out.writeStartArray();
        for (Prompt each : prompts) {
            prompt(each);
        }
        out.writeEndArray();
    }

    void messages(String field, List<ChatMessage> messages) throws IOException {
        if (!starts(field)) {
            return;
        }
        out.writeStartArray();
        for (ChatMessage each : messages) {
            out.writeStartObject();
            out.writeStringField("role", each.role());
            out.writeFieldName("content");
            if (each.isText()) {
                out.writeString(each.content());
            } else if (each.parts().isEmpty()) {
                out.writeNull();
            } else {
                parts(each.parts());
            }
            for (Map.Entry<String, @Nullable Object> other : each.fields().entrySet()) {
                out.writeFieldName(other.getKey());
                value(other.getValue());
            }
            out.writeEndObject();
        }
        out.writeEndArray();
    }

    private void parts(List<ContentPart> parts) throws IOException {
        out.writeStartArray();
        for (ContentPart each : parts) {
            out.writeStartObject();
            if (each instanceof ContentPart.Text text) {
                out.writeStringField("type", "text");
                out.writeStringField("text", text.text());
            } else if (each instanceof ContentPart.Image image) {
                out.writeStringField("type", "image_url");
                image(image);
            }
            out.writeEndObject();
        }
        out.writeEndArray();
    }

    private void image(ContentPart.Image image) throws IOException {
        out.writeObjectFieldStart("image_url");
        out.writeStringField("url", image.url());
        if (image.detail().isPresent()) {
            out.writeStringField("detail", image.detail().get());
        }
        out.writeEndObject();
    }

    private void prompt(Prompt prompt) throws IOException {
        if (prompt instanceof Prompt.Text text) {
            out.writeString(text.text());
        } else if (prompt instanceof Prompt.TokenIds ids) {
            out.writeStartArray();
            for (int i = 0; i < ids.length(); i++) {
                out.writeNumber(ids.id(i));
            }
            out.writeEndArray();
        } else if (prompt instanceof Prompt.Tensors) {
            throw new IllegalArgumentException(
                    "this dialect takes text or token ids, not tensors: use an engine (--engine)");
        } else {
            boolean images = prompt instanceof Prompt.Chat chat && chat.hasImages();
            throw new IllegalArgumentException("this dialect takes text or token ids, not chat messages"
                    + (images ? " with images" : "") + ": use openai-chat or vllm-chat");
        }
    }

    private boolean starts(String field) throws IOException {
        if (extra.containsKey(field)) {
            return false;
        }
        out.writeFieldName(field);
        return true;
    }

    private void value(@Nullable Object value) throws IOException {
        if (value == null) {
            out.writeNull();
        } else if (value instanceof Map<?, ?> map) {
            out.writeStartObject();
            for (Map.Entry<?, ?> each : map.entrySet()) {
                out.writeFieldName(String.valueOf(each.getKey()));
                value(each.getValue());
            }
            out.writeEndObject();
        } else if (value instanceof Iterable<?> list) {
            out.writeStartArray();
            for (Object each : list) {
                value(each);
            }
            out.writeEndArray();
        } else if (value instanceof Boolean || value instanceof Number) {
            out.writeRawValue(value.toString());
        } else {
            out.writeString(value.toString());
        }
    }
}
