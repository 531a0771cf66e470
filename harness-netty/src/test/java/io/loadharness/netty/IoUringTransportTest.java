package io.loadharness.netty;

import io.loadharness.http.HttpTransport;
import io.loadharness.http.HttpTransportContract;
import io.loadharness.http.TransportOptions;
import org.junit.jupiter.api.condition.EnabledIf;

@EnabledIf("io.netty.channel.uring.IoUring#isAvailable")
class IoUringTransportTest extends HttpTransportContract {

    @Override
    protected HttpTransport open(TransportOptions options) {
        return HttpTransport.open("netty-io_uring", options);
    }
}
