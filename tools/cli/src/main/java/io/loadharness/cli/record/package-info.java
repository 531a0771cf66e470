/** Runs whose samples are recorded, and the reports that are made of the records. */
@NullMarked
package io.loadharness.cli.record;

import org.jspecify.annotations.NullMarked;
