// SPDX-License-Identifier: Apache-2.0
package io.loadharness.tokenizers;

import io.loadharness.tokenizers.HubException.Kind;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodySubscribers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Downloads single files of the hub. What was cut goes on where it ended, also in a later process. */
final class HubDownload {

    private static final int OK = 200;
    private static final int PARTIAL = 206;
    private static final int UNAUTHORIZED = 401;
    private static final int FORBIDDEN = 403;
    private static final int NOT_FOUND = 404;
    private static final int RANGE_NOT_SATISFIABLE = 416;
    private static final int FIRST_REDIRECT = 300;
    private static final int FIRST_ERROR = 400;
    private static final int MOST_REDIRECTS = 5;
    private static final Duration CONNECT_LIMIT = Duration.ofSeconds(10);
    private static final Duration LIMIT = Duration.ofMinutes(10);

    /**
     * A file that has come.
     *
     * @param commit which commit it is of, if the hub says so
     */
    record Complete(Path file, Optional<String> commit) {}

    private final HubSettings settings;
    private final HttpClient client = HttpClient.newBuilder()
            .followRedirects(HttpClient.Redirect.NEVER)
            .connectTimeout(CONNECT_LIMIT)
            .build();

    HubDownload(HubSettings settings) {
        this.settings = settings;
    }

    /**
     * Downloads a file into a folder; empty if the model has no such file.
     *
     * @throws HubException if it does not come; says why
     * @throws IOException if it cannot be written
     */
    Optional<Complete> fetch(HubModel model, String name, Path folder) throws IOException {
        Path part = folder.resolve(name + ".part");
        Path version = folder.resolve(name + ".version");
        URI home = URI.create(settings.endpoint() + "/" + model.name() + "/resolve/" + model.revision() + "/" + name);
        URI at = home;
        Optional<String> commit = Optional.empty();
        for (int i = 0; i <= MOST_REDIRECTS; i++) {
            boolean goesOn = Files.exists(part) && Files.exists(version);
            HttpResponse<Path> response = send(request(at, home, goesOn ? part : null, version), part, version, home);
            commit = commit.or(() -> response.headers().firstValue("X-Repo-Commit"));
            int status = response.statusCode();
            if (status == OK || status == PARTIAL) {
                Files.deleteIfExists(version);
                return Optional.of(new Complete(part, commit.filter(each -> each.matches("\\w+"))));
            }
            if (status == RANGE_NOT_SATISFIABLE && goesOn) {
                Files.delete(part);
            } else if (status >= FIRST_REDIRECT && status < FIRST_ERROR) {
                at = redirected(at, response.headers());
            } else if (status == NOT_FOUND && !isMissingModel(response.headers())) {
                return Optional.empty();
            } else {
                throw refused(model, status, response.headers());
            }
        }
        throw new HubException(Kind.REFUSED, "the hub sends " + home + " from one place to the next without an end");
    }

    private HttpRequest request(URI at, URI home, @Nullable Path part, Path version) throws IOException {
        HttpRequest.Builder request = HttpRequest.newBuilder(at).timeout(LIMIT);
        boolean isHome =
                at.getScheme().equals(home.getScheme()) && at.getAuthority().equals(home.getAuthority());
        if (isHome) {
            // Nobody else may see it, wherever the hub sends us.
            settings.token().ifPresent(token -> request.header("Authorization", "Bearer " + token));
        }
        if (part != null) {
            request.header("Range", "bytes=" + Files.size(part) + "-");
            request.header("If-Range", Files.readString(version));
        }
        return request.build();
    }

    private HttpResponse<Path> send(HttpRequest request, Path part, Path version, URI home) throws IOException {
        // On a thread of its own: sendAsync ends in the common pool, whose threads may all be waiting for this
        // download.
        FutureTask<HttpResponse<Path>> coming =
                new FutureTask<>(() -> client.send(request, head -> body(head, part, version)));
        Thread downloading = new Thread(coming, "hub-download");
        downloading.setDaemon(true);
        downloading.start();
        try {
            return coming.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            coming.cancel(true);
            throw new HubException(Kind.CUT, home + " takes longer than 10 minutes; the next download goes on", e);
        } catch (InterruptedException e) {
            coming.cancel(true);
            Thread.currentThread().interrupt();
            throw (IOException) new InterruptedIOException("the download was interrupted").initCause(e);
        } catch (ExecutionException e) {
            boolean hasBegun = Files.exists(version);
            Throwable cause = Objects.requireNonNull(e.getCause());
            String why = String.valueOf(cause.getMessage());
            throw hasBegun
                    ? new HubException(
                            Kind.CUT, home + " was cut, and the next download goes on where it ended: " + why, e)
                    : new HubException(
                            Kind.UNREACHABLE,
                            home + " cannot be reached: "
                                    + cause.getClass().getSimpleName() + ", " + why
                                    + "; HF_ENDPOINT names another hub",
                            e);
        }
    }

    private static HttpResponse.BodySubscriber<Path> body(HttpResponse.ResponseInfo head, Path part, Path version) {
        if (head.statusCode() != OK && head.statusCode() != PARTIAL) {
            return BodySubscribers.replacing(part);
        }
        try {
            Optional<String> tag = head.headers().firstValue("ETag");
            if (tag.isPresent()) {
                Files.writeString(version, tag.get());
            }
        } catch (IOException e) {
            return BodySubscribers.replacing(part);
        }
        return head.statusCode() == PARTIAL
                ? BodySubscribers.ofFile(part, StandardOpenOption.WRITE, StandardOpenOption.APPEND)
                : BodySubscribers.ofFile(
                        part,
                        StandardOpenOption.WRITE,
                        StandardOpenOption.CREATE,
                        StandardOpenOption.TRUNCATE_EXISTING);
    }

    private static URI redirected(URI at, HttpHeaders headers) throws HubException {
        try {
            URI next = at.resolve(headers.firstValue("Location").orElse(""));
            boolean isOpen =
                    "https".equals(next.getScheme()) || next.getScheme().equals(at.getScheme());
            if (next.getHost() != null && isOpen && !next.equals(at)) {
                return next;
            }
        } catch (IllegalArgumentException e) {
            // The sentence below says it; the address may hold a signature, so it does not.
        }
        throw new HubException(Kind.REFUSED, "the hub sends " + at.getPath() + " to a place that is none");
    }

    /** The hub says what it is that is missing. */
    private static boolean isMissingModel(HttpHeaders headers) {
        return headers.firstValue("X-Error-Code")
                .filter(code -> code.equals("RepoNotFound") || code.equals("RevisionNotFound"))
                .isPresent();
    }

    private HubException refused(HubModel model, int status, HttpHeaders headers) {
        String code = headers.firstValue("X-Error-Code").orElse("");
        if (status == NOT_FOUND) {
            return new HubException(
                    Kind.NOT_FOUND,
                    code.equals("RevisionNotFound")
                            ? "the model " + model.name() + " has no revision " + model.revision()
                            : "the hub has no model " + model.name());
        }
        if (status == UNAUTHORIZED || status == FORBIDDEN) {
            return new HubException(
                    Kind.NOT_ALLOWED,
                    settings.token().isPresent()
                            ? "the token in HF_TOKEN may not read the model " + model.name()
                                    + ", or there is no such model: accept its terms on its page (status " + status
                                    + ")"
                            : "the hub has no model " + model.name()
                                    + " that anybody may read: set HF_TOKEN to a token that may (status " + status
                                    + ")");
        }
        return new HubException(
                Kind.REFUSED,
                "the hub answers with status " + status + " when it is asked for the model " + model.name());
    }
}
