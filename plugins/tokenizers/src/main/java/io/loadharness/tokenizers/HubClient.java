// SPDX-License-Identifier: Apache-2.0
package io.loadharness.tokenizers;

import io.loadharness.inference.HubOptions;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.SocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import org.jspecify.annotations.Nullable;

/** Creates HTTP clients for the hub, with the proxy and the trusted certificates of the user. */
final class HubClient {

    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);

    private HubClient() {}

    /**
     * Returns a client.
     *
     * @throws IllegalArgumentException if a proxy or a file of certificates cannot be used; the message names its source
     */
    static HttpClient of(HubOptions connection, Map<String, String> environment) {
        HttpClient.Builder client = HttpClient.newBuilder()
                .followRedirects(HttpClient.Redirect.NEVER)
                .connectTimeout(CONNECT_TIMEOUT)
                .proxy(connection
                        .proxy()
                        .<ProxySelector>map(HubClient::resolved)
                        .orElseGet(() -> new EnvironmentProxies(environment)));
        connection
                .ca()
                .or(() -> Stream.of("REQUESTS_CA_BUNDLE", "SSL_CERT_FILE")
                        .flatMap(name -> variable(environment, name).stream())
                        .findFirst()
                        .map(Path::of))
                .ifPresent(pem -> client.sslContext(trusting(pem)));
        return client.build();
    }

    private static ProxySelector resolved(InetSocketAddress proxy) {
        return ProxySelector.of(
                proxy.isUnresolved() ? new InetSocketAddress(proxy.getHostString(), proxy.getPort()) : proxy);
    }

    private static Optional<String> variable(Map<String, String> environment, String name) {
        return Stream.of(name.toLowerCase(Locale.ROOT), name)
                .map(each -> environment.getOrDefault(each, "").strip())
                .filter(each -> !each.isEmpty())
                .findFirst();
    }

    /** Returns a context that trusts the certificates in the default trust store of Java and those in a file. */
    private static SSLContext trusting(Path pem) {
        try {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            for (X509Certificate each : issuersOfJava()) {
                store.setCertificateEntry("java-" + store.size(), each);
            }
            try (InputStream in = Files.newInputStream(pem)) {
                for (Certificate each : CertificateFactory.getInstance("X.509").generateCertificates(in)) {
                    store.setCertificateEntry("file-" + store.size(), each);
                }
            }
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, managers(store), null);
            return context;
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalArgumentException(
                    "the certificates in " + pem + " cannot be read: the file must contain certificates in PEM", e);
        }
    }

    private static List<X509Certificate> issuersOfJava() throws GeneralSecurityException {
        List<X509Certificate> issuers = new ArrayList<>();
        for (TrustManager each : managers(null)) {
            if (each instanceof X509TrustManager manager) {
                issuers.addAll(List.of(manager.getAcceptedIssuers()));
            }
        }
        return issuers;
    }

    private static TrustManager[] managers(@Nullable KeyStore store) throws GeneralSecurityException {
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(store);
        return factory.getTrustManagers();
    }

    /** The proxies in {@code HTTPS_PROXY}, {@code HTTP_PROXY}, {@code ALL_PROXY} and {@code NO_PROXY}. */
    private static final class EnvironmentProxies extends ProxySelector {

        private final Map<String, String> environment;

        EnvironmentProxies(Map<String, String> environment) {
            this.environment = environment;
        }

        @Override
        public List<Proxy> select(URI uri) {
            String name = uri.getScheme().toUpperCase(Locale.ROOT) + "_PROXY";
            if (isExcluded(uri.getHost().toLowerCase(Locale.ROOT))) {
                return List.of(Proxy.NO_PROXY);
            }
            return variable(environment, name)
                    .map(text -> proxy(name, text))
                    .or(() -> variable(environment, "ALL_PROXY").map(text -> proxy("ALL_PROXY", text)))
                    .map(List::of)
                    .orElse(List.of(Proxy.NO_PROXY));
        }

        private boolean isExcluded(String host) {
            return Arrays.stream(variable(environment, "NO_PROXY").orElse("").split("[,\\s]+"))
                    .map(each -> each.toLowerCase(Locale.ROOT).replaceFirst("^\\*?\\.", ""))
                    .filter(each -> !each.isEmpty())
                    .anyMatch(each -> each.equals("*") || host.equals(each) || host.endsWith("." + each));
        }

        private static Proxy proxy(String name, String text) {
            try {
                URI uri = URI.create(text.contains("://") ? text : "http://" + text);
                if ("http".equals(uri.getScheme()) && uri.getHost() != null && uri.getUserInfo() == null) {
                    int port = uri.getPort() < 0 ? 80 : uri.getPort();
                    return new Proxy(Proxy.Type.HTTP, new InetSocketAddress(uri.getHost(), port));
                }
            } catch (IllegalArgumentException e) {
                // Reported below, without the value: it may contain a password.
            }
            throw new IllegalArgumentException(name
                    + " must be the address of an HTTP proxy without a user and a password, such as http://proxy:3128");
        }

        @Override
        public void connectFailed(URI uri, SocketAddress address, IOException failure) {
            // The request fails with this exception.
        }
    }
}
