// SPDX-License-Identifier: Apache-2.0
/**
 * The command {@code server} and the files that describe servers to start. The module {@code servers} starts and stops servers. Start
 * reading at {@link io.loadharness.cli.servers.ServerCommand}.
 */
@NullMarked
package io.loadharness.cli.servers;

import org.jspecify.annotations.NullMarked;
