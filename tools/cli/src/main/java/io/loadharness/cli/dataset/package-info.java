/** {@code harness dataset}: looks at data sets, checks and converts them. */
package io.loadharness.cli.dataset;
