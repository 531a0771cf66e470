/** An HTTP transport over Netty: few threads, many connections, little work for each byte. */
package io.loadharness.netty;
