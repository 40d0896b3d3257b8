package io.headrace.opencl;

import static org.assertj.core.api.Assertions.assertThat;

import io.headrace.spi.Driver;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LoadingTest {

    @Test
    void aMissingLibraryIsToldInTheLoadersOwnWords() {
        Driver.Usability usability = new OpenClDriver("/nowhere/libOpenCL.so.1").usability();
        assertThat(usability.usable()).isFalse();
        assertThat(usability.reason())
                .contains("/nowhere/libOpenCL.so.1", "No such file or directory", "ocl-icd-libopencl1");
    }

    @Test
    void aFileThatIsNoLibraryIsToldInTheLoadersOwnWords(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("libOpenCL.so.1"), "not a library, but long enough for a header");
        Driver.Usability usability = new OpenClDriver(file.toString()).usability();
        assertThat(usability.usable()).isFalse();
        assertThat(usability.reason()).contains(file.toString());
    }

    @Test
    void aLibraryThatIsNotOpenClIsToldWithWhatItLacks() {
        Driver.Usability usability = new OpenClDriver("libc.so.6").usability();
        assertThat(usability.usable()).isFalse();
        assertThat(usability.reason()).contains("clGetPlatformIDs", "clEnqueueFillBuffer", "OpenCL 1.2");
    }

    @Test
    void whatWasFoundIsToldWithItsVersion() {
        OpenCl.require();
        assertThat(new OpenClDriver().usability().reason()).contains("OpenCL ", "libOpenCL.so", "devices=");
    }

    @ParameterizedTest
    @CsvSource({
        "OpenCL 1.2 PoCL, 12",
        "OpenCL 3.0, 30",
        "OpenCL 2.1 (Build 0), 21",
        "OpenCL x.1, 0",
        "CUDA 13.0, 0",
        "OpenCL 1, 0",
        "'', 0"
    })
    void aVersionIsReadFromWhatADeviceSays(String text, int version) {
        assertThat(ClDeviceId.version(text)).isEqualTo(version);
    }

    @Test
    void versionsAreWrittenAsPeopleDo() {
        assertThat(ClDeviceId.text(12)).isEqualTo("1.2");
        assertThat(ClDeviceId.text(30)).isEqualTo("3.0");
    }
}
