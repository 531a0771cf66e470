/** Options that say which servers are measured and what they are asked for. */
package io.loadharness.cli.target;
