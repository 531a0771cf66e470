// SPDX-License-Identifier: Apache-2.0
package io.loadharness.netty;

/** The object that currently processes a request: a queue, a connection attempt, a connection or a stream. */
interface RequestHolder {

    /** Cancels the request, because the response is no longer needed. Called on the thread of the worker. */
    void cancel();
}
