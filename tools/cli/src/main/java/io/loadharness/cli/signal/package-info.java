/** Signals of the operating system, and the end of the JVM. */
package io.loadharness.cli.signal;
