/** How an inference server started, read from its log: phases, sizes, times, and what of it nobody explains. */
package io.loadharness.startup;
