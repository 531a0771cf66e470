// SPDX-License-Identifier: Apache-2.0
package io.loadharness.simulator;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Parses a request. Unknown fields are skipped, as in the real servers. */
final class RequestReader {

    private static final JsonFactory JSON = new JsonFactory();

    private final Map<String, Field> names;
    private final JsonParser json;

    private @Nullable String model;
    private List<int[]> prompts = List.of();
    private final List<PromptImage> images = new ArrayList<>();
    private OptionalInt maxTokens;
    private int minTokens;
    private boolean ignoreEos;
    private List<String> stop = List.of();
    private OptionalLong seed = OptionalLong.empty();
    private boolean stream;
    private boolean includeUsage;
    private boolean returnTokenIds;

    private RequestReader(Map<String, Field> names, OptionalInt defaultLimit, JsonParser json) {
        this.names = names;
        this.maxTokens = defaultLimit;
        this.json = json;
    }

    /** Parses the body of a request. The map {@code names} contains the meanings of the field names of the API. */
    static GenerateRequest read(byte[] body, Map<String, Field> names, OptionalInt defaultLimit) throws BadRequest {
        try (JsonParser json = JSON.createParser(body)) {
            RequestReader reader = new RequestReader(names, defaultLimit, json);
            if (json.nextToken() != JsonToken.START_OBJECT) {
                throw new BadRequest("The body must be a JSON object.");
            }
            reader.object();
            return reader.request();
        } catch (JsonProcessingException e) {
            throw new BadRequest("The body is not JSON: " + e.getOriginalMessage() + ".");
        } catch (IOException e) {
            throw new BadRequest("The body is not UTF-8: " + e.getMessage() + ".");
        }
    }

    private GenerateRequest request() throws BadRequest {
        if (prompts.isEmpty()) {
            throw new BadRequest("The request has no prompt.");
        }
        for (int[] prompt : prompts) {
            if (prompt.length == 0) {
                throw new BadRequest("A prompt must have at least one token.");
            }
        }
        if (maxTokens.isPresent() && maxTokens.getAsInt() < Math.max(1, minTokens)) {
            throw new BadRequest("The maximum number of tokens must be at least 1 and at least the minimum of "
                    + minTokens + ": got " + maxTokens.getAsInt() + ".");
        }
        return new GenerateRequest(
                Optional.ofNullable(model),
                prompts,
                images.size(),
                maxTokens,
                minTokens,
                ignoreEos,
                stop,
                seed,
                stream,
                includeUsage,
                returnTokenIds);
    }

    private void object() throws IOException, BadRequest {
        while (json.nextToken() != JsonToken.END_OBJECT) {
            String name = json.currentName();
            Field field = names.get(name);
            JsonToken value = json.nextToken();
            if (field == null) {
                json.skipChildren();
            } else if (value != JsonToken.VALUE_NULL) {
                field(field, name, value);
            }
        }
    }

    private void field(Field field, String name, JsonToken value) throws IOException, BadRequest {
        switch (field) {
            case MODEL -> model = text(name);
            case PROMPT -> prompts = prompts(name);
            case MESSAGES -> prompts = List.of(withImages(SimulatedVocabulary.encode(messages(name))));
            case MAX_TOKENS -> {
                int limit = integer(name);
                maxTokens = limit == -1 ? OptionalInt.empty() : OptionalInt.of(limit);
            }
            case MIN_TOKENS -> minTokens = integer(name);
            case IGNORE_EOS -> ignoreEos = flag(name);
            case STOP -> stop = texts(name);
            case SEED -> seed = OptionalLong.of(number(name));
            case CHOICES -> {
                if (integer(name) != 1) {
                    throw new BadRequest("The simulator generates one completion per prompt: " + name + " must be 1.");
                }
            }
            case STREAM -> stream = flag(name);
            case INCLUDE_USAGE -> includeUsage = flag(name);
            case TOKEN_IDS -> returnTokenIds = flag(name);
            case STREAM_OPTIONS, SAMPLING -> {
                require(value == JsonToken.START_OBJECT, name, "an object");
                object();
            }
        }
    }

    /** Reads one or more prompts: a string, a list of token ids, or a list whose elements are strings or lists of token ids. */
    private List<int[]> prompts(String name) throws IOException, BadRequest {
        if (json.currentToken() == JsonToken.VALUE_STRING) {
            return List.of(SimulatedVocabulary.encode(json.getText()));
        }
        require(
                json.currentToken() == JsonToken.START_ARRAY,
                name,
                "a string, a list of token ids, or a list of strings or of lists of token ids");
        JsonToken first = json.nextToken();
        if (first == JsonToken.VALUE_NUMBER_INT) {
            return List.of(ids(name));
        }
        List<int[]> all = new ArrayList<>();
        for (JsonToken token = first; token != JsonToken.END_ARRAY; token = json.nextToken()) {
            if (token == JsonToken.START_ARRAY) {
                json.nextToken();
                all.add(ids(name));
            } else {
                all.add(SimulatedVocabulary.encode(text(name)));
            }
        }
        return all;
    }

    /** Reads the rest of a list of ids. The first id is the current JSON token. */
    private int[] ids(String name) throws IOException, BadRequest {
        TokenList ids = new TokenList();
        for (JsonToken token = json.currentToken(); token != JsonToken.END_ARRAY; token = json.nextToken()) {
            int id = integer(name);
            require(id >= 0, name, "a list of non-negative token ids");
            ids.add(id);
        }
        return ids.toArray();
    }

    /** Reads chat messages and renders them as a prompt: a line {@code role: content} for each message, and then {@code assistant:}. */
    private String messages(String name) throws IOException, BadRequest {
        require(json.currentToken() == JsonToken.START_ARRAY, name, "a list");
        StringBuilder template = new StringBuilder();
        while (json.nextToken() != JsonToken.END_ARRAY) {
            require(json.currentToken() == JsonToken.START_OBJECT, name, "a list of objects");
            message(template);
        }
        require(template.length() > 0, name, "a list of at least one message");
        return template.append("assistant:").toString();
    }

    private void message(StringBuilder template) throws IOException, BadRequest {
        String role = "user";
        StringBuilder content = new StringBuilder();
        while (json.nextToken() != JsonToken.END_OBJECT) {
            String name = json.currentName();
            JsonToken value = json.nextToken();
            if (name.equals("role")) {
                role = text(name);
            } else if (name.equals("content") && value == JsonToken.START_ARRAY) {
                while (json.nextToken() != JsonToken.END_ARRAY) {
                    part(content);
                }
            } else if (name.equals("content") && value != JsonToken.VALUE_NULL) {
                content.append(text(name));
            } else {
                json.skipChildren();
            }
        }
        template.append(role).append(": ").append(content).append('\n');
    }

    private void part(StringBuilder content) throws IOException, BadRequest {
        require(json.currentToken() == JsonToken.START_OBJECT, "content", "a string or a list of parts");
        while (json.nextToken() != JsonToken.END_OBJECT) {
            String name = json.currentName();
            json.nextToken();
            if (name.equals("text")) {
                content.append(text(name));
            } else if (name.equals("image_url")) {
                image(name);
            } else {
                json.skipChildren();
            }
        }
    }

    private void image(String name) throws IOException, BadRequest {
        require(json.currentToken() == JsonToken.START_OBJECT, name, "an object with a url");
        String url = null;
        while (json.nextToken() != JsonToken.END_OBJECT) {
            String field = json.currentName();
            json.nextToken();
            if (field.equals("url")) {
                url = text(field);
            } else {
                json.skipChildren();
            }
        }
        if (url == null) {
            throw mustBe(name, "an object with a url");
        }
        images.add(PromptImage.of(url));
    }

    /** Returns a prompt followed by the tokens of its images. */
    private int[] withImages(int[] text) {
        int tokens = images.stream().mapToInt(PromptImage::tokens).sum();
        return Arrays.copyOf(text, text.length + tokens);
    }

    private List<String> texts(String name) throws IOException, BadRequest {
        if (json.currentToken() != JsonToken.START_ARRAY) {
            return List.of(text(name)).stream().filter(text -> !text.isEmpty()).toList();
        }
        List<String> all = new ArrayList<>();
        while (json.nextToken() != JsonToken.END_ARRAY) {
            all.add(text(name));
        }
        all.removeIf(String::isEmpty);
        return all;
    }

    private String text(String name) throws IOException, BadRequest {
        require(json.currentToken() == JsonToken.VALUE_STRING, name, "a string");
        return json.getText();
    }

    private boolean flag(String name) throws IOException, BadRequest {
        require(json.currentToken().isBoolean(), name, "true or false");
        return json.getBooleanValue();
    }

    private long number(String name) throws IOException, BadRequest {
        require(json.currentToken() == JsonToken.VALUE_NUMBER_INT, name, "an integer");
        return json.getLongValue();
    }

    private int integer(String name) throws IOException, BadRequest {
        long value = number(name);
        require(value == (int) value, name, "a 32-bit integer");
        return (int) value;
    }

    private static void require(boolean condition, String name, String what) throws BadRequest {
        if (!condition) {
            throw mustBe(name, what);
        }
    }

    private static BadRequest mustBe(String name, String what) {
        return new BadRequest("The field " + name + " must be " + what + ".");
    }
}
