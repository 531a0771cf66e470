/** Where the values of options come from besides the command line: files, the environment, profiles. */
package io.loadharness.cli.config;
