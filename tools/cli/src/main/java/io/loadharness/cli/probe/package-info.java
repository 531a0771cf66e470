/** {@code harness probe}. */
package io.loadharness.cli.probe;
