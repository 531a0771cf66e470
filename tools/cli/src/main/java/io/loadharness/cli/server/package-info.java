/** Servers as the command line names them, and what they say when they are asked. */
package io.loadharness.cli.server;
