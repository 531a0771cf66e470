/** A strict reading of YAML: every value is asked for by its type, and what nobody asked for is an error with file and line. */
package io.loadharness.cli.yaml;
