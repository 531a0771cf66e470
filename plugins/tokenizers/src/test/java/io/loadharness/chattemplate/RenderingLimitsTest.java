// SPDX-License-Identifier: Apache-2.0
package io.loadharness.chattemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import java.time.LocalDateTime;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RenderingLimitsTest {

    private static final LocalDateTime NOW = LocalDateTime.of(2026, 2, 3, 4, 5, 6);

    /** A maximum of steps that these templates exceed just like the default, but in a twentieth of the time. */
    private static final long MAX_STEPS = 1_000_000;

    /** The timeout is a guard against a template that runs forever, not a measurement. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{% set s = 'a' * 1000000 %}{{ s.find('a' * 500000 ~ 'b') }}",
                "{% set s = 'a' * 1000000 %}{{ s.rfind('b' ~ 'a' * 500000) }}",
                "{% set s = 'a' * 1000000 %}{{ s.replace('a' * 500000 ~ 'b', '') | length }}",
                "{% set s = 'a' * 1000000 %}{{ s.split('a' * 500000 ~ 'b') | length }}",
                "{% set s = 'a' * 1000000 %}{{ s.strip('b' * 1000000 ~ 'a') }}",
                "{% set s = 'a ' * 1000000 %}{{ s.rsplit(none, 999999) | length }}",
                "{% set ns = namespace(a=[1]) %}{% for i in range(30) %}{% set ns.a = [ns.a, ns.a] %}{% endfor %}"
                        + "{{ ns.a | pprint }}",
                "{% set ns = namespace(a=[]) %}{% for i in range(30) %}{% set ns.a = [ns.a, ns.a] %}{% endfor %}"
                        + "{{ ns.a | tojson(separators=('', '')) }}",
                "{% set ns = namespace(a=(1,)) %}{% for i in range(60) %}{% set ns.a = (ns.a, ns.a) %}{% endfor %}"
                        + "{{ {ns.a: 1} | length }}",
                "{% set s = 'a' * 1000000 %}{% for i in range(99999) %}{% set x = s.find('b') %}{% endfor %}",
                "{% set s = 'a' * 1000000 %}{% for i in range(99999) %}{% set x = s.count('a') %}{% endfor %}",
                "{% set s = 'a' * 1000000 %}{% for i in range(99999) %}{% set x = s.isalpha() %}{% endfor %}",
                "{% set s = 'a' * 1000000 %}{% for i in range(99999) %}{% set x = s is lower %}{% endfor %}",
                "{% set s = 'a' * 1000000 %}{% for i in range(99999) %}{% set x = 'b' in s %}{% endfor %}",
                "{% set s = 'a' * 1000000 %}{% set t = 'a' * 1000000 %}"
                        + "{% for i in range(99999) %}{% set x = s == t %}{% endfor %}",
                "{% set s = 'a' * 1000000 %}{% for i in range(99999) %}{% set x = s[-1] %}{% endfor %}",
                "{% set s = 'a' * 1000000 %}{% for i in range(99999) %}{% set x = s[-1:] %}{% endfor %}",
                "{% set s = 'a' * 1000000 %}{% for i in range(99999) %}{% set x = s | lower %}{% endfor %}",
                "{% set s = 'a' * 1000000 %}{% for i in range(99999) %}{% set x = s < s %}{% endfor %}",
                "{% set s = [1] * 1000000 %}{% for i in range(99999) %}{% set x = s.copy() %}{% endfor %}",
                "{% for i in range(99999) %}{% set x = range(99999) | sum %}{% endfor %}",
                "{{ ('ab' * 450000) | list | groupby(0) | length }}",
                "{{ ('a ' * 5000000) | title | length }}",
                "{{ ('a\n' * 8000000).splitlines() | length }}",
                "{{ ('a' * 16000000) | wordwrap(1) | length }}",
                "{{ ('\u0001' * 16000000) | pprint | length }}"
            })
    void everyTemplateEndsWithAResultOrALimit(String source) {
        assertTimeoutPreemptively(Duration.ofMinutes(2), () -> {
            try {
                Template.parse(source).render(Map.of(), NOW, MAX_STEPS);
            } catch (TemplateException e) {
                assertThat(e).hasMessageContaining("the maximum: check the loops");
            }
        });
    }
}
