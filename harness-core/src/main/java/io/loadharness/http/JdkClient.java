package io.loadharness.http;

import java.net.ProxySelector;
import java.net.http.HttpClient;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/** A client of {@code java.net.http} that can be replaced by one without kept connections. Safe for any number of threads. */
final class JdkClient {

    /** What is older than this when a connection proves stale is not used again. */
    private static final long FRESH_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** One client and its kept connections. */
    static final class Generation {

        private final HttpClient client;
        private final long bornNanos = System.nanoTime();
        private volatile boolean kept;

        Generation(HttpClient client) {
            this.client = client;
        }

        HttpClient client() {
            return client;
        }

        void connectionKept() {
            if (!kept) {
                kept = true;
            }
        }

        boolean hasKept() {
            return kept;
        }
    }

    private final TransportOptions options;
    private final AtomicReference<Generation> current;

    JdkClient(TransportOptions options) {
        this.options = options;
        this.current = new AtomicReference<>(new Generation(newClient()));
    }

    Generation current() {
        return current.get();
    }

    /** Leaves the kept connections of a generation behind, unless somebody just did. */
    void renew(Generation old) {
        if (System.nanoTime() - old.bornNanos > FRESH_NANOS && current.get() == old) {
            current.compareAndSet(old, new Generation(newClient()));
        }
    }

    private HttpClient newClient() {
        HttpClient.Builder builder = HttpClient.newBuilder()
                .executor(Runnable::run)
                .followRedirects(HttpClient.Redirect.NEVER)
                .connectTimeout(options.limits().connect())
                .proxy(options.proxy().map(ProxySelector::of).orElse(HttpClient.Builder.NO_PROXY))
                .version(
                        options.version() == HttpVersion.HTTP_2
                                ? HttpClient.Version.HTTP_2
                                : HttpClient.Version.HTTP_1_1);
        if (!options.tls().equals(TlsOptions.VERIFIED)) {
            builder.sslContext(options.tls().sslContext());
        }
        return builder.build();
    }
}
