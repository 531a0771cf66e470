/** What people see on the terminal. */
package io.loadharness.cli.console;
