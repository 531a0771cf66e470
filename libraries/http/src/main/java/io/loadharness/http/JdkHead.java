// SPDX-License-Identifier: Apache-2.0
package io.loadharness.http;

import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;

/**
 * A request head and the {@code java.net.http} request that was built from it. The transport caches this pair, because building a request
 * checks and sorts the headers every time.
 *
 * @param head the head
 * @param request the request built from the head, without a body
 */
record JdkHead(RequestHead head, HttpRequest request) {

    static JdkHead of(RequestHead head) {
        HttpRequest.Builder request = HttpRequest.newBuilder(head.uri()).method(head.method(), BodyPublishers.noBody());
        head.headers().forEach(request::header);
        return new JdkHead(head, request.build());
    }
}
