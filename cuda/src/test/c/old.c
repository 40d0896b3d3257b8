// Names without a suffix whose old form is another function than the one of today: with addresses of 32 bits, with other
// parameters, or (memory operations) only with a switch of the kernel module. Whoever binds them is told so.
#include <stdio.h>
#include "standin.h"

#define OLD(name)                                                                                   \
    EXPORT CUresult name(void) {                                                                    \
        ENTER_PLAIN();                                                                              \
        fprintf(stderr, "stand-in: %s is the old form of this function, bind %s_v2\n", #name, #name); \
        return leave(NOT_SUPPORTED);                                                                \
    }

OLD(cuDeviceTotalMem)
OLD(cuMemGetInfo)
OLD(cuMemAlloc)
OLD(cuMemAllocPitch)
OLD(cuMemFree)
OLD(cuMemGetAddressRange)
OLD(cuMemAllocHost)
OLD(cuMemHostGetDevicePointer)
OLD(cuMemcpyHtoD)
OLD(cuMemcpyDtoH)
OLD(cuMemcpyDtoD)
OLD(cuMemcpyHtoDAsync)
OLD(cuMemcpyDtoHAsync)
OLD(cuMemcpyDtoDAsync)
OLD(cuMemcpy2D)
OLD(cuMemcpy2DAsync)
OLD(cuMemcpy3D)
OLD(cuMemcpy3DAsync)
OLD(cuMemsetD8)
OLD(cuMemsetD16)
OLD(cuMemsetD32)
OLD(cuModuleGetGlobal)
OLD(cuStreamWriteValue32)
OLD(cuStreamWriteValue64)
OLD(cuStreamWaitValue32)
OLD(cuStreamWaitValue64)
OLD(cuStreamBatchMemOp)
OLD(cuStreamBeginCapture)
