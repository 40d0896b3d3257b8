package io.headrace.hsa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.headrace.spi.Driver;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LoadingTest {

    /** Tells whether the driver can be used, in a process where there is no stand-in. */
    static final class Alone {

        private Alone() {}

        public static void main(String[] arguments) {
            System.out.println(new HsaDriver().usability().reason());
        }
    }

    @Test
    void aMissingLibraryIsToldInTheLoadersOwnWords() {
        Driver.Usability usability = new HsaDriver("/nowhere/libhsa-runtime64.so.1").usability();
        assertThat(usability.usable()).isFalse();
        assertThat(usability.reason())
                .contains("/nowhere/libhsa-runtime64.so.1", "No such file or directory", "libhsa-runtime64-1");
    }

    @Test
    void aFileThatIsNoLibraryIsToldInTheLoadersOwnWords(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("libhsa-runtime64.so.1"), "no library, long enough for a header");
        Driver.Usability usability = new HsaDriver(file.toString()).usability();
        assertThat(usability.usable()).isFalse();
        assertThat(usability.reason()).contains(file.toString());
    }

    @Test
    void aLibraryThatIsNotRocrIsToldWithWhatItLacks() {
        Driver.Usability usability = new HsaDriver("libc.so.6").usability();
        assertThat(usability.usable()).isFalse();
        assertThat(usability.reason()).contains("hsa_init", "hsa_queue_create", "5.2");
    }

    @Test
    void whatWasFoundIsToldWithTheNodes() {
        Hsa.require();
        assertThat(Hsa.reason()).isEqualTo("gfx900 at node 1, gfx900 at node 2 (libhsa-runtime64.so.1), devices=2");
    }

    @Test
    void withoutTheKernelsDriverRocrsOwnReasonIsToldInOneLine() throws Exception {
        Hsa.require();
        assumeFalse(Files.exists(Path.of("/dev/kfd")), "this machine has KFD");
        ChildProcess child = ChildProcess.run(Alone.class);
        assertThat(child.output().lines()).hasSize(1);
        assertThat(child.output())
                .contains("ROCr could not be started", "HSA_STATUS_ERROR_OUT_OF_RESOURCES", "/dev/kfd");
    }
}
