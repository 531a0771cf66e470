// SPDX-License-Identifier: Apache-2.0
package io.loadharness.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ServerUrlTest {

    @ParameterizedTest
    @CsvSource({
        "http://host:8000, http://host:8000",
        "http://host:8000/, http://host:8000",
        "http://host:8000/v1, http://host:8000",
        "http://host:8000/v1/, http://host:8000",
        "https://host/proxy/v1, https://host/proxy",
        "http://[::1]:80, http://[::1]:80",
    })
    void findsTheRootOfTheServer(String url, String root) {
        assertThat(ServerUrl.root(url)).hasToString(root);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "host:8000",
                "ftp://host",
                "http:///path",
                "http://host?key=1",
                "http://host/#x",
                "http://a b",
                "http://host:70000",
                "http://host:0"
            })
    void rejectsInvalidUrls(String url) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ServerUrl.root(url))
                .withMessageMatching("[^\n]{10,}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1:1", "[::1]:80", "host:8000", "a b"})
    void namesTheAllowedSchemes(String url) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ServerUrl.root(url))
                .withMessage("a server URL must start with http:// or https://, for example http://host:8000");
    }

    @Test
    void rejectsAPasswordWithoutShowingIt() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ServerUrl.root("http://me:hidden@host:8000"))
                .withMessageContaining("header")
                .withMessageNotContaining("hidden");
    }
}
