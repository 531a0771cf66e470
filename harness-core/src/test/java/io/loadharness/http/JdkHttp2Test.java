package io.loadharness.http;

import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;

/** On Java 25 one of these hung, and nobody knows yet why: see the changelog. */
@EnabledForJreRange(max = JRE.JAVA_24)
class JdkHttp2Test extends Http2Contract {

    @Override
    protected HttpTransport open(TransportOptions options) {
        return HttpTransport.open("jdk", options);
    }

    @Override
    protected boolean seesStreams() {
        return false;
    }
}
