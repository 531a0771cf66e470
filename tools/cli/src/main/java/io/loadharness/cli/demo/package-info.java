/** {@code harness demo}. */
@NullMarked
package io.loadharness.cli.demo;

import org.jspecify.annotations.NullMarked;
