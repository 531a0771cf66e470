/** {@code harness simulate}. */
package io.loadharness.cli.simulate;
