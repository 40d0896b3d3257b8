package io.headrace.hsa;

import io.headrace.hsa.CodeObjectWriter.Parameter;
import io.headrace.kernel.Source;

/** The kernels of the conformance suite as a code object whose kernels are functions of the stand-in. */
final class SuiteKernels {

    private SuiteKernels() {}

    static Source source() {
        StandIn standIn = StandIn.get();
        Parameter pointer = Parameter.pointer();
        return Source.hsaCodeObject(new CodeObjectWriter()
                        .kernel("empty", standIn.function("kernel_empty"))
                        .kernel(
                                "saxpy",
                                standIn.function("kernel_saxpy"),
                                Parameter.value(4),
                                Parameter.value(4),
                                pointer,
                                pointer)
                        .kernel(
                                "add_i32",
                                standIn.function("kernel_add_i32"),
                                pointer,
                                Parameter.value(4),
                                Parameter.value(8))
                        .kernel("store_u64", standIn.function("kernel_store_u64"), pointer, Parameter.value(8))
                        .kernel("append", standIn.function("kernel_append"), pointer, pointer, Parameter.value(4))
                        .kernel("spin_ns", standIn.function("kernel_spin_ns"), Parameter.value(8))
                        .kernel("struct_sum", standIn.function("kernel_struct_sum"), Parameter.value(16), pointer)
                        .bytes())
                .withName("kernels.hsaco");
    }
}
