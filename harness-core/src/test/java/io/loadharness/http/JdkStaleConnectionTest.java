package io.loadharness.http;

import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;

/** On Java 25 one of these hung twice, and nobody knows yet why: see the changelog. */
@EnabledForJreRange(max = JRE.JAVA_24)
class JdkStaleConnectionTest extends StaleConnectionContract {

    @Override
    protected HttpTransport open(TransportOptions options) {
        return HttpTransport.open("jdk", options);
    }
}
