/** The command that tells how a server started, from its log. */
package io.loadharness.cli.startup;
