// SPDX-License-Identifier: Apache-2.0
package io.loadharness.kubernetes;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;

/** An API server over real HTTP that accepts everything, unless a test sets another answer. It has no controllers: a Job makes no pods. */
final class FakeApiServer implements AutoCloseable {

    private record Answer(int code, String body) {}

    private final HttpServer server;
    private final Map<String, Answer> answers = new ConcurrentHashMap<>();
    private final List<String> requests = new CopyOnWriteArrayList<>();
    private final List<String> bodies = new CopyOnWriteArrayList<>();
    private final List<String> lost = new CopyOnWriteArrayList<>();

    FakeApiServer() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newCachedThreadPool(work -> {
            Thread thread = new Thread(work);
            thread.setDaemon(true);
            return thread;
        }));
        server.createContext("/", this::answer);
        server.start();
        on("GET /version", 200, "{\"major\":\"1\",\"minor\":\"34\",\"gitVersion\":\"v1.34.4\"}");
        on("POST /apis/authorization.k8s.io/v1/selfsubjectaccessreviews", 200, """
            {"kind":"SelfSubjectAccessReview","apiVersion":"authorization.k8s.io/v1","status":{"allowed":true}}\
            """);
        fail("GET /apis/security.openshift.io", 404, "not found");
        pods();
        on("GET /api/v1/namespaces/bench/events", 200, "{\"kind\":\"EventList\",\"apiVersion\":\"v1\",\"items\":[]}");
    }

    /** Writes a kubeconfig for this server. */
    Path kubeconfig(Path folder) throws IOException {
        return Files.writeString(
                folder.resolve("kubeconfig"), """
                    apiVersion: v1
                    kind: Config
                    clusters: [{name: t, cluster: {server: "http://127.0.0.1:%d"}}]
                    users: [{name: u, user: {token: "test"}}]
                    contexts:
                    - {name: t, context: {cluster: t, user: u, namespace: bench}}
                    - {name: prod, context: {cluster: t, user: u, namespace: prod}}
                    current-context: t
                    """.formatted(server.getAddress().getPort()));
    }

    /** Sets the answer to requests whose method and path start with a text. The longest text wins. */
    void on(String start, int code, String body) {
        answers.put(start, new Answer(code, body));
    }

    /** Sets an answer with an error of Kubernetes. */
    void fail(String start, int code, String message) {
        on(start, code, """
            {"kind":"Status","apiVersion":"v1","status":"Failure","code":%d,"message":"%s"}\
            """.formatted(code, message.replace("\"", "\\\"")));
    }

    /** Loses the response to the first request that creates an object, so that the repeated request finds the object. */
    void loseResponse(String path) {
        lost.add("POST " + path);
    }

    /** Sets the pods of the run. Other pods of the namespace are in no answer to a request for the pods of the Job. */
    void pods(String... items) {
        on("GET /api/v1/namespaces/bench/pods?labelSelector=controller-uid%3Duid-1", 200, pods(List.of(items)));
    }

    static String pods(List<String> items) {
        return "{\"kind\":\"PodList\",\"apiVersion\":\"v1\",\"items\":[" + String.join(",", items) + "]}";
    }

    /** Sets the Job of the run. */
    void job(String status) {
        job("{}", status);
    }

    void job(String spec, String status) {
        on("GET /apis/batch/v1/namespaces/bench/jobs/", 200, """
            {"kind":"Job","apiVersion":"batch/v1","metadata":{"name":"bench1","uid":"uid-1"},"spec":%s,"status":%s}\
            """.formatted(spec, status));
    }

    List<String> requests() {
        return List.copyOf(requests);
    }

    List<String> bodies() {
        return List.copyOf(bodies);
    }

    void forgetRequests() {
        requests.clear();
        bodies.clear();
    }

    private void answer(HttpExchange exchange) throws IOException {
        String request = exchange.getRequestMethod() + " " + exchange.getRequestURI();
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        if (request.startsWith("DELETE /apis/batch")) {
            pods();
        }
        if (lost.remove(request)) {
            fail(request, 409, "already exists");
            on(request.replace("POST", "GET") + "/", 200, created(body));
        }
        requests.add(request);
        bodies.add(body);
        Answer answer = answers.entrySet().stream()
                .filter(each -> request.startsWith(each.getKey()))
                .max((first, second) ->
                        Integer.compare(first.getKey().length(), second.getKey().length()))
                .map(Map.Entry::getValue)
                .or(() -> Optional.of(new Answer(200, created(body))))
                .get();
        byte[] bytes = answer.body().getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().add("Content-Type", "application/json");
        exchange.sendResponseHeaders(answer.code(), bytes.length == 0 ? -1 : bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    private static String created(String body) {
        return body.isEmpty() ? "{}" : body.replaceFirst("\"metadata\":\\{", "\"metadata\":{\"uid\":\"uid-1\",");
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
