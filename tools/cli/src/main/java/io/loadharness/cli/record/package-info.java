/** Runs whose samples are recorded, and the reports that are made of the records. */
package io.loadharness.cli.record;
