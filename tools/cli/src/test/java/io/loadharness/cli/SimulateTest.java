// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(600)
class SimulateTest {

    private static final String REQUEST = "{\"prompt\":[1,2],\"max_tokens\":5,\"ignore_eos\":true,\"stream\":true}";

    @Test
    void sigtermEndsTheServerWithItsStatistics() throws Exception {
        Process server = new ProcessBuilder(JavaCommand.harness(
                        List.of(),
                        "simulate",
                        "--port",
                        "0",
                        "--model",
                        "tiny",
                        "--decode-us",
                        "100",
                        "--fault",
                        "http-503=every:2"))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader output = server.inputReader(StandardCharsets.UTF_8)) {
            String first = output.readLine();
            assertThat(first).matches("Serving tiny at http://127\\.0\\.0\\.1:\\d+");
            URI url = URI.create(first.substring("Serving tiny at ".length()) + "/v1/completions");
            assertThat(post(url)).isEqualTo(200);
            assertThat(post(url)).isEqualTo(503);
            server.toHandle().destroy();

            assertThat(output.readLine())
                    .startsWith("2 requests: 1 succeeded, 1 faulted, 0 rejected, 0 cancelled; 2 prompt tokens,"
                            + " 5 generated tokens in 5 chunks; first token p50 ")
                    .endsWith("of one CPU; http-503 1");
            assertThat(output.readLine()).isNull();
        } finally {
            server.destroyForcibly();
        }
        assertThat(server.waitFor()).isEqualTo(143);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            --fault http-50=every:2                  | unknown fault 'http-50'; the nearest is http-500.
            --port 70000                             | port must be from 0 to 65535: got 70000.
            --output-length long                     | Invalid output length 'long': use 128, 50-200 or lognormal:128:0.5:1024.
            --decode-us -1                           | a time must be from 0 to 10^12 microseconds: got -1.0.
            --api-key-file TOPS3CR3T                 | the secret file cannot be read: give the path of a file that holds the secret, not the secret itself; the path is not shown, because it may be the secret.
            --certificate cert.pem                   | TLS needs both a certificate and a key, or neither.
            """)
    void reportsWrongSettingInOneSentence(String options, String sentence) {
        Session session = Session.of(("simulate " + options).split(" "));

        assertThat(session.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(session.errLines()).containsExactly(sentence);
        assertThat(session.out()).isEmpty();
    }

    private static int post(URI url) throws Exception {
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(url)
                                .version(HttpClient.Version.HTTP_1_1)
                                .POST(HttpRequest.BodyPublishers.ofString(REQUEST))
                                .build(),
                        BodyHandlers.ofString())
                .statusCode();
    }
}
