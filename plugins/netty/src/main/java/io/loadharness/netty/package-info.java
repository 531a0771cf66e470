// SPDX-License-Identifier: Apache-2.0
/** An HTTP transport over Netty: few threads, many connections, little work for each byte. */
@NullMarked
package io.loadharness.netty;

import org.jspecify.annotations.NullMarked;
