/** The one module that brings Headrace and every driver. */
module io.headrace.all {
    requires transitive io.headrace;
    requires transitive io.headrace.cuda;
    requires transitive io.headrace.host;
    requires transitive io.headrace.opencl;
}
