// SPDX-License-Identifier: Apache-2.0
package io.loadharness.servermetrics;

import io.loadharness.http.PolledPage;
import io.loadharness.http.UnansweredException;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A page of metrics, which is at one of a few places: the first that was found to have one. It is named by the likeliest. */
final class PageProbe implements Probe {

    private final String endpoint;
    private final List<PolledPage> places;
    private final MetricNames names;
    private @Nullable PolledPage found;

    PageProbe(String endpoint, List<PolledPage> places, MetricNames names) {
        this.endpoint = endpoint;
        this.places = List.copyOf(places);
        this.names = names;
    }

    @Override
    public String name() {
        return places.get(0).url();
    }

    @Override
    public String endpoint() {
        return endpoint;
    }

    @Override
    public Said ask() throws IOException {
        if (found != null) {
            return ask(found);
        }
        IOException first = null;
        for (PolledPage each : places) {
            try {
                Said said = ask(each);
                found = each;
                return said;
            } catch (UnansweredException e) {
                throw e; // another page of the same server would say the same
            } catch (IOException e) {
                first = first == null ? e : first;
            }
        }
        throw Objects.requireNonNull(first, "there is no place to ask");
    }

    private Said ask(PolledPage page) throws IOException {
        PolledPage.Copy copy = page.read();
        List<Reading> readings = MetricsPage.read(
                copy.body(), copy.contentType().startsWith("application/openmetrics-text"), names::wants);
        if (readings.isEmpty()) {
            throw new ScrapeException("the page has no number that is wanted");
        }
        return new Said(copy.nanos(), readings);
    }

    @Override
    public void close() {
        places.forEach(PolledPage::close);
    }
}
