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

/**
 * Downloads files from the Hugging Face Hub. If a download is interrupted, the next call for this file resumes it, even in another process.
 */
final class HubDownload {

    private static final int OK = 200;
    private static final int PARTIAL = 206;
    private static final int UNAUTHORIZED = 401;
    private static final int FORBIDDEN = 403;
    private static final int NOT_FOUND = 404;
    private static final int RANGE_NOT_SATISFIABLE = 416;
    private static final int FIRST_REDIRECT = 300;
    private static final int FIRST_ERROR = 400;
    private static final int MAX_REDIRECTS = 5;
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);
    private static final Duration TIMEOUT = Duration.ofMinutes(10);

    /**
     * A completely downloaded file.
     *
     * @param commit the commit that the file belongs to; empty if the hub does not return one
     */
    record Complete(Path file, Optional<String> commit) {}

    private final HubSettings settings;
    private final HttpClient client = HttpClient.newBuilder()
            .followRedirects(HttpClient.Redirect.NEVER)
            .connectTimeout(CONNECT_TIMEOUT)
            .build();

    HubDownload(HubSettings settings) {
        this.settings = settings;
    }

    /**
     * Downloads a file into a folder. Returns empty if the model does not have this file.
     *
     * @throws HubException if the download fails; the message contains the reason
     * @throws IOException if the file cannot be written
     */
    Optional<Complete> fetch(HubModel model, String name, Path folder) throws IOException {
        Path part = folder.resolve(name + ".part");
        Path version = folder.resolve(name + ".version");
        URI home = URI.create(settings.endpoint() + "/" + model.name() + "/resolve/" + model.revision() + "/" + name);
        URI at = home;
        Optional<String> commit = Optional.empty();
        for (int i = 0; i <= MAX_REDIRECTS; i++) {
            boolean isResumed = Files.exists(part) && Files.exists(version);
            HttpResponse<Path> response =
                    send(request(at, home, isResumed ? part : null, version), part, version, home);
            commit = commit.or(() -> response.headers().firstValue("X-Repo-Commit"));
            int status = response.statusCode();
            if (status == OK || status == PARTIAL) {
                Files.deleteIfExists(version);
                return Optional.of(new Complete(part, commit.filter(each -> each.matches("\\w+"))));
            }
            if (status == RANGE_NOT_SATISFIABLE && isResumed) {
                Files.delete(part);
            } else if (status >= FIRST_REDIRECT && status < FIRST_ERROR) {
                at = redirected(at, response.headers());
            } else if (status == NOT_FOUND && !isMissingModel(response.headers())) {
                return Optional.empty();
            } else {
                throw failure(model, status, response.headers());
            }
        }
        throw new HubException(Kind.REFUSED, "more than " + MAX_REDIRECTS + " redirects for " + home);
    }

    private HttpRequest request(URI at, URI home, @Nullable Path part, Path version) throws IOException {
        HttpRequest.Builder request = HttpRequest.newBuilder(at).timeout(TIMEOUT);
        boolean isHome =
                at.getScheme().equals(home.getScheme()) && at.getAuthority().equals(home.getAuthority());
        if (isHome) {
            // The token is sent only to the hub, not to the targets of redirects.
            settings.token().ifPresent(token -> request.header("Authorization", "Bearer " + token));
        }
        if (part != null) {
            request.header("Range", "bytes=" + Files.size(part) + "-");
            request.header("If-Range", Files.readString(version));
        }
        return request.build();
    }

    private HttpResponse<Path> send(HttpRequest request, Path part, Path version, URI home) throws IOException {
        // Uses a separate thread, because sendAsync completes in the common pool, whose threads may all wait for this
        // download.
        FutureTask<HttpResponse<Path>> download =
                new FutureTask<>(() -> client.send(request, head -> body(head, part, version)));
        Thread downloading = new Thread(download, "hub-download");
        downloading.setDaemon(true);
        downloading.start();
        try {
            return download.get(TIMEOUT.toSeconds(), TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            download.cancel(true);
            throw new HubException(
                    Kind.CUT,
                    "the download of " + home + " takes longer than 10 minutes; the next attempt resumes it",
                    e);
        } catch (InterruptedException e) {
            download.cancel(true);
            Thread.currentThread().interrupt();
            throw (IOException) new InterruptedIOException("the download was interrupted").initCause(e);
        } catch (ExecutionException e) {
            boolean isPartial = Files.exists(version);
            Throwable cause = Objects.requireNonNull(e.getCause());
            String why = String.valueOf(cause.getMessage());
            throw isPartial
                    ? new HubException(
                            Kind.CUT,
                            "the download of " + home + " was interrupted: " + why + "; the next attempt resumes it",
                            e)
                    : new HubException(
                            Kind.UNREACHABLE,
                            home + " cannot be reached: "
                                    + cause.getClass().getSimpleName() + ", " + why
                                    + "; set HF_ENDPOINT to use another hub",
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
            boolean isAllowed =
                    "https".equals(next.getScheme()) || next.getScheme().equals(at.getScheme());
            if (next.getHost() != null && isAllowed && !next.equals(at)) {
                return next;
            }
        } catch (IllegalArgumentException e) {
            // Reported below, without the address: it may contain a signature.
        }
        throw new HubException(Kind.REFUSED, "the hub redirects " + at.getPath() + " to an invalid address");
    }

    /** Returns true if a response with status 404 means that the model or its revision does not exist, and not only the file. */
    private static boolean isMissingModel(HttpHeaders headers) {
        return headers.firstValue("X-Error-Code")
                .filter(code -> code.equals("RepoNotFound") || code.equals("RevisionNotFound"))
                .isPresent();
    }

    private HubException failure(HubModel model, int status, HttpHeaders headers) {
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
                            ? "the token in HF_TOKEN has no access to the model " + model.name()
                                    + ", or the model does not exist: accept the terms on the page of the model (status "
                                    + status
                                    + ")"
                            : "the model " + model.name()
                                    + " is not public or does not exist: set HF_TOKEN to a token with access (status "
                                    + status
                                    + ")");
        }
        return new HubException(Kind.REFUSED, "the hub returns status " + status + " for the model " + model.name());
    }
}
