package io.loadharness.cli.load;

import io.loadharness.cli.server.RequestSet;
import io.loadharness.dataset.Dataset;
import java.util.Optional;

/**
 * What the servers are asked, and where it is from.
 *
 * @param dataset empty for the built-in prompts
 */
record AskedData(RequestSet requests, Optional<Dataset> dataset) {}
