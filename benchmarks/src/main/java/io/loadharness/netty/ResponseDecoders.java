// SPDX-License-Identifier: Apache-2.0
package io.loadharness.netty;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseDecoder;
import io.netty.util.ReferenceCountUtil;
import java.util.List;

/** Decodes the same socket reads with LoadHarness' decoder and with Netty's decoder. */
public final class ResponseDecoders {

    private ResponseDecoders() {}

    /** Decodes responses with {@link Http1Decoder}. Returns the number of body bytes, plus the status of each response. */
    public static long ours(List<byte[]> reads) {
        Http1Decoder decoder = new Http1Decoder();
        Counter counter = new Counter();
        byte[] buffer = new byte[1 << 16];
        boolean isStarted = false;
        for (byte[] read : reads) {
            if (!isStarted) {
                decoder.start(false);
                isStarted = true;
            }
            // Copies the bytes, as a socket read would, because the decoder changes the content of the buffer.
            System.arraycopy(read, 0, buffer, 0, read.length);
            decoder.decode(buffer, 0, read.length, counter);
            isStarted = !decoder.isComplete();
        }
        return counter.sum;
    }

    /** Decodes responses with {@link HttpResponseDecoder}. Returns the same sum as {@link #ours}. */
    public static long netty(List<byte[]> reads) {
        EmbeddedChannel channel = new EmbeddedChannel(new HttpResponseDecoder());
        ByteBuf buffer = Unpooled.directBuffer(1 << 16);
        long sum = 0;
        for (byte[] read : reads) {
            buffer.clear().writeBytes(read);
            channel.writeInbound(buffer.retainedDuplicate());
            for (Object each = channel.readInbound(); each != null; each = channel.readInbound()) {
                if (each instanceof HttpResponse response) {
                    sum += response.status().code();
                }
                if (each instanceof HttpContent content) {
                    sum += content.content().readableBytes();
                }
                ReferenceCountUtil.release(each);
            }
        }
        channel.finishAndReleaseAll();
        buffer.release();
        return sum;
    }

    private static final class Counter implements Http1Decoder.Sink {
        private long sum;

        @Override
        public void head(Http1ResponseHead head) {
            sum += head.status();
        }

        @Override
        public void body(byte[] bytes, int from, int to) {
            sum += to - from;
        }
    }
}
