// Functions that ROCr asks for and does without.
#include "standin.h"

#define UNSUPPORTED(function) \
    EXPORT KmtStatus function(void) { return KMT_NOT_SUPPORTED; }
#define IGNORED(function) \
    EXPORT KmtStatus function(void) { return KMT_SUCCESS; }

UNSUPPORTED(hsaKmtRuntimeEnable)
UNSUPPORTED(hsaKmtAllocQueueGWS)
UNSUPPORTED(hsaKmtGetTileConfig)
UNSUPPORTED(hsaKmtRegisterGraphicsHandleToNodes)
UNSUPPORTED(hsaKmtShareMemory)
UNSUPPORTED(hsaKmtRegisterSharedHandle)
UNSUPPORTED(hsaKmtRegisterSharedHandleToNodes)
UNSUPPORTED(hsaKmtSVMSetAttr)
UNSUPPORTED(hsaKmtSVMGetAttr)
UNSUPPORTED(hsaKmtSetXNACKMode)
IGNORED(hsaKmtUpdateQueue)
IGNORED(hsaKmtSetQueueCUMask)
IGNORED(hsaKmtSetMemoryPolicy)
IGNORED(hsaKmtSetTrapHandler)

EXPORT KmtStatus hsaKmtGetXNACKMode(int32_t *mode) {
    *mode = 0;
    return KMT_SUCCESS;
}
