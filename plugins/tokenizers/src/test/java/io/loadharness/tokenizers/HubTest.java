// SPDX-License-Identifier: Apache-2.0
package io.loadharness.tokenizers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.loadharness.inference.Tokenizer;
import io.loadharness.tokenizers.HubException.Kind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(120)
class HubTest {

    private static final String TOKEN = "hf_verysecret";
    private static final String COMMIT = "0123abcd";

    @TempDir
    private Path cache;

    private final Map<String, byte[]> files = new ConcurrentHashMap<>();
    private final List<String> requests = new CopyOnWriteArrayList<>();
    private final Map<String, String> environment = new HashMap<>();
    private HttpServer server;
    private volatile int cutAt = Integer.MAX_VALUE;
    private volatile int status;
    private volatile String errorCode = "EntryNotFound";
    private volatile String redirectTo;

    @BeforeEach
    void startHub() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::respond);
        server.start();
        environment.put("HF_ENDPOINT", "http://127.0.0.1:" + server.getAddress().getPort() + "/");
        environment.put("HF_HOME", cache.toString());
        files.put(
                "tokenizer.json", Files.readAllBytes(Fixtures.folder("unigram").resolve("tokenizer.json")));
    }

    @AfterEach
    void stopHub() {
        server.stop(0);
    }

    @Test
    void downloadedFilesAreKeptInTheSharedCache() throws IOException {
        files.put("tokenizer_config.json", "{\"bos_token\": \"<s>\"}".getBytes(StandardCharsets.UTF_8));

        Path folder = fetch("org/name");
        int requestCount = requests.size();

        assertThat(folder).isEqualTo(cache.resolve("hub/models--org--name/snapshots/" + COMMIT));
        assertThat(cache.resolve("hub/models--org--name/refs/main")).hasContent(COMMIT);
        try (Stream<Path> kept = Files.list(folder)) {
            assertThat(kept.map(each -> each.getFileName().toString()))
                    .containsExactlyInAnyOrder("tokenizer.json", "tokenizer_config.json");
        }
        try (Tokenizer tokenizer = new HuggingFaceProvider().open(folder)) {
            assertThat(tokenizer.encode("server")).isNotEmpty();
        }
        assertThat(fetch("org/name")).isEqualTo(folder);
        assertThat(fetch("org/name@" + COMMIT)).isEqualTo(folder);
        assertThat(requests).as("requests after the second fetch").hasSize(requestCount);
    }

    @Test
    void concurrentFetchesDownloadAModelOnce() {
        List<Path> folders = IntStream.range(0, 8)
                .parallel()
                .mapToObj(i -> {
                    try {
                        return fetch("org/name");
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                })
                .toList();

        assertThat(folders).hasSize(8).containsOnly(folders.get(0));
        assertThat(requests)
                .filteredOn(each -> each.contains("/tokenizer.json"))
                .hasSize(1);
    }

    @Test
    void revisionIsRequestedByName() throws IOException {
        fetch("org/name@v1.0");

        assertThat(requests.get(0)).startsWith("/org/name/resolve/v1.0/tokenizer.json");
        assertThat(cache.resolve("hub/models--org--name/refs/v1.0")).hasContent(COMMIT);
    }

    @Test
    void interruptedDownloadIsResumed() throws IOException {
        cutAt = 5_000;
        assertThatExceptionOfType(HubException.class)
                .isThrownBy(() -> fetch("org/name"))
                .withMessageContaining(" was interrupted: ")
                .withMessageEndingWith("; the next attempt resumes it")
                .matches(e -> e.kind() == Kind.CUT);
        assertThat(cache.resolve("hub/models--org--name/snapshots")).doesNotExist();

        cutAt = Integer.MAX_VALUE;
        Path folder = fetch("org/name");

        assertThat(requests).anyMatch(each -> each.matches(".*tokenizer.json bytes=[1-9]\\d*-.*"));
        assertThat(folder.resolve("tokenizer.json")).hasBinaryContent(files.get("tokenizer.json"));
    }

    @Test
    void changedFileIsDownloadedFromTheStart() throws IOException {
        cutAt = 5_000;
        assertThatExceptionOfType(HubException.class).isThrownBy(() -> fetch("org/name"));
        byte[] changed = files.get("tokenizer.json").clone();
        changed[changed.length - 1] = ' ';
        files.put("tokenizer.json", changed);
        cutAt = Integer.MAX_VALUE;

        assertThat(fetch("org/name").resolve("tokenizer.json")).hasBinaryContent(changed);
    }

    @ParameterizedTest
    @CsvSource({
        "401, RepoNotFound, NOT_ALLOWED, the token in HF_TOKEN has no access to the model org/name",
        "403, GatedRepo, NOT_ALLOWED, accept the terms on the page of the model (status 403)",
        "404, RepoNotFound, NOT_FOUND, the hub has no model org/name",
        "404, RevisionNotFound, NOT_FOUND, the model org/name has no revision main",
        "404, EntryNotFound, NOT_FOUND, the model org/name has no tokenizer.json in revision main: create one",
        "500, '', REFUSED, the hub returns status 500",
        "429, '', REFUSED, the hub returns status 429"
    })
    void errorOfTheHubIsReported(int returned, String code, Kind kind, String why) {
        status = returned;
        errorCode = code;
        environment.put("HF_TOKEN", TOKEN);

        assertThatExceptionOfType(HubException.class)
                .isThrownBy(() -> fetch("org/name"))
                .withMessageContaining(why)
                .matches(e -> e.kind() == kind)
                .matches(e -> !e.toString().contains(TOKEN));
    }

    @Test
    void missingTokenIsReportedWithItsVariable() {
        status = 401;

        assertThatExceptionOfType(HubException.class)
                .isThrownBy(() -> fetch("org/name"))
                .withMessageContaining("set HF_TOKEN to a token with access");
    }

    @Test
    void tokenIsSentOnlyToTheHub() throws IOException {
        environment.put("HF_TOKEN", " " + TOKEN + "\n");
        List<String> elsewhere = new CopyOnWriteArrayList<>();
        HttpServer other = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        other.createContext("/", exchange -> {
            elsewhere.add(String.valueOf(exchange.getRequestHeaders().getFirst("Authorization")));
            send(exchange, 200, files.get("tokenizer.json"));
        });
        other.start();
        try {
            redirectTo = "http://127.0.0.1:" + other.getAddress().getPort() + "/signed?signature=x";

            assertThat(fetch("org/name").resolve("tokenizer.json")).hasBinaryContent(files.get("tokenizer.json"));
            assertThat(elsewhere).isNotEmpty().containsOnly("null");
            assertThat(requests).allMatch(each -> each.endsWith("Bearer " + TOKEN));
            assertThat(HubSettings.of(environment).toString()).doesNotContain(TOKEN);
        } finally {
            other.stop(0);
        }
    }

    @Test
    void endlessRedirectsAreRejected() {
        redirectTo = "/org/name/resolve/main/tokenizer.json?again";

        assertThatExceptionOfType(HubException.class)
                .isThrownBy(() -> fetch("org/name"))
                .matches(e -> e.kind() == Kind.REFUSED);
    }

    @Test
    void offlineModeSendsNoRequests() {
        environment.put("HF_HUB_OFFLINE", "1");

        assertThatExceptionOfType(HubException.class)
                .isThrownBy(() -> fetch("org/name"))
                .withMessage("the tokenizer of org/name is not in " + cache.resolve("hub")
                        + ", and HF_HUB_OFFLINE is set: unset it to download the tokenizer");
        assertThat(requests).isEmpty();
    }

    @Test
    void unreachableHubIsReported() {
        server.stop(0);

        assertThatExceptionOfType(HubException.class)
                .isThrownBy(() -> fetch("org/name"))
                .withMessageContaining(environment.get("HF_ENDPOINT") + "org/name/resolve/main/tokenizer.json cannot be"
                        + " reached: ConnectException")
                .matches(e -> e.kind() == Kind.UNREACHABLE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "/", "a/b/c", "../x", "a/..", "org/name@", "org name", "https://host/x", "org/name?x"})
    void invalidModelNameIsRejected(String name) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> HubModel.parse(name))
                .withMessage(
                        "\"" + name + "\" is not a valid model name of the hub: use org/name or org/name@revision");
    }

    @Test
    void invalidVariablesAreRejected() {
        environment.put("HF_TOKEN", "hf_with\nbreak");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> fetch("org/name"))
                .withMessage("HF_TOKEN contains a character that is not allowed in a token");

        environment.put("HF_ENDPOINT", "hub");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> fetch("org/name"))
                .withMessage("HF_ENDPOINT must be the URL of a hub, such as https://huggingface.co: got hub");
    }

    private Path fetch(String model) throws IOException {
        return Hub.ofEnvironment(environment).fetch(HubModel.parse(model));
    }

    private void respond(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        String range = exchange.getRequestHeaders().getFirst("Range");
        requests.add(path + " " + range + " " + exchange.getRequestHeaders().getFirst("Authorization"));
        byte[] file = files.get(path.substring(path.lastIndexOf('/') + 1));
        if (status != 0 || file == null) {
            exchange.getResponseHeaders().add("X-Error-Code", errorCode);
            send(exchange, status == 0 ? 404 : status, new byte[0]);
            return;
        }
        exchange.getResponseHeaders().add("X-Repo-Commit", COMMIT);
        if (redirectTo != null) {
            exchange.getResponseHeaders().add("Location", redirectTo);
            send(exchange, 302, new byte[0]);
            return;
        }
        String tag = "\"" + Arrays.hashCode(file) + "\"";
        exchange.getResponseHeaders().add("ETag", tag);
        boolean isResumed =
                range != null && tag.equals(exchange.getRequestHeaders().getFirst("If-Range"));
        int from = isResumed ? Integer.parseInt(range.replaceAll("\\D", "")) : 0;
        send(exchange, isResumed ? 206 : 200, Arrays.copyOfRange(file, from, file.length));
    }

    private void send(HttpExchange exchange, int code, byte[] body) throws IOException {
        exchange.sendResponseHeaders(code, body.length == 0 ? -1 : body.length);
        try {
            exchange.getResponseBody().write(body, 0, Math.min(body.length, cutAt));
            exchange.getResponseBody().flush(); // newer JDKs would buffer the body and discard it at the interruption
        } finally {
            exchange.close();
        }
    }
}
