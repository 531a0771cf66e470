// SPDX-License-Identifier: Apache-2.0
package io.loadharness.http;

/** Which HTTP a transport speaks. */
public enum HttpVersion {
    /** One exchange at a time on each connection, connections kept for further ones. */
    HTTP_1_1,
    /** Many exchanges on one connection, where the server agrees. */
    HTTP_2
}
