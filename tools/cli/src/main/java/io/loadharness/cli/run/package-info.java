/** Runs that are watched while they go on, and what became of them. Prints nothing. */
package io.loadharness.cli.run;
