// SPDX-License-Identifier: Apache-2.0
package io.loadharness.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.EventBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.loadharness.kubernetes.PodDiagnosis.Phase;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Pods that wait, run or have ended, according to the last report of their node. */
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

    /** Returns a pod with a container that waits or has ended. */
    private static Pod podWithContainer(String state) {
        return Serialization.unmarshal("""
            {"metadata": {"name": "p"}, "spec": {"nodeName": "n1", "containers": [{"image": "example.com/lh:1"}]},
             "status": {"phase": "Pending", "containerStatuses": [{"name": "%s", "state": %s}]}}\
            """.formatted(Manifests.CONTAINER, state), Pod.class);
    }

    private static Event event(String reason, String message) {
        return new EventBuilder().withReason(reason).withMessage(message).build();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ImagePullBackOff | false | the image example.com/lh:1 cannot be pulled: text",
                "ErrImagePull | false | the image example.com/lh:1 cannot be pulled: text",
                "ErrImageNeverPull | true | the image example.com/lh:1 is not on its node",
                "InvalidImageName | true | the image name example.com/lh:1 is invalid",
                "CreateContainerConfigError | false | its container cannot be configured: text",
                "RunContainerError | true | its container cannot start (RunContainerError): text"
            })
    void aContainerThatWaitsIsExplained(String reason, boolean isHopeless, String sentence) {
        Pod pod = podWithContainer("{\"waiting\": {\"reason\": \"%s\", \"message\": \"text\"}}".formatted(reason));
        PodDiagnosis diagnosis = PodDiagnosis.of(pod, List.of());
        assertThat(diagnosis.phase()).isEqualTo(Phase.WAITING);
        assertThat(diagnosis.sentence()).startsWith(sentence);
        assertThat(diagnosis.isHopeless()).isEqualTo(isHopeless);
    }

    @ParameterizedTest
    @CsvSource({"StartError, 128", "ContainerCannotRun, 127"})
    void aContainerThatNeverRanIsExplained(String reason, int code) {
        Pod pod = podWithContainer("""
            {"terminated": {"reason": "%s", "exitCode": %d, "message": "exec: \\"/bin/sh\\": no such file"}}\
            """.formatted(reason, code));
        assertThat(PodDiagnosis.of(pod, List.of()))
                .isEqualTo(new PodDiagnosis(
                        Phase.ENDED,
                        "its container cannot start: exec: \"/bin/sh\": no such file: the image must contain /bin/sh and"
                                + " be for the architecture of the node",
                        true));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "FailedMount | MountVolume.SetUp failed | a volume is not ready: MountVolume.SetUp failed",
                "FailedAttachVolume | Multi-Attach error | a volume is not ready: Multi-Attach error",
                "FailedCreatePodSandBox | no address is free | its node cannot start it: no address is free",
                "Scheduled | Successfully assigned | it starts"
            })
    void aPodThatItsNodeCannotStartIsExplained(String reason, String message, String sentence) {
        Pod pod = podWithContainer("{\"waiting\": {\"reason\": \"ContainerCreating\"}}");
        assertThat(PodDiagnosis.of(pod, List.of(event(reason, message))))
                .isEqualTo(new PodDiagnosis(Phase.WAITING, sentence, false));
    }

    @ParameterizedTest
    @CsvSource({"ImagePullBackOff, true", "CreateContainerConfigError, true", "ContainerCreating, false"})
    void aMissingObjectNeedsAChangeOfTheUser(String reason, boolean needsChange) {
        Pod pod = podWithContainer("{\"waiting\": {\"reason\": \"%s\"}}".formatted(reason));
        assertThat(PodDiagnosis.of(pod, List.of()).needsChange()).isEqualTo(needsChange);
    }

    @Test
    void otherErrorsOfTheCreationMayPass() {
        assertThat(PodDiagnosis.remedy("Internal error occurred: failed calling webhook"))
                .isEmpty();
    }

    @Test
    void theRegistryIsQuotedIfAnImageCannotBePulled() {
        Pod pod = podWithContainer("{\"waiting\": {\"reason\": \"ImagePullBackOff\", \"message\": \"Back-off\"}}");
        Event event = event("Failed", "Failed to pull image \"example.com/lh:1\": 401 Unauthorized");
        assertThat(PodDiagnosis.of(pod, List.of(event)).sentence()).endsWith("401 Unauthorized");
    }

    @Test
    void aClaimThatIsNotBoundIsNamed() {
        Pod pod = Serialization.unmarshal("""
            {"metadata": {"name": "p"}, "status": {"phase": "Pending", "conditions": [{"type": "PodScheduled",
             "status": "False", "message": "pod has unbound immediate PersistentVolumeClaims. preemption: 0/2 nodes"}]}}\
            """, Pod.class);
        assertThat(PodDiagnosis.of(pod, List.of()).sentence())
                .isEqualTo("no node can run it: pod has unbound immediate PersistentVolumeClaims.");
    }

    @Test
    void aPodThatItsNodeEvictedIsExplained() {
        Pod pod = Serialization.unmarshal("""
            {"metadata": {"name": "p"}, "spec": {"nodeName": "n1"}, "status": {"phase": "Failed", "reason": "Evicted",
             "message": "The node was low on resource: memory."}}\
            """, Pod.class);
        assertThat(PodDiagnosis.of(pod, List.of()))
                .isEqualTo(new PodDiagnosis(
                        Phase.ENDED, "evicted on node n1: The node was low on resource: memory.", true));
    }
}
