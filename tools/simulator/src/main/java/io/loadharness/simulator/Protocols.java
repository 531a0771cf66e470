// SPDX-License-Identifier: Apache-2.0
package io.loadharness.simulator;

import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpRequestDecoder;
import io.netty.handler.codec.http2.Http2FrameCodecBuilder;
import io.netty.handler.codec.http2.Http2MultiplexHandler;
import io.netty.handler.codec.http2.Http2Settings;
import io.netty.handler.codec.http2.Http2StreamFrameToHttpObjectCodec;

/**
 * What may be spoken on a connection. Each stream of HTTP/2 is to the rest of the server a connection of its own, on which one answer
 * goes in HTTP/1.1; {@link Http1Answers} translates it.
 *
 * @param clock at the socket, behind TLS
 */
record Protocols(PathRouter router, ServerLoop loop, ArrivalClock clock) {

    private static final int MOST_STREAMS = 1000;
    private static final int WINDOW = 1 << 20;

    void http1(ChannelPipeline pipeline) {
        pipeline.addLast(new HttpRequestDecoder(new HttpDecoderConfig()))
                .addLast(new ServedConnection(router, loop, clock));
    }

    void http2(ChannelPipeline pipeline) {
        pipeline.addLast(Http2FrameCodecBuilder.forServer()
                        .initialSettings(Http2Settings.defaultSettings()
                                .maxConcurrentStreams(MOST_STREAMS)
                                .initialWindowSize(WINDOW))
                        .decoderEnforceMaxRstFramesPerWindow(0, 0) // a client may give up as many answers as it likes
                        .encoderEnforceMaxRstFramesPerWindow(0, 0)
                        .build())
                .addLast(new Http2MultiplexHandler(new ChannelInitializer<Channel>() {
                    @Override
                    protected void initChannel(Channel stream) {
                        stream.pipeline()
                                .addLast(new Http2StreamFrameToHttpObjectCodec(true))
                                .addLast(new Http1Answers())
                                .addLast(new ServedConnection(router, loop, clock));
                    }
                }));
    }
}
