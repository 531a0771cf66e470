// SPDX-License-Identifier: Apache-2.0
package io.loadharness.servermetrics;

import io.loadharness.http.NoResponseException;
import io.loadharness.http.PolledPage;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A metrics endpoint at one of several possible URLs. The first URL with a valid response is used. The name of the probe is the first URL
 * in the list.
 */
final class PageProbe implements Probe {

    private final String endpoint;
    private final List<PolledPage> pages;
    private final MetricNames names;
    private @Nullable PolledPage found;

    PageProbe(String endpoint, List<PolledPage> pages, MetricNames names) {
        this.endpoint = endpoint;
        this.pages = List.copyOf(pages);
        this.names = names;
    }

    @Override
    public String name() {
        return pages.get(0).url();
    }

    @Override
    public String endpoint() {
        return endpoint;
    }

    @Override
    public Result poll() throws IOException {
        if (found != null) {
            return poll(found);
        }
        IOException first = null;
        for (PolledPage each : pages) {
            try {
                Result result = poll(each);
                found = each;
                return result;
            } catch (NoResponseException e) {
                throw e; // the other URLs of the same server would fail too
            } catch (IOException e) {
                first = first == null ? e : first;
            }
        }
        throw Objects.requireNonNull(first, "no metrics endpoint is set");
    }

    private Result poll(PolledPage page) throws IOException {
        PolledPage.Content copy = page.read();
        List<Reading> readings = MetricsPage.read(
                copy.body(), copy.contentType().startsWith("application/openmetrics-text"), names::isWanted);
        if (readings.isEmpty()) {
            throw new ScrapeException("the endpoint has none of the expected metrics");
        }
        return new Result(copy.sentNanos(), copy.nanos(), readings);
    }

    @Override
    public void close() {
        pages.forEach(PolledPage::close);
    }
}
