/** Runs beside each other, and whether one of them is worse. */
package io.loadharness.cli.compare;
