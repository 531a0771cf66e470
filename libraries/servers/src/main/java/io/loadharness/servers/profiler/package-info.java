// SPDX-License-Identifier: Apache-2.0
/** Profilers of servers: what each adds to the command line of a server, and how it is started and stopped while the server works. */
@NullMarked
package io.loadharness.servers.profiler;

import org.jspecify.annotations.NullMarked;
