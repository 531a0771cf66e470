// SPDX-License-Identifier: Apache-2.0
package io.loadharness.tokenizers;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import io.loadharness.internal.Sha256;
import io.loadharness.tokenizers.HubException.Kind;
import java.io.CharConversionException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.UnknownHostException;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodySubscribers;
import java.nio.ByteBuffer;
import java.nio.channels.UnresolvedAddressException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Flow;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;
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
    private static final String HASH_OF_LARGE_FILE = "X-Linked-ETag";
    private static final Pattern SHA256 = Pattern.compile("\"?([0-9a-f]{64})\"?");
    private static final Pattern RANGE = Pattern.compile("bytes (\\d+)-(\\d+)/(\\d+|\\*)");
    private static final Pattern PAGE = Pattern.compile("(?is)\\s*<(!doctype\\s+html|html)\\b.*");
    private static final int START_OF_PAGE = 256;
    private static final String TOKENIZER = "tokenizer.json";

    /** The key that each {@code tokenizer.json} has. */
    private static final String MODEL = "model";

    /** The maximum size of a file in bytes. The largest known tokenizer has 35 MB. */
    private static final long MAX_BYTES = 256L << 20;

    private static final JsonFactory JSON = new JsonFactory();
    private static final Duration TIMEOUT = Duration.ofMinutes(10);

    /**
     * A completely downloaded file.
     *
     * @param commit the commit that the file belongs to; empty if the hub does not return one
     */
    record Complete(Path file, Optional<String> commit) {}

    private final HubSettings settings;
    private final HttpClient client;

    HubDownload(HubSettings settings, HttpClient client) {
        this.settings = settings;
        this.client = client;
    }

    /**
     * Downloads a file into a folder. Returns empty if the model does not have this file.
     *
     * @throws HubException if the download fails; the message gives the reason
     * @throws IOException if the file cannot be written
     */
    Optional<Complete> fetch(HubModel model, String name, Path folder) throws IOException {
        Path part = folder.resolve(name + ".part");
        Path version = folder.resolve(name + ".version");
        URI home = URI.create(settings.endpoint() + "/" + model.name() + "/resolve/" + model.revision() + "/" + name);
        URI at = home;
        Optional<String> commit = Optional.empty();
        Optional<String> hash = Optional.empty();
        for (int i = 0; i <= MAX_REDIRECTS; i++) {
            boolean isResumed = Files.exists(part) && Files.exists(version);
            long start = isResumed ? Files.size(part) : 0;
            HttpResponse<Path> response =
                    send(request(at, home, isResumed ? part : null, version), start, part, version, home);
            commit = commit.or(() -> response.headers().firstValue("X-Repo-Commit"));
            hash = hash.or(() -> response.headers().firstValue(HASH_OF_LARGE_FILE));
            int status = response.statusCode();
            if (status == PARTIAL && !isRest(response.headers(), start)) {
                Files.deleteIfExists(part);
                Files.deleteIfExists(version);
                throw new HubException(
                        Kind.REFUSED,
                        "the hub sent the wrong part of " + home + ", not the part from byte " + start
                                + "; the incomplete file was deleted. Try again, and check the proxy if this happens"
                                + " again");
            }
            if (status == OK || status == PARTIAL) {
                Files.deleteIfExists(version);
                if (at.equals(home)) {
                    hash = hash.or(() -> response.headers().firstValue("ETag"));
                }
                if (hash.isPresent()) {
                    requireHash(hash.get(), part, home);
                }
                requireContent(name, part, home);
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

    /** Returns true if a response contains the file from the byte {@code start} to the end. */
    private static boolean isRest(HttpHeaders headers, long start) {
        Matcher range = RANGE.matcher(headers.firstValue("Content-Range").orElse(""));
        return range.matches()
                && range.group(1).equals(String.valueOf(start))
                && (range.group(3).equals("*") || Long.parseLong(range.group(3)) == Long.parseLong(range.group(2)) + 1);
    }

    /**
     * Checks that a JSON file is an object, that a tokenizer has a model, and that other files are not HTML pages, such as the login page
     * of a network.
     */
    private static void requireContent(String name, Path part, URI home) throws IOException {
        if (!isContent(name, part)) {
            Files.delete(part);
            throw new HubException(
                    Kind.REFUSED,
                    "the downloaded file " + home + " is not "
                            + (name.equals(TOKENIZER)
                                    ? "a tokenizer"
                                    : name.endsWith(".json") ? "a JSON object" : "a template")
                            + "; it was deleted. The hub or a proxy may have sent a login page: check the network and"
                            + " HF_ENDPOINT");
        }
    }

    private static boolean isContent(String name, Path file) throws IOException {
        return name.endsWith(".json") ? isObject(file, name.equals(TOKENIZER) ? MODEL : null) : !isPage(file);
    }

    /** Returns true if a file is a JSON object that contains a key. If the key is null, accepts any JSON object. */
    private static boolean isObject(Path file, @Nullable String key) throws IOException {
        try (JsonParser parser = JSON.createParser(file.toFile())) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                return false;
            }
            boolean hasKey = key == null;
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                hasKey |= parser.currentName().equals(key);
                parser.nextToken();
                parser.skipChildren();
            }
            return hasKey && parser.currentToken() == JsonToken.END_OBJECT && parser.nextToken() == null;
        } catch (JsonProcessingException | CharConversionException e) {
            return false;
        }
    }

    private static boolean isPage(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return PAGE.matcher(new String(in.readNBytes(START_OF_PAGE), StandardCharsets.ISO_8859_1))
                    .matches();
        }
    }

    /**
     * Checks the SHA-256 of a file. The hub itself returns the expected hash, even if the content comes from another host.
     *
     * @param tag the hash in quotes; a tag with another form is not checked
     */
    private static void requireHash(String tag, Path part, URI home) throws IOException {
        Matcher expected = SHA256.matcher(tag);
        if (!expected.matches()) {
            return;
        }
        String actual = Sha256.of(part);
        if (!actual.equals(expected.group(1))) {
            Files.delete(part);
            throw new HubException(
                    Kind.REFUSED,
                    "the downloaded file " + home + " has the SHA-256 " + actual + ", and it must be "
                            + expected.group(1)
                            + "; it was deleted. Try again, and check the proxy if this happens again");
        }
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

    private HttpResponse<Path> send(HttpRequest request, long start, Path part, Path version, URI home)
            throws IOException {
        // Uses a separate thread, because sendAsync completes in the common pool, whose threads may all wait for this
        // download.
        FutureTask<HttpResponse<Path>> download =
                new FutureTask<>(() -> client.send(request, head -> body(head, start, part, version)));
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
            if (cause instanceof IllegalArgumentException invalid) {
                throw invalid;
            }
            if (isTooLarge(cause)) {
                Files.deleteIfExists(part);
                Files.deleteIfExists(version);
                throw new HubException(
                        Kind.REFUSED,
                        home + " has more than " + (MAX_BYTES >> 20) + " MiB, the maximum for a file of a tokenizer;"
                                + " it was deleted. Download it with another"
                                + " program, and set its folder with --tokenizer",
                        e);
            }
            throw isPartial
                    ? new HubException(
                            Kind.CUT,
                            "the download of " + home + " was interrupted: " + reason(cause, request.uri())
                                    + "; the next attempt resumes it",
                            e)
                    : new HubException(
                            Kind.UNREACHABLE,
                            home + " cannot be reached: " + reason(cause, request.uri())
                                    + ". Check the network and HTTPS_PROXY, or set HF_ENDPOINT to use another hub",
                            e);
        }
    }

    /** Returns the reason of a failed request. The exceptions of the JDK often have no message. */
    private static String reason(Throwable failure, URI at) {
        List<Throwable> causes = Stream.<Throwable>iterate(failure, Objects::nonNull, Throwable::getCause)
                .toList();
        for (Throwable each : causes) {
            if (each instanceof UnresolvedAddressException || each instanceof UnknownHostException) {
                return "the host name " + at.getHost() + " or that of the proxy is unknown";
            }
            if (each instanceof SSLException) {
                return "TLS failed, " + each.getMessage() + " (trust a certificate with --ca)";
            }
        }
        String message = causes.stream()
                .map(Throwable::getMessage)
                .filter(each -> each != null && !each.isBlank())
                .findFirst()
                .orElse("");
        if (failure instanceof HttpConnectTimeoutException) {
            return "no connection within 10 seconds";
        }
        if (failure instanceof ConnectException) {
            return message.isEmpty() ? "the connection was refused" : message;
        }
        return message.isEmpty() ? failure.getClass().getSimpleName() : message;
    }

    private static boolean isTooLarge(Throwable failure) {
        return Stream.<Throwable>iterate(failure, Objects::nonNull, Throwable::getCause)
                .anyMatch(TooLargeException.class::isInstance);
    }

    private static HttpResponse.BodySubscriber<Path> body(
            HttpResponse.ResponseInfo head, long start, Path part, Path version) {
        boolean isRest = head.statusCode() == PARTIAL && isRest(head.headers(), start);
        if (head.statusCode() != OK && !isRest) {
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
        return new LimitedBody(
                isRest
                        ? BodySubscribers.ofFile(part, StandardOpenOption.WRITE, StandardOpenOption.APPEND)
                        : BodySubscribers.ofFile(
                                part,
                                StandardOpenOption.WRITE,
                                StandardOpenOption.CREATE,
                                StandardOpenOption.TRUNCATE_EXISTING),
                MAX_BYTES - start);
    }

    /** Thrown for a file that is larger than {@link #MAX_BYTES}. */
    private static final class TooLargeException extends IOException {

        private static final long serialVersionUID = 1;

        TooLargeException() {
            super("the file is too large");
        }
    }

    /** Cancels the download of a file that is too large. Called by one thread at a time. */
    private static final class LimitedBody implements HttpResponse.BodySubscriber<Path> {

        private final HttpResponse.BodySubscriber<Path> file;
        private Flow.@Nullable Subscription download;
        private long left;

        LimitedBody(HttpResponse.BodySubscriber<Path> file, long left) {
            this.file = file;
            this.left = left;
        }

        @Override
        public CompletionStage<Path> getBody() {
            return file.getBody();
        }

        @Override
        public void onSubscribe(Flow.Subscription subscription) {
            download = subscription;
            file.onSubscribe(subscription);
        }

        @Override
        public void onNext(List<ByteBuffer> buffers) {
            left -= buffers.stream().mapToLong(ByteBuffer::remaining).sum();
            if (left >= 0) {
                file.onNext(buffers);
            } else {
                Objects.requireNonNull(download).cancel();
                file.onError(new TooLargeException());
            }
        }

        @Override
        public void onError(Throwable failure) {
            file.onError(failure);
        }

        @Override
        public void onComplete() {
            file.onComplete();
        }
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

    /**
     * Returns true if a response with status 404 means that the model or its revision does not exist; false if only the file does not
     * exist.
     */
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
                                    + ", or the model does not exist: accept the terms on the page of the model"
                                    + " (status "
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
