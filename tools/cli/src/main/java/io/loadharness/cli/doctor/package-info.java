/** {@code harness doctor}: what a machine lacks as a client. */
package io.loadharness.cli.doctor;
