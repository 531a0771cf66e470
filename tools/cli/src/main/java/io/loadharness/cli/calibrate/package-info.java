/** {@code harness calibrate}, and what other commands know from it. */
package io.loadharness.cli.calibrate;
