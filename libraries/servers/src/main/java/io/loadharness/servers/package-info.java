// SPDX-License-Identifier: Apache-2.0
/**
 * Starts inference servers as processes, monitors their health, and stops them completely. The code that sends requests is in
 * {@code io.loadharness.benchmark}. Start reading at {@link io.loadharness.servers.ManagedServers}.
 */
@NullMarked
package io.loadharness.servers;

import org.jspecify.annotations.NullMarked;
