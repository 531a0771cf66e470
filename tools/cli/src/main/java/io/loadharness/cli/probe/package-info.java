/** {@code harness probe}. */
@NullMarked
package io.loadharness.cli.probe;

import org.jspecify.annotations.NullMarked;
