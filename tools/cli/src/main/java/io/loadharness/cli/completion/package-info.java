/** {@code harness completion}. */
package io.loadharness.cli.completion;
