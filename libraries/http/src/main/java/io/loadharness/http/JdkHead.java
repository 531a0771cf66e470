// SPDX-License-Identifier: Apache-2.0
package io.loadharness.http;

import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;

/**
 * What {@code java.net.http} makes of a head. Kept by who sends requests: to build each anew would check and sort the same headers each
 * time.
 *
 * @param request without a body
 */
record JdkHead(RequestHead head, HttpRequest request) {

    static JdkHead of(RequestHead head) {
        HttpRequest.Builder request = HttpRequest.newBuilder(head.uri()).method(head.method(), BodyPublishers.noBody());
        head.headers().forEach(request::header);
        return new JdkHead(head, request.build());
    }
}
