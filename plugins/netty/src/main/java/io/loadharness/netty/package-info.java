// SPDX-License-Identifier: Apache-2.0
/**
 * An HTTP transport over Netty. The transport serves many connections with few threads and little work for each byte. The formats of
 * requests and model output, and the transport over {@code java.net.http}, are in {@code io.loadharness.http}. Start reading at
 * {@code NettyTransport}, then {@code Pool}.
 */
@NullMarked
package io.loadharness.netty;

import org.jspecify.annotations.NullMarked;
