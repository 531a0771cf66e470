/** How values are written on the command line. */
package io.loadharness.cli.options;
