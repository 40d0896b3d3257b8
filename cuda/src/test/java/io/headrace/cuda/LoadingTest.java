package io.headrace.cuda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headrace.cuda.standin.StandIn;
import io.headrace.spi.Driver;
import io.headrace.spi.NativeLibrary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LoadingTest {

    @Test
    void aMissingDriverIsToldInTheLoadersOwnWords() {
        Driver.Usability usability = new CudaDriver("/nowhere/libcuda.so.1", "").usability();
        assertThat(usability.usable()).isFalse();
        assertThat(usability.reason())
                .contains("/nowhere/libcuda.so.1", "No such file or directory", "install NVIDIA's driver");
    }

    @Test
    void aFileThatIsNoLibraryIsToldInTheLoadersOwnWords(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("libcuda.so.1"), "not a library, but long enough for a header");
        Driver.Usability usability = new CudaDriver(file.toString(), "").usability();
        assertThat(usability.usable()).isFalse();
        assertThat(usability.reason()).contains(file.toString());
    }

    @Test
    void aLibraryThatIsNotTheDriverIsToldWithWhatItLacks() {
        Driver.Usability usability = new CudaDriver(StandIn.get().nvrtc().toString(), "").usability();
        assertThat(usability.usable()).isFalse();
        assertThat(usability.reason()).contains("cuInit", "cuLaunchKernel", "CUDA 11.2");
    }

    @Test
    void whatWasFoundIsToldWithItsVersions() {
        Driver.Usability usability = Gpu.driver().usability();
        assertThat(usability.usable()).isTrue();
        assertThat(usability.reason())
                .contains("CUDA 13.0", "devices=2, all peers of each other", "NVRTC 13.0", "libnvrtc.so");
    }

    @Test
    void aMissingCompilerCostsNoDevice() {
        Driver.Usability usability =
                new CudaDriver(StandIn.get().cuda().toString(), "/nowhere/libnvrtc.so").usability();
        assertThat(usability.usable()).isTrue();
        assertThat(usability.reason()).contains("no NVRTC", "/nowhere/libnvrtc.so", "PTX and cubin do not");
    }

    @Test
    void theReasonForEachNameIsGiven() {
        assertThatThrownBy(() -> NativeLibrary.open(List.of("libnothere.so.1", "/nor/here.so")))
                .isInstanceOf(NativeLibrary.UnloadableException.class)
                .hasMessageContainingAll("libnothere.so.1", "/nor/here.so");
    }

    @Test
    void versionsAreWrittenAsPeopleDo() {
        assertThat(CudaLibrary.text(13_000)).isEqualTo("13.0");
        assertThat(CudaLibrary.text(12_080)).isEqualTo("12.8");
        assertThat(CudaLibrary.text(11_020)).isEqualTo("11.2");
    }
}
