// SPDX-License-Identifier: Apache-2.0
package io.loadharness.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.loadharness.kubernetes.PodDiagnosis.Phase;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Pods whose container runs, according to the last report of its node. */
class PodDiagnosisTest {

    private static Pod pod(String condition, String status, String reason) {
        return new PodBuilder()
                .withNewMetadata()
                .endMetadata()
                .withNewSpec()
                .withNodeName("n1")
                .endSpec()
                .withNewStatus()
                .withPhase("Running")
                .addNewContainerStatus()
                .withName(Manifests.CONTAINER)
                .withReady(true)
                .withNewState()
                .withNewRunning()
                .endRunning()
                .endState()
                .endContainerStatus()
                .addNewCondition()
                .withType(condition)
                .withStatus(status)
                .withReason(reason)
                .endCondition()
                .endStatus()
                .build();
    }

    @ParameterizedTest
    @CsvSource({"EvictionByEvictionAPI", "PreemptionByScheduler", "TerminationByKubelet"})
    void aPodThatIsEvictedRunsOnANodeThatResponds(String reason) {
        PodDiagnosis diagnosis = PodDiagnosis.of(pod("DisruptionTarget", "True", reason), List.of());
        assertThat(diagnosis.phase()).isEqualTo(Phase.RUNNING);
        assertThat(diagnosis.sentence()).startsWith("removed by the cluster on node n1 (" + reason + ")");
    }

    @ParameterizedTest
    @CsvSource({
        "DisruptionTarget, True, DeletionByTaintManager, removed by the cluster on node n1",
        "Ready, False, NodeNotReady, its node n1 no longer reports its state"
    })
    void aPodOnALostNodeIsSilent(String condition, String status, String reason, String sentence) {
        PodDiagnosis diagnosis = PodDiagnosis.of(pod(condition, status, reason), List.of());
        assertThat(diagnosis.phase()).isEqualTo(Phase.SILENT);
        assertThat(diagnosis.sentence()).startsWith(sentence);
    }

    @Test
    void aPodThatIsReadyRuns() {
        assertThat(PodDiagnosis.of(pod("Ready", "True", ""), List.of()))
                .isEqualTo(new PodDiagnosis(Phase.RUNNING, "", false));
    }
}
