/** {@code harness run}. */
package io.loadharness.cli.load;
