/** Code that several modules of LoadHarness share. Not an API: it is exported to these modules only, and changes without notice. */
package io.loadharness.internal;
