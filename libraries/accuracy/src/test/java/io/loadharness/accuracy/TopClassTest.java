// SPDX-License-Identifier: Apache-2.0
package io.loadharness.accuracy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadharness.Reason;
import io.loadharness.dataset.MlperfDataset;
import io.loadharness.inference.Tensor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The labels are 65, 970, 230 and 809. */
class TopClassTest {

    @TempDir
    Path folder;

    private Path labels;

    @BeforeEach
    void writeLabels() throws IOException {
        labels = folder.resolve("val_map.txt");
        Files.writeString(labels, "a.JPEG 65\nb.JPEG 970\nc.JPEG 230\nd.JPEG 809\n");
    }

    private Accuracy.Builder top() {
        return Accuracy.builder().metric("top-1").targets(labels);
    }

    @Test
    void countsEqualClasses() throws IOException {
        new Logs().classes(65, 970, 231, 809).write(folder);

        AccuracyResult result = top().build().score(folder);

        assertThat(result.totals()).isEqualTo(Map.of("accuracy", 75.0));
        assertThat(result.referenceLine()).isEqualTo("accuracy=75.000%, good=3, total=4");
        assertThat(result.passed()).isTrue();
    }

    @ParameterizedTest
    @EnumSource(
            value = Tensor.Type.class,
            names = {"FLOAT32", "INT32", "INT64"})
    void readsTheFirstNumberOfEachType(Tensor.Type type) throws IOException {
        new Logs()
                .numbers(3, type, 809, 1)
                .numbers(2, type, 1, 230)
                .numbers(1, type, -1, 970)
                .numbers(0, type, 65, 0)
                .write(folder);

        AccuracyResult result = top().type(type).build().score(folder);

        assertThat(result.totals()).isEqualTo(Map.of("accuracy", 50.0));
    }

    @Test
    void scoresTheFirstFiveClassesIfAllAnswersHaveThem() throws IOException {
        new Logs()
                .numbers(0, Tensor.Type.FLOAT32, 65, 1, 2, 3, 4)
                .numbers(1, Tensor.Type.FLOAT32, 1, 2, 3, 4, 970)
                .numbers(2, Tensor.Type.FLOAT32, 1, 2, 3, 4, 5, 230)
                .numbers(3, Tensor.Type.FLOAT32, 1, 809, 3, 4, 5)
                .write(folder);

        assertThat(top().build().score(folder).totals()).isEqualTo(Map.of("accuracy", 25.0, "top_5", 75.0));
    }

    @Test
    void readsLabelsFromAColumn() throws IOException {
        labels = folder.resolve("labels.csv");
        Files.writeString(labels, "name,label\na,1\nb,2\nc,3\nd,4\n");
        new Logs().classes(1, 2, 3, 5).write(folder);

        assertThat(top().build().score(folder).totals()).containsEntry("accuracy", 75.0);
        assertThat(top().column("label").build().score(folder).totals()).containsEntry("accuracy", 75.0);
        assertThatThrownBy(() -> top().column("lable").build().score(folder))
                .isInstanceOf(AccuracyException.class)
                .hasMessageContaining("lable");
        assertThatThrownBy(() -> top().column("name").build().score(folder))
                .hasMessageContaining("row 1: a label must be an integer: got \"a\"");
    }

    @Test
    void ignoresAndReportsDuplicates() throws IOException {
        new Logs().classes(65, 970, 230, 0).numbers(3, Tensor.Type.FLOAT32, 809).write(folder);

        AccuracyResult result = top().build().score(folder);

        assertThat(result.referenceLine()).isEqualTo("accuracy=75.000%, good=3, total=4");
        assertThat(result.duplicates()).isEqualTo(1);
        assertThat(result.warnings())
                .singleElement()
                .asString()
                .contains("1 response to samples that already had a response");
    }

    @Test
    void neverPassesIfSamplesAreMissing() throws IOException {
        new Logs()
                .numbers(0, Tensor.Type.FLOAT32, 65)
                .numbers(3, Tensor.Type.FLOAT32, 809)
                .write(folder);

        AccuracyResult result = top().build().score(folder);

        assertThat(result.totals()).containsEntry("accuracy", 100.0);
        assertThat(result.passed()).isFalse();
        assertThat(result.reasons()).singleElement().satisfies(reason -> {
            assertThat(reason.code()).isEqualTo(Reason.Code.ACCURACY_UNKNOWN);
            assertThat(reason.text()).contains("no response to 2 of 4 samples, the first of which is sample 1");
        });
        result.write(folder);
        assertThat(folder.resolve("accuracy.json")).exists();
        assertThat(folder.resolve("accuracy.txt")).doesNotExist();
    }

    @Test
    void refusesSamplesThatTheRunDoesNotHave() throws IOException {
        new Logs().classes(65, 970, 230, 809).numbers(4, Tensor.Type.FLOAT32, 1).write(folder);

        assertThat(top().build().score(folder).problems())
                .singleElement()
                .asString()
                .contains("line 6: the log has a response to sample 4, but the run has only 4 samples");
    }

    @Test
    void takesTheNumberOfSamplesFromTheDetailLog() throws IOException {
        Logs.writeDetail(folder, "AccuracyOnly", 2);
        new Logs().classes(65, 970).write(folder);

        AccuracyResult result = top().build().score(folder);

        assertThat(result.passed()).isTrue();
        assertThat(result.samples()).isEqualTo(2);
    }

    @Test
    void refusesFewerLabelsThanSamples() throws IOException {
        Logs.writeDetail(folder, "AccuracyOnly", 5);
        new Logs().classes(65, 970, 230, 809, 1).write(folder);

        assertThatThrownBy(() -> top().build().score(folder))
                .isInstanceOf(AccuracyException.class)
                .hasMessageContaining("val_map.txt has targets for 4 samples, but the run has 5");
        assertThatThrownBy(() -> top().build().check(5)).hasMessageContaining("but the run has 5");
    }

    @Test
    void doesNotPassAPerformanceRun() throws IOException {
        Logs.writeDetail(folder, "PerformanceOnly", 4);
        new Logs().classes(65, 970, 230, 809).write(folder);

        assertThat(top().build().score(folder).problems())
                .singleElement()
                .asString()
                .contains("the mode of the run is PerformanceOnly");
    }

    @Test
    void refusesAnswersOfAnotherType() throws IOException {
        new Logs().numbers(0, Tensor.Type.INT32, 65).write(folder);
        assertThatThrownBy(() -> top().build().score(folder))
                .isInstanceOf(AccuracyException.class)
                .hasMessageContaining("line 2: the response to sample 0 is not a class if it is read as float32")
                .hasMessageContaining("set the type that the system wrote: float32, int32 or int64");
        assertThatThrownBy(() -> top().type(Tensor.Type.INT64).build().score(folder))
                .hasMessageContaining("has 4 bytes, which is not a multiple of the 8 bytes");

        new Logs().numbers(0, Tensor.Type.FLOAT32, 65).write(folder);
        assertThatThrownBy(() -> top().type(Tensor.Type.INT32).build().score(folder))
                .hasMessageContaining("is not a class if it is read as int32");

        new Logs().numbers(0, Tensor.Type.FLOAT32, Double.NaN).write(folder);
        assertThatThrownBy(() -> top().build().score(folder)).hasMessageContaining("it is NaN");

        new Logs().bytes(0, (byte) 1, (byte) 2, (byte) 3).write(folder);
        assertThatThrownBy(() -> top().build().score(folder)).hasMessageContaining("has 3 bytes");

        new Logs().bytes(0).write(folder);
        assertThatThrownBy(() -> top().build().score(folder)).hasMessageContaining("sample 0 is empty");

        assertThatThrownBy(() -> top().type(Tensor.Type.BOOL).build().check(1)).hasMessageContaining("got bool");
    }

    @Test
    void refusesBrokenLabels() throws IOException {
        Files.writeString(labels, "a.JPEG 65\n\nc.JPEG 230\n");
        assertThatThrownBy(() -> top().build().check(1)).hasMessageContaining("val_map.txt, line 2: the line is empty");

        Files.writeString(labels, "a.JPEG sixty\n");
        assertThatThrownBy(() -> top().build().check(1))
                .hasMessageContaining("line 1: expected a file name and a label, such as 'image_1.jpeg 65'");

        Files.write(labels, new byte[] {(byte) 0xff, (byte) 0xfe, 0});
        assertThatThrownBy(() -> top().build().check(1)).hasMessageContaining("is not text in UTF-8");

        labels = folder.resolve("none.txt");
        assertThatThrownBy(() -> top().build().check(1)).hasMessageContaining("none.txt does not exist");
    }

    @Test
    void suggestsAnOffsetIfMostClassesDifferByOne() throws IOException {
        new Logs().classes(66, 971, 231, 809).write(folder);

        assertThat(top().build().score(folder).warnings())
                .singleElement()
                .asString()
                .contains("In 3 of 4 responses, the class is one more than the label")
                .contains("offset=-1");
    }

    @Test
    void judgesByTheBoundOfTheModel() throws IOException {
        new Logs().classes(65, 970, 231, 809).write(folder);

        AccuracyResult result = Accuracy.builder()
                .model(MlperfDataset.RESNET50)
                .targets(labels)
                .build()
                .score(folder);

        assertThat(result.metric()).isEqualTo("top-1");
        assertThat(result.reasons()).singleElement().satisfies(reason -> {
            assertThat(reason.code()).isEqualTo(Reason.Code.ACCURACY_BELOW_BOUND);
            assertThat(reason.text()).contains("accuracy is 75.0, below the bound 75.6954");
        });
        assertThat(result.warnings()).singleElement().asString().contains("MLPerf's data set of resnet50 has 50000");
        assertThat(top().bound("accuracy", 75).build().score(folder).passed()).isTrue();
        assertThat(top().bound("accuracy", 75.1).build().score(folder).passed()).isFalse();
        assertThat(top().bound("f1", 1).build().score(folder).problems())
                .singleElement()
                .asString()
                .contains("has no score 'f1'");
    }

    /** MLPerf's checker reads the printed score, which is rounded: 37,848 of 50,000 are 75.696 %, and 37,847 are 75.694 %. */
    @Test
    void comparesThePrintedScoreOfResNet() {
        AccuracyBound bound = ModelAccuracy.of(MlperfDataset.RESNET50).bounds().get(0);

        assertThat(bound.check(100.0 * 37_848 / 50_000).met()).isTrue();
        assertThat(bound.check(100.0 * 37_847 / 50_000).met()).isFalse();
        assertThat(bound.check(75.69545).met()).isFalse(); // printed as 75.695
    }

    @Test
    void hasASentenceForModelsWithoutMetric() {
        for (ModelAccuracy each : ModelAccuracy.values()) {
            assertThat(each.metric().isPresent()).isNotEqualTo(each.missing().isPresent());
            each.metric()
                    .ifPresent(name ->
                            assertThat(AccuracyMetric.named(name).name()).isEqualTo(name));
        }
        assertThatThrownBy(() -> Accuracy.builder()
                        .model(MlperfDataset.RETINANET)
                        .targets(labels)
                        .build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("retinanet has no metric yet")
                .hasMessageContaining("accuracy-openimages.py");
        assertThatThrownBy(() -> Accuracy.builder().metric("top-1").build())
                .hasMessageContaining("needs targets: give MLPerf's val_map.txt");
        assertThatThrownBy(() -> Accuracy.builder().metric("top1")).hasMessageContaining("top-1");
    }

    @Test
    void aScoreThatIsNoNumberIsBelowItsBound() {
        AccuracyBound.Check check = new AccuracyBound("f1", 50, 3).check(Double.NaN);

        assertThat(check.met()).isFalse();
        assertThat(check.sentence()).isEqualTo("f1 is NaN, below the bound 50.0");
    }
}
