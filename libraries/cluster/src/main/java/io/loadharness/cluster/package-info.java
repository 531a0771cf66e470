// SPDX-License-Identifier: Apache-2.0
/**
 * Runs with workers that send the requests: the coordinator, the workers, their protocol, and the interfaces of launchers that start
 * workers or whole runs. The launchers are in {@code io.loadharness.launchers} and {@code io.loadharness.kubernetes}, the options of the
 * command line in {@code io.loadharness.cli.run}. Start reading at {@link io.loadharness.cluster.Workers}, then {@code Coordinator} and
 * {@code WorkerSession}.
 */
@NullMarked
package io.loadharness.cluster;

import org.jspecify.annotations.NullMarked;
