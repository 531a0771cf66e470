// SPDX-License-Identifier: Apache-2.0
/** Starts workers as local processes, over ssh, and with Slurm. */
module io.loadharness.launchers {
    requires io.loadharness.cluster;
    requires io.loadharness.core;
    requires static org.jspecify;

    provides io.loadharness.cluster.Launcher with
            io.loadharness.launchers.LocalLauncher,
            io.loadharness.launchers.SshLauncher,
            io.loadharness.launchers.SlurmLauncher;
}
