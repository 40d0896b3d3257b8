package io.headrace.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class LaunchOptionsTest {

    @Test
    void eachOptionIsSetAlone() {
        LaunchOptions options = LaunchOptions.defaults()
                .withSharedMemory(48)
                .withCluster(2, 1, 1)
                .asCooperative();
        assertThat(options).isEqualTo(new LaunchOptions(48, 2, 1, 1, true));
        assertThat(options.hasClusters()).isTrue();
        assertThat(LaunchOptions.defaults().hasClusters()).isFalse();
        assertThat(LaunchOptions.defaults().withCluster(1, 1, 2).hasClusters()).isTrue();
    }

    @Test
    void whatNoDeviceCouldDoIsRefused() {
        LaunchOptions options = LaunchOptions.defaults();
        assertThatThrownBy(() -> options.withSharedMemory(-1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> options.withCluster(1, 0, 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("1x0x1");
    }
}
