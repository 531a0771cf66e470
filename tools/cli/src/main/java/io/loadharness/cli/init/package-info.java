/** {@code harness init}. */
@NullMarked
package io.loadharness.cli.init;

import org.jspecify.annotations.NullMarked;
