// SPDX-License-Identifier: Apache-2.0
package io.loadharness.http;

/** The HTTP version of a transport. */
public enum HttpVersion {
    /** HTTP/1.1: one exchange at a time on each connection; later exchanges reuse open connections. */
    HTTP_1_1,
    /** HTTP/2: many exchanges on one connection, if the server supports HTTP/2. */
    HTTP_2
}
