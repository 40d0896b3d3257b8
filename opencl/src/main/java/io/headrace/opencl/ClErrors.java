package io.headrace.opencl;

import io.headrace.error.DeviceFailureException;
import io.headrace.error.HeadraceException;
import io.headrace.error.OutOfDeviceMemoryException;
import java.util.Map;
import java.util.Set;

/** OpenCL's result codes, which are also the status of commands that failed. */
final class ClErrors {

    static final int SUCCESS = 0;
    static final int DEVICE_NOT_FOUND = -1;
    static final int MEM_OBJECT_ALLOCATION_FAILURE = -4;
    static final int OUT_OF_RESOURCES = -5;
    static final int OUT_OF_HOST_MEMORY = -6;
    static final int BUILD_PROGRAM_FAILURE = -11;
    static final int INVALID_VALUE = -30;
    static final int INVALID_BINARY = -42;
    static final int INVALID_KERNEL_NAME = -46;
    static final int INVALID_BUFFER_SIZE = -61;

    /** Given by the loader where no platform is installed. */
    static final int PLATFORM_NOT_FOUND = -1001;

    private static final Map<Integer, String> NAMES = Map.ofEntries(
            Map.entry(-1, "CL_DEVICE_NOT_FOUND"),
            Map.entry(-2, "CL_DEVICE_NOT_AVAILABLE"),
            Map.entry(-3, "CL_COMPILER_NOT_AVAILABLE"),
            Map.entry(-4, "CL_MEM_OBJECT_ALLOCATION_FAILURE"),
            Map.entry(-5, "CL_OUT_OF_RESOURCES"),
            Map.entry(-6, "CL_OUT_OF_HOST_MEMORY"),
            Map.entry(-7, "CL_PROFILING_INFO_NOT_AVAILABLE"),
            Map.entry(-8, "CL_MEM_COPY_OVERLAP"),
            Map.entry(-11, "CL_BUILD_PROGRAM_FAILURE"),
            Map.entry(-12, "CL_MAP_FAILURE"),
            Map.entry(-13, "CL_MISALIGNED_SUB_BUFFER_OFFSET"),
            Map.entry(-14, "CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST"),
            Map.entry(-19, "CL_KERNEL_ARG_INFO_NOT_AVAILABLE"),
            Map.entry(-30, "CL_INVALID_VALUE"),
            Map.entry(-31, "CL_INVALID_DEVICE_TYPE"),
            Map.entry(-32, "CL_INVALID_PLATFORM"),
            Map.entry(-33, "CL_INVALID_DEVICE"),
            Map.entry(-34, "CL_INVALID_CONTEXT"),
            Map.entry(-35, "CL_INVALID_QUEUE_PROPERTIES"),
            Map.entry(-36, "CL_INVALID_COMMAND_QUEUE"),
            Map.entry(-37, "CL_INVALID_HOST_PTR"),
            Map.entry(-38, "CL_INVALID_MEM_OBJECT"),
            Map.entry(-42, "CL_INVALID_BINARY"),
            Map.entry(-43, "CL_INVALID_BUILD_OPTIONS"),
            Map.entry(-44, "CL_INVALID_PROGRAM"),
            Map.entry(-45, "CL_INVALID_PROGRAM_EXECUTABLE"),
            Map.entry(-46, "CL_INVALID_KERNEL_NAME"),
            Map.entry(-47, "CL_INVALID_KERNEL_DEFINITION"),
            Map.entry(-48, "CL_INVALID_KERNEL"),
            Map.entry(-49, "CL_INVALID_ARG_INDEX"),
            Map.entry(-50, "CL_INVALID_ARG_VALUE"),
            Map.entry(-51, "CL_INVALID_ARG_SIZE"),
            Map.entry(-52, "CL_INVALID_KERNEL_ARGS"),
            Map.entry(-53, "CL_INVALID_WORK_DIMENSION"),
            Map.entry(-54, "CL_INVALID_WORK_GROUP_SIZE"),
            Map.entry(-55, "CL_INVALID_WORK_ITEM_SIZE"),
            Map.entry(-56, "CL_INVALID_GLOBAL_OFFSET"),
            Map.entry(-57, "CL_INVALID_EVENT_WAIT_LIST"),
            Map.entry(-58, "CL_INVALID_EVENT"),
            Map.entry(-59, "CL_INVALID_OPERATION"),
            Map.entry(-61, "CL_INVALID_BUFFER_SIZE"),
            Map.entry(-63, "CL_INVALID_GLOBAL_WORK_SIZE"),
            Map.entry(-64, "CL_INVALID_PROPERTY"),
            Map.entry(-1001, "CL_PLATFORM_NOT_FOUND_KHR"),
            Map.entry(-9999, "unnamed: a kernel read or wrote where it must not"));

    /** After these nothing works any more: the device, or the context or queue that it had, is gone. */
    private static final Set<Integer> STICKY = Set.of(-2, -34, -36, -9999);

    private ClErrors() {}

    /** What to throw for a code. */
    static HeadraceException exception(String operation, String device, int code) {
        if (code == MEM_OBJECT_ALLOCATION_FAILURE || code == OUT_OF_HOST_MEMORY) {
            return new OutOfDeviceMemoryException("the device has not enough memory: operation=" + operation
                    + " device=" + device + " code=" + code + " codeName=" + name(code)
                    + "; close buffers that are no longer needed, or work in smaller parts");
        }
        return new DeviceFailureException(operation, device, code, name(code), STICKY.contains(code));
    }

    /** The name of a code in OpenCL's own words. */
    static String name(int code) {
        return NAMES.getOrDefault(code, "unknown");
    }
}
