// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/** A headless Chromium with one page, controlled with the DevTools protocol. Not thread-safe. The owner closes it. */
final class Browser implements AutoCloseable {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final long TIMEOUT_SECONDS = 120;

    private final Process process;
    private final WebSocket socket;
    private final AtomicInteger lastId = new AtomicInteger();
    private final Map<Integer, CompletableFuture<JsonNode>> replies = new ConcurrentHashMap<>();
    private final List<String> errors = new CopyOnWriteArrayList<>();
    private volatile CompletableFuture<Void> loaded = new CompletableFuture<>();

    private Browser(Process process, URI page) {
        this.process = process;
        this.socket = wait(HttpClient.newHttpClient().newWebSocketBuilder().buildAsync(page, new Messages()));
        call("Page.enable", Map.of());
        call("Runtime.enable", Map.of());
        call("Log.enable", Map.of());
    }

    /** Returns true if a browser is installed, or if {@code -Dloadharness.browser=required} is set. */
    static boolean isEnabled() {
        boolean wanted = program().isPresent() || "required".equals(System.getProperty("loadharness.browser"));
        if (!wanted) {
            System.out.println("Skipped: the tests of HTML pages, as there is no Chromium on the PATH.");
        }
        return wanted;
    }

    /** Returns the path of the browser; empty if this machine has no browser. */
    static Optional<Path> program() {
        return Stream.of(System.getenv("PATH").split(":"))
                .flatMap(folder -> Stream.of("chromium", "chromium-browser", "google-chrome")
                        .map(name -> Path.of(folder, name)))
                .filter(Files::isExecutable)
                .findFirst();
    }

    /** Starts a browser with its files in a folder. */
    static Browser start(Path folder) throws IOException {
        List<String> command = new ArrayList<>(List.of(program()
                .orElseThrow(() -> new IOException("there is no Chromium on the PATH"))
                .toString()));
        command.addAll(List.of(
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--hide-scrollbars",
                "--no-first-run",
                "--host-resolver-rules=MAP * ~NOTFOUND",
                "--remote-debugging-port=0",
                "--remote-allow-origins=*",
                "--user-data-dir=" + folder,
                "about:blank"));
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(Files.createDirectories(folder).resolve("log").toFile());
        builder.environment().put("TMPDIR", folder.toString());
        Process process = builder.start();
        try {
            return new Browser(process, page(process, folder));
        } catch (IOException | RuntimeException e) {
            process.destroyForcibly();
            throw e;
        }
    }

    private static URI page(Process process, Path folder) throws IOException {
        Path port = folder.resolve("DevToolsActivePort");
        HttpClient http = HttpClient.newHttpClient();
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(TIMEOUT_SECONDS);
        while (System.nanoTime() < end && process.isAlive()) {
            List<String> lines = Files.exists(port) ? Files.readAllLines(port) : List.of();
            if (lines.size() > 1) {
                String list = wait(http.sendAsync(
                                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + lines.get(0) + "/json/list"))
                                        .build(),
                                HttpResponse.BodyHandlers.ofString()))
                        .body();
                for (JsonNode each : JSON.readTree(list)) {
                    if (each.get("type").asText().equals("page")) {
                        return URI.create(each.get("webSocketDebuggerUrl").asText());
                    }
                }
            }
            LockSupport.parkNanos(20_000_000);
        }
        throw new IOException("the browser did not start: " + Files.readString(folder.resolve("log")));
    }

    /** Opens a file and waits until it is loaded. */
    void open(Path file) {
        errors.clear();
        loaded = new CompletableFuture<>();
        call("Page.navigate", Map.of("url", file.toUri().toString()));
        wait(loaded);
    }

    /** Returns the value of a JavaScript expression. */
    JsonNode evaluate(String expression) {
        JsonNode reply =
                call("Runtime.evaluate", Map.of("expression", expression, "returnByValue", true, "awaitPromise", true));
        if (reply.has("exceptionDetails")) {
            throw new AssertionError(reply.get("exceptionDetails").toString());
        }
        return reply.get("result").path("value");
    }

    /** Sets the window size and the color scheme, and waits until the page has handled the change. */
    void show(int width, int height, boolean dark) {
        call(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", width < 600));
        call(
                "Emulation.setEmulatedMedia",
                Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", dark ? "dark" : "light"))));
        evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))");
    }

    /** Prints the page as PDF. */
    byte[] print() {
        return bytes(call("Page.printToPDF", Map.of("printBackground", true)));
    }

    private static byte[] bytes(JsonNode reply) {
        return Base64.getDecoder().decode(reply.get("data").asText());
    }

    /** Returns script errors, console warnings and load errors since the page was opened. */
    List<String> errors() {
        return List.copyOf(errors);
    }

    private JsonNode call(String method, Map<String, Object> parameters) {
        int id = lastId.incrementAndGet();
        CompletableFuture<JsonNode> reply = new CompletableFuture<>();
        replies.put(id, reply);
        ObjectNode message = JsonNodeFactory.instance.objectNode().put("id", id).put("method", method);
        message.set("params", JSON.valueToTree(parameters));
        wait(socket.sendText(message.toString(), true));
        return wait(reply);
    }

    private static <T> T wait(CompletionStage<T> stage) {
        try {
            return stage.toCompletableFuture().get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
        } catch (Exception e) {
            throw new IllegalStateException("the browser does not respond", e);
        }
    }

    @Override
    public void close() {
        socket.abort();
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
        process.onExit().join();
    }

    /** Collects the messages of the browser, which arrive in fragments. */
    private final class Messages implements WebSocket.Listener {

        private final StringBuilder text = new StringBuilder();

        @Override
        public CompletionStage<?> onText(WebSocket from, CharSequence fragment, boolean last) {
            text.append(fragment);
            if (last) {
                handle(text.toString());
                text.setLength(0);
            }
            from.request(1);
            return null;
        }

        private void handle(String message) {
            JsonNode node;
            try {
                node = JSON.readTree(message);
            } catch (IOException e) {
                throw new IllegalStateException(message, e);
            }
            if (node.has("id")) {
                CompletableFuture<JsonNode> reply =
                        replies.remove(node.get("id").asInt());
                if (node.has("error")) {
                    reply.completeExceptionally(
                            new IllegalStateException(node.get("error").toString()));
                } else {
                    reply.complete(node.get("result"));
                }
                return;
            }
            switch (node.get("method").asText()) {
                case "Page.loadEventFired" -> loaded.complete(null);
                case "Runtime.exceptionThrown", "Log.entryAdded" ->
                    errors.add(node.get("params").toString());
                case "Runtime.consoleAPICalled" -> {
                    if (!node.at("/params/type").asText().equals("log")) {
                        errors.add(node.get("params").toString());
                    }
                }
                default -> {
                    // ignored
                }
            }
        }
    }
}
