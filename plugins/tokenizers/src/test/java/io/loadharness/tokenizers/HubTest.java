// SPDX-License-Identifier: Apache-2.0
package io.loadharness.tokenizers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import io.loadharness.inference.HubOptions;
import io.loadharness.inference.Tokenizer;
import io.loadharness.tokenizers.HubException.Kind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
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
    private volatile String linkedTag;
    private volatile boolean redirectLargeFiles;
    private volatile String directTag;
    private volatile int shift;
    private volatile boolean endless;

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

    @ParameterizedTest
    @CsvSource({
        "tokenizer.json, <!DOCTYPE html><html>Sign in</html>, a tokenizer",
        "tokenizer.json, '{\"a\": ', a tokenizer",
        "tokenizer.json, '[1]', a tokenizer",
        "tokenizer.json, '{} {}', a tokenizer",
        "tokenizer.json, '{\"error\": \"please log in\"}', a tokenizer",
        "tokenizer.json, '{\"error\": {\"model\": 1}}', a tokenizer",
        "tokenizer_config.json, not found, a JSON object",
        "chat_template.jinja, ' <HTML lang=en>Sign in', a template"
    })
    void otherContentIsNotKept(String name, String content, String expected) throws IOException {
        files.put(name, content.getBytes(StandardCharsets.UTF_8));

        assertThatExceptionOfType(HubException.class)
                .isThrownBy(() -> fetch("org/name"))
                .withMessageContaining("/" + name + " is not " + expected + "; it was deleted. The hub or a proxy may")
                .matches(e -> e.kind() == Kind.REFUSED);
        try (Stream<Path> left = Files.walk(cache)) {
            assertThat(left.map(each -> each.getFileName().toString()))
                    .doesNotContain(name, name + ".part", name + ".version");
        }
    }

    @Test
    void anotherRangeThanRequestedIsNotAppended() throws IOException {
        cutAt = 5_000;
        assertThatExceptionOfType(HubException.class).isThrownBy(() -> fetch("org/name"));
        cutAt = Integer.MAX_VALUE;
        shift = 7;

        assertThatExceptionOfType(HubException.class)
                .isThrownBy(() -> fetch("org/name"))
                .withMessageContaining("the hub sent the wrong part of ")
                .matches(e -> e.kind() == Kind.REFUSED);
        assertThat(fetch("org/name").resolve("tokenizer.json")).hasBinaryContent(files.get("tokenizer.json"));
    }

    @Test
    void fileThatIsTooLargeIsNotKept() throws IOException {
        endless = true;

        assertThatExceptionOfType(HubException.class)
                .isThrownBy(() -> fetch("org/name"))
                .withMessageContaining("/tokenizer.json has more than 256 MiB, the maximum for a file of a tokenizer")
                .matches(e -> e.kind() == Kind.REFUSED);
        try (Stream<Path> left = Files.walk(cache)) {
            assertThat(left.map(each -> each.getFileName().toString())).noneMatch(each -> each.startsWith("tokenizer"));
        }
    }

    @Test
    void directFileIsComparedWithAHashInItsTag() throws Exception {
        directTag = sha256(new byte[] {1});

        assertThatExceptionOfType(HubException.class)
                .isThrownBy(() -> fetch("org/name"))
                .withMessageContaining("and it must be " + directTag + "; it was deleted");
        directTag = sha256(files.get("tokenizer.json"));
        assertThat(fetch("org/name").resolve("tokenizer.json")).hasBinaryContent(files.get("tokenizer.json"));
    }

    @Test
    void changedFileIsDownloadedFromTheStart() throws IOException {
        cutAt = 5_000;
        assertThatExceptionOfType(HubException.class).isThrownBy(() -> fetch("org/name"));
        byte[] complete = files.get("tokenizer.json");
        byte[] changed = Arrays.copyOf(complete, complete.length + 1);
        changed[complete.length] = ' ';
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
                .withMessage(environment.get("HF_ENDPOINT") + "org/name/resolve/main/tokenizer.json cannot be"
                        + " reached: the connection was refused. Check the network and HTTPS_PROXY, or set HF_ENDPOINT"
                        + " to use another hub")
                .matches(e -> e.kind() == Kind.UNREACHABLE);
    }

    @Test
    void unknownHostIsReported() {
        environment.put("HF_ENDPOINT", "https://hub.invalid");

        assertThatExceptionOfType(HubException.class)
                .isThrownBy(() -> fetch("org/name"))
                .withMessageContaining("cannot be reached: the host name hub.invalid or that of the proxy is unknown")
                .matches(e -> e.kind() == Kind.UNREACHABLE);
    }

    @Test
    void largeFileWithItsHashIsAccepted() throws Exception {
        linkedTag = sha256(files.get("tokenizer.json"));
        redirectLargeFiles = true;

        assertThat(fetch("org/name").resolve("tokenizer.json")).hasBinaryContent(files.get("tokenizer.json"));
    }

    @Test
    void largeFileWithAnotherHashIsDeleted() throws Exception {
        linkedTag = sha256(new byte[] {1});
        redirectLargeFiles = true;

        assertThatExceptionOfType(HubException.class)
                .isThrownBy(() -> fetch("org/name"))
                .withMessageContaining("tokenizer.json has the SHA-256 " + sha256(files.get("tokenizer.json"))
                        + ", and it must be " + linkedTag + "; it was deleted")
                .matches(e -> e.kind() == Kind.REFUSED);
        try (Stream<Path> left = Files.walk(cache)) {
            assertThat(left.filter(each -> each.getFileName().toString().startsWith("tokenizer.json")))
                    .isEmpty();
        }
        linkedTag = sha256(files.get("tokenizer.json"));
        assertThat(fetch("org/name").resolve("tokenizer.json")).hasBinaryContent(files.get("tokenizer.json"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"http://hub.example", "http://10.0.0.1:80", "http://localhost.example", "http://127.example"})
    void plainHttpIsAllowedOnlyOnThisMachine(String endpoint) {
        environment.put("HF_ENDPOINT", endpoint);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> fetch("org/name"))
                .withMessageStartingWith("HF_ENDPOINT must start with https://, because http:// would send the token")
                .withMessageEndingWith(": got " + endpoint);
        for (String allowed :
                List.of("http://localhost:1", "http://127.0.0.9", "http://[::1]:2", "https://a.example")) {
            assertThat(HubSettings.of(Map.of("HF_ENDPOINT", allowed)).endpoint())
                    .hasToString(allowed);
        }
    }

    @Test
    void passwordInTheAddressOfTheHubIsNotShown() {
        environment.put("HF_ENDPOINT", "https://me:geheim@hub.example");

        assertThatIllegalArgumentException()
                .isThrownBy(() -> fetch("org/name"))
                .withMessage("HF_ENDPOINT must not have a user or password: set HF_TOKEN to the access token");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://hub.example/?t=geheim",
                "https://hub.example/#geheim",
                "http://hub.example/?t=geheim",
                "https://me:geheim@ho st",
                "https://me:geheim@ho_st",
                "me:geheim@hub"
            })
    void secretInTheAddressOfTheHubIsNotShown(String endpoint) {
        environment.put("HF_ENDPOINT", endpoint);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> fetch("org/name"))
                .withMessageStartingWith("HF_ENDPOINT must ")
                .withMessageNotContaining("geheim");
    }

    @ParameterizedTest
    @ValueSource(strings = {"option", "HTTPS_PROXY", "https_proxy", "ALL_PROXY"})
    void proxyIsUsed(String source) throws Exception {
        List<String> tunnels = new CopyOnWriteArrayList<>();
        ServerSocket proxy = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
        Thread thread = new Thread(() -> refuseTunnels(proxy, tunnels));
        thread.start();
        try {
            environment.put("HF_ENDPOINT", "https://hub.invalid");
            Optional<InetSocketAddress> option = Optional.empty();
            if (source.equals("option")) {
                environment.put("HTTPS_PROXY", "http://127.0.0.1:1");
                option = Optional.of(InetSocketAddress.createUnresolved("127.0.0.1", proxy.getLocalPort()));
            } else {
                environment.put(source, "http://127.0.0.1:" + proxy.getLocalPort());
            }
            Hub hub = Hub.of(new HubOptions(Optional.empty(), option), environment);

            assertThatExceptionOfType(HubException.class)
                    .isThrownBy(() -> hub.fetch(HubModel.parse("org/name")))
                    .matches(e -> e.kind() == Kind.UNREACHABLE);
            assertThat(tunnels).contains("CONNECT hub.invalid:443 HTTP/1.1");
        } finally {
            proxy.close();
            thread.join();
        }
    }

    private static void refuseTunnels(ServerSocket proxy, List<String> tunnels) {
        while (!proxy.isClosed()) {
            try (Socket client = proxy.accept()) {
                byte[] request = new byte[4096];
                int count = client.getInputStream().read(request);
                tunnels.add(new String(request, 0, count, StandardCharsets.ISO_8859_1)
                        .lines()
                        .findFirst()
                        .orElse(""));
                client.getOutputStream()
                        .write("HTTP/1.1 503 Closed\r\nContent-Length: 0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            } catch (IOException e) {
                return;
            }
        }
    }

    @Test
    void hostsOfNoProxyAreReachedDirectly() throws IOException {
        environment.put("HTTP_PROXY", "http://127.0.0.1:1");
        environment.put("NO_PROXY", "example.com, 127.0.0.1");

        assertThat(fetch("org/name").resolve("tokenizer.json")).hasBinaryContent(files.get("tokenizer.json"));
    }

    @Test
    void proxyWithAPasswordIsRejectedWithoutIt() {
        environment.put("HTTP_PROXY", "http://me:geheim@127.0.0.1:1");

        assertThatIllegalArgumentException()
                .isThrownBy(() -> fetch("org/name"))
                .withMessage("HTTP_PROXY must be the address of an HTTP proxy without a user and a password, such as"
                        + " http://proxy:3128");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void certificateOfTheUserIsTrusted(boolean byOption) throws Exception {
        Path keys = cache.resolve("keys.p12");
        Path pem = cache.resolve("ca.pem");
        keytool(
                "-genkeypair",
                "-keyalg",
                "EC",
                "-alias",
                "hub",
                "-dname",
                "CN=localhost",
                "-ext",
                "SAN=IP:127.0.0.1",
                "-storetype",
                "PKCS12",
                "-storepass",
                "changeit",
                "-keystore",
                keys.toString());
        keytool(
                "-exportcert",
                "-rfc",
                "-alias",
                "hub",
                "-storepass",
                "changeit",
                "-keystore",
                keys.toString(),
                "-file",
                pem.toString());
        HttpsServer secure = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        secure.setHttpsConfigurator(new HttpsConfigurator(context(keys)));
        secure.createContext("/", this::respond);
        secure.start();
        try {
            environment.put(
                    "HF_ENDPOINT", "https://127.0.0.1:" + secure.getAddress().getPort());
            assertThatExceptionOfType(HubException.class)
                    .isThrownBy(() -> fetch("org/name"))
                    .withMessageContaining("cannot be reached: TLS failed, ")
                    .withMessageContaining("(trust a certificate with --ca)");

            if (!byOption) {
                environment.put("SSL_CERT_FILE", pem.toString());
            }
            Hub hub = Hub.of(
                    new HubOptions(byOption ? Optional.of(pem) : Optional.empty(), Optional.empty()), environment);
            assertThat(hub.fetch(HubModel.parse("org/name")).resolve("tokenizer.json"))
                    .hasBinaryContent(files.get("tokenizer.json"));
        } finally {
            secure.stop(0);
        }
    }

    private static void keytool(String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString()));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
    }

    private static SSLContext context(Path keys) throws Exception {
        KeyStore store = KeyStore.getInstance(keys.toFile(), "changeit".toCharArray());
        KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        factory.init(store, "changeit".toCharArray());
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(factory.getKeyManagers(), null, null);
        return context;
    }

    private static String sha256(byte[] content) throws Exception {
        return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content));
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
        return Hub.of(HubOptions.DEFAULTS, environment).fetch(HubModel.parse(model));
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
        if (linkedTag != null && !path.startsWith("/large/")) {
            exchange.getResponseHeaders().add("X-Linked-ETag", '"' + linkedTag + '"');
        }
        if (redirectLargeFiles && !path.startsWith("/large/")) {
            exchange.getResponseHeaders().add("Location", "/large" + path);
            send(exchange, 302, new byte[0]);
            return;
        }
        if (redirectTo != null) {
            exchange.getResponseHeaders().add("Location", redirectTo);
            send(exchange, 302, new byte[0]);
            return;
        }
        if (endless) {
            exchange.sendResponseHeaders(200, 0);
            byte[] junk = new byte[1 << 20];
            try (exchange) {
                while (true) {
                    exchange.getResponseBody().write(junk); // until the client closes the connection
                }
            }
        }
        String tag = "\"" + (directTag == null ? Arrays.hashCode(file) : directTag) + "\"";
        exchange.getResponseHeaders().add("ETag", tag);
        boolean isResumed =
                range != null && tag.equals(exchange.getRequestHeaders().getFirst("If-Range"));
        int from = isResumed ? Integer.parseInt(range.replaceAll("\\D", "")) : 0;
        if (isResumed) {
            exchange.getResponseHeaders()
                    .add("Content-Range", "bytes " + (from + shift) + "-" + (file.length - 1) + "/" + file.length);
        }
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
