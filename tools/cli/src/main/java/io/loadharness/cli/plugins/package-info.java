/** Jars of users: {@code --plugins} and {@code harness plugins}. */
package io.loadharness.cli.plugins;
