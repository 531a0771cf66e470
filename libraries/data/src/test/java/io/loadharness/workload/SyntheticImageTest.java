// SPDX-License-Identifier: Apache-2.0
package io.loadharness.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Base64;
import java.util.HashSet;
import java.util.Set;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SyntheticImageTest {

    @ParameterizedTest
    @CsvSource({"1,1", "2,3", "31,33", "32,32", "257,64", "291,290", "640,360", "1920,1080"})
    void isAPngOfItsSize(int width, int height) throws IOException {
        BufferedImage image = decoded(new ImageSize(width, height).image(3));

        assertThat(image.getWidth()).isEqualTo(width);
        assertThat(image.getHeight()).isEqualTo(height);
    }

    @Test
    void hasTilesOfManyColors() throws IOException {
        BufferedImage image = decoded(new ImageSize(320, 320).image(3));
        Set<Integer> colors = new HashSet<>();
        for (int y = 0; y < 320; y++) {
            for (int x = 0; x < 320; x++) {
                assertThat(image.getRGB(x, y)).isEqualTo(image.getRGB(x / 32 * 32, y / 32 * 32));
                colors.add(image.getRGB(x, y));
            }
        }
        assertThat(colors).hasSizeBetween(50, 100);
    }

    @Test
    void isSmallToSend() {
        assertThat(new ImageSize(1024, 1024).image(1).png()).hasSizeLessThan(20_000);
    }

    @Test
    void theStreamDeterminesTheImage() {
        ImageSize size = new ImageSize(64, 64);

        assertThat(size.image(1).png())
                .isEqualTo(size.image(1).png())
                .isNotEqualTo(size.image(2).png());
    }

    @Test
    void theDataUrlContainsThePng() {
        SyntheticImage image = new ImageSize(8, 8).image(1);

        assertThat(Base64.getDecoder().decode(image.dataUrl().substring("data:image/png;base64,".length())))
                .isEqualTo(image.png());
    }

    @Test
    void invalidSizesAreRejected() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new ImageSize(0, 8))
                .withMessage("width must be from 1 to 16384 pixels: got 0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new ImageSize(8, 20_000))
                .withMessage("height must be from 1 to 16384 pixels: got 20000");
    }

    private static BufferedImage decoded(SyntheticImage image) throws IOException {
        return ImageIO.read(new ByteArrayInputStream(image.png()));
    }
}
