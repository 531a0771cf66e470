/** The meters of a run, in any registry of Micrometer. */
@NullMarked
package io.loadharness.micrometer;

import org.jspecify.annotations.NullMarked;
