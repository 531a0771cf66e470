// SPDX-License-Identifier: Apache-2.0
package io.loadharness.simulator;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpRequestDecoder;
import io.netty.handler.codec.http2.Http2FrameCodecBuilder;
import io.netty.handler.codec.http2.Http2MultiplexHandler;
import io.netty.handler.codec.http2.Http2Settings;
import io.netty.handler.codec.http2.Http2StreamFrameToHttpObjectCodec;

/**
 * Sets up a connection for HTTP/1.1 or HTTP/2. The rest of the server handles each HTTP/2 stream like a connection with one HTTP/1.1
 * request and response; {@link Http1ToHttp2Handler} translates the response to HTTP/2.
 *
 * @param clock the clock that records when data was last read, after TLS decryption and before HTTP decoding
 */
record Protocols(PathRouter router, ServerLoop loop, ArrivalClock clock) {

    private static final int MAX_STREAMS = 1000;
    private static final int WINDOW = 1 << 20;

    void http1(ChannelPipeline pipeline) {
        pipeline.addLast(new HttpRequestDecoder(new HttpDecoderConfig()))
                .addLast(new ServerConnection(router, loop, clock));
    }

    void http2(ChannelPipeline pipeline) {
        pipeline.addLast(Http2FrameCodecBuilder.forServer()
                        .initialSettings(Http2Settings.defaultSettings()
                                .maxConcurrentStreams(MAX_STREAMS)
                                .initialWindowSize(WINDOW))
                        .decoderEnforceMaxRstFramesPerWindow(0, 0) // a client may cancel any number of responses
                        .encoderEnforceMaxRstFramesPerWindow(0, 0)
                        .build())
                .addLast(new Http2MultiplexHandler(new ChannelInitializer<Channel>() {
                    @Override
                    protected void initChannel(Channel stream) {
                        stream.pipeline()
                                .addLast(new Http2StreamFrameToHttpObjectCodec(true))
                                .addLast(new Http1ToHttp2Handler())
                                .addLast(new ServerConnection(router, loop, clock));
                    }
                }))
                .addLast(new ChannelInboundHandlerAdapter() {
                    @Override
                    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
                        SocketWriter.close(context.channel());
                    }
                });
    }
}
