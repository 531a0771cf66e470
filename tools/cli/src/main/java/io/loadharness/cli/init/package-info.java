/** {@code harness init}. */
package io.loadharness.cli.init;
