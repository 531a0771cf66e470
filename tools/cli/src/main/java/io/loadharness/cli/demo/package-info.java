/** {@code harness demo}. */
package io.loadharness.cli.demo;
