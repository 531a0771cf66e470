package io.loadharness.http;

/** An answer that comes as one JSON object. */
final class WholeBody implements AnswerBody {

    private final Protocol protocol;
    private final Answer answer;
    private final JsonCursor json;
    private final Bytes body = new Bytes(Integer.MAX_VALUE - 8);

    WholeBody(Protocol protocol, Answer answer, JsonCursor json) {
        this.protocol = protocol;
        this.answer = answer;
        this.json = json;
    }

    @Override
    public void take(long nanos, byte[] bytes, int from, int to) {
        if (!body.append(bytes, from, to)) {
            throw FailureException.malformed("the answer is larger than an array");
        }
    }

    @Override
    public void end(long nanos) {
        json.object(body.array(), 0, body.length(), object -> protocol.read(object, answer, nanos));
    }
}
