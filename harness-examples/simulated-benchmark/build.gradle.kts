// SPDX-License-Identifier: Apache-2.0
plugins {
    application
}

repositories {
    mavenCentral()
}

dependencies {
    implementation(platform("io.loadharness:harness-bom:0.1.0-SNAPSHOT"))
    implementation("io.loadharness:harness-benchmark")
    implementation("io.loadharness:harness-simulator")
    // LoadGen itself, compiled for each supported platform.
    runtimeOnly("io.loadharness:loadgen-jni-platform")
}

application {
    mainClass.set("SimulatedBenchmark")
}
