// SPDX-License-Identifier: Apache-2.0
package io.loadharness.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.loadharness.Failure;
import io.loadharness.Scenario;
import io.loadharness.inference.Timeline;
import io.micrometer.core.instrument.Clock;
import io.micrometer.core.instrument.Tags;
import io.micrometer.registry.otlp.OtlpConfig;
import io.micrometer.registry.otlp.OtlpMeterRegistry;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class OtlpTest {

    @Test
    void otlpRegistrySendsMetersWhenItIsClosed() throws Exception {
        BlockingQueue<String> received = new LinkedBlockingQueue<>();
        HttpServer collector = collector(received);
        String url = "http://127.0.0.1:" + collector.getAddress().getPort() + "/v1/metrics";
        Map<String, String> settings = Map.of("otlp.url", url, "otlp.step", "1h");
        OtlpConfig config = settings::get;
        OtlpMeterRegistry registry = new OtlpMeterRegistry(config, Clock.SYSTEM);
        try (LoadHarnessMetrics metrics = new LoadHarnessMetrics(registry, Scenario.SERVER, Tags.of("model", "m"))) {
            metrics.unsent(3, new Failure(Failure.Kind.CANCELLED, "over"), Timeline.endedAt(0));
        }

        registry.close();

        assertThat(received.poll(1, TimeUnit.MINUTES)).contains("loadharness.requests", "cancelled", "Server");
        collector.stop(0);
    }

    private static HttpServer collector(BlockingQueue<String> received) throws IOException {
        HttpServer collector = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        collector.createContext("/v1/metrics", exchange -> {
            received.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.ISO_8859_1));
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        collector.start();
        return collector;
    }
}
