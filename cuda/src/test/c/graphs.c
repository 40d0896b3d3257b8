// Graphs: nodes with what they come after; instantiated, they are a list in an order that keeps that. A launch takes a
// copy of the list, so what is changed later counts from the next launch on.
#include <stdlib.h>
#include <string.h>
#include "standin.h"

typedef struct Node {
    Object object;
    Work work;
    struct Node **after;
    int after_count;
    bool placed;
} Node;

typedef struct Graph {
    Object object;
    Node **nodes;
    int count;
} Graph;

typedef struct Executable {
    Object object;
    Handle *nodes;
    Work *works;
    int count;
    Op *last; // launches of one executable run one after the other
} Executable;

// ---- building ----

static void add_after(Node *node, Node *before) {
    node->after = realloc(node->after, (size_t)(node->after_count + 1) * sizeof(Node *));
    node->after[node->after_count++] = before;
}

static Node *append_node(Graph *graph, Work work) {
    Node *node = calloc(1, sizeof *node);
    node->work = work;
    object_add(&node->object, NODE, graph->object.context);
    graph->nodes = realloc(graph->nodes, (size_t)(graph->count + 1) * sizeof(Node *));
    graph->nodes[graph->count++] = node;
    return node;
}

// The graph with that handle, where all dependencies are nodes of it.
static CUresult find_graph(Handle handle, const Handle *dependencies, size_t count, Graph **graph) {
    *graph = object_find(GRAPH, handle);
    if (*graph == NULL) return INVALID_HANDLE;
    if (count > 0 && dependencies == NULL) return INVALID_VALUE;
    for (size_t i = 0; i < count; i++) {
        Node *node = object_find(NODE, dependencies[i]);
        bool mine = false;
        for (int j = 0; j < (*graph)->count; j++) mine |= (*graph)->nodes[j] == node;
        if (node == NULL || !mine) return INVALID_VALUE;
    }
    return SUCCESS;
}

static CUresult add(Handle *handle, Handle graph_handle, const Handle *dependencies, size_t count, Work work) {
    Graph *graph;
    CUresult result = handle == NULL ? INVALID_VALUE : find_graph(graph_handle, dependencies, count, &graph);
    if (result != SUCCESS) {
        work_free(&work);
        return result;
    }
    Node *node = append_node(graph, work);
    for (size_t i = 0; i < count; i++) add_after(node, object_find(NODE, dependencies[i]));
    *handle = node->object.handle;
    return SUCCESS;
}

static void free_nodes(Graph *graph) {
    for (int i = 0; i < graph->count; i++) {
        Node *node = graph->nodes[i];
        object_remove(&node->object);
        work_free(&node->work);
        free(node->after);
        free(node);
    }
    free(graph->nodes);
}

void graph_close(Object *object) {
    object_remove(object);
    free_nodes((Graph *)object);
    free(object);
}

EXPORT CUresult cuGraphCreate(Handle *graph, unsigned flags) {
    Context *context;
    ENTER(context);
    if (graph == NULL || flags != 0) return leave(INVALID_VALUE);
    Graph *made = calloc(1, sizeof *made);
    object_add(&made->object, GRAPH, context);
    *graph = made->object.handle;
    return leave(SUCCESS);
}

EXPORT CUresult cuGraphDestroy(Handle handle) {
    Context *context;
    ENTER(context);
    Object *graph = object_find(GRAPH, handle);
    if (graph == NULL) return leave(INVALID_HANDLE);
    graph_close(graph);
    return leave(SUCCESS);
}

EXPORT CUresult cuGraphAddEmptyNode(Handle *node, Handle graph, const Handle *dependencies, size_t count) {
    Context *context;
    ENTER(context);
    return leave(add(node, graph, dependencies, count, (Work){.kind = NOTHING}));
}

typedef struct KernelNode {
    Handle function;
    unsigned grid[3], block[3], shared;
    void **parameters, **extra;
    Handle kernel, context; // of the second version only
} KernelNode;

_Static_assert(sizeof(KernelNode) == 72, "as the driver lays it out");

static CUresult kernel_work(Context *context, const KernelNode *node, Work *work) {
    if (node == NULL) return INVALID_VALUE;
    *work = (Work){.kind = LAUNCH};
    return launch_prepare(context, node->function, node->grid, node->block, node->shared, node->parameters, node->extra,
                          &work->launch);
}

EXPORT CUresult cuGraphAddKernelNode_v2(
    Handle *node, Handle graph, const Handle *dependencies, size_t count, const KernelNode *kernel) {
    Context *context;
    ENTER(context);
    Work work;
    CUresult result = kernel_work(context, kernel, &work);
    return leave(result != SUCCESS ? result : add(node, graph, dependencies, count, work));
}
CUresult cuGraphAddKernelNode(Handle *, Handle, const Handle *, size_t, const KernelNode *) ALIAS(cuGraphAddKernelNode_v2);

static CUresult copy_work(const void *parameters, Work *work) {
    if (parameters == NULL) return INVALID_VALUE;
    *work = (Work){.kind = COPY};
    return copy_of_driver(parameters, &work->copy);
}

EXPORT CUresult cuGraphAddMemcpyNode(
    Handle *node, Handle graph, const Handle *dependencies, size_t count, const void *copy, Handle of) {
    Context *context;
    ENTER(context);
    if (object_find(CONTEXT, of) == NULL) return leave(INVALID_CONTEXT);
    Work work;
    CUresult result = copy_work(copy, &work);
    return leave(result != SUCCESS ? result : add(node, graph, dependencies, count, work));
}

typedef struct SetNode {
    CUdeviceptr target;
    size_t pitch;
    unsigned value, element;
    size_t width, height;
} SetNode;

static CUresult set_work(const SetNode *node, Work *work) {
    if (node == NULL) return INVALID_VALUE;
    Set set = {node->target, node->pitch, node->width, node->height, node->value, node->element};
    *work = (Work){.kind = SET, .set = set};
    return set_check(&set);
}

EXPORT CUresult cuGraphAddMemsetNode(
    Handle *node, Handle graph, const Handle *dependencies, size_t count, const SetNode *set, Handle of) {
    Context *context;
    ENTER(context);
    if (object_find(CONTEXT, of) == NULL) return leave(INVALID_CONTEXT);
    Work work;
    CUresult result = set_work(set, &work);
    return leave(result != SUCCESS ? result : add(node, graph, dependencies, count, work));
}

typedef struct HostNode {
    void (*function)(void *);
    void *data;
} HostNode;

EXPORT CUresult cuGraphAddHostNode(Handle *node, Handle graph, const Handle *dependencies, size_t count, const HostNode *host) {
    Context *context;
    ENTER(context);
    if (host == NULL || host->function == NULL) return leave(INVALID_VALUE);
    Work work = {.kind = HOST_CALL};
    work.host.function = host->function;
    work.host.data = host->data;
    return leave(add(node, graph, dependencies, count, work));
}

static CUresult add_dependencies(Handle handle, const Handle *from, const Handle *to, size_t count) {
    Graph *graph;
    CUresult result = find_graph(handle, from, count, &graph);
    if (result == SUCCESS) result = find_graph(handle, to, count, &graph);
    for (size_t i = 0; result == SUCCESS && i < count; i++) {
        if (from[i] == to[i]) return INVALID_VALUE;
        add_after(object_find(NODE, to[i]), object_find(NODE, from[i]));
    }
    return result;
}

EXPORT CUresult cuGraphAddDependencies(Handle graph, const Handle *from, const Handle *to, size_t count) {
    Context *context;
    ENTER(context);
    return leave(add_dependencies(graph, from, to, count));
}

EXPORT CUresult cuGraphAddDependencies_v2(Handle graph, const Handle *from, const Handle *to, const void *edges, size_t count) {
    Context *context;
    ENTER(context);
    if (edges != NULL) return leave(NOT_SUPPORTED);
    return leave(add_dependencies(graph, from, to, count));
}

EXPORT CUresult cuGraphGetNodes(Handle handle, Handle *nodes, size_t *count) {
    Context *context;
    ENTER(context);
    Graph *graph = object_find(GRAPH, handle);
    if (graph == NULL) return leave(INVALID_HANDLE);
    if (count == NULL) return leave(INVALID_VALUE);
    for (size_t i = 0; nodes != NULL && i < *count; i++) nodes[i] = i < (size_t)graph->count ? graph->nodes[i]->object.handle : 0;
    if (nodes == NULL || *count > (size_t)graph->count) *count = (size_t)graph->count;
    return leave(SUCCESS);
}

// ---- executables ----

static bool ready(const Node *node) {
    for (int i = 0; i < node->after_count; i++) {
        if (!node->after[i]->placed) return false;
    }
    return !node->placed;
}

// Takes whatever is ready until all are placed; false if a circle is left.
static bool place_all(const Graph *graph, Executable *executable) {
    for (int i = 0; i < graph->count; i++) graph->nodes[i]->placed = false;
    for (bool moved = true; moved;) {
        moved = false;
        for (int i = 0; i < graph->count; i++) {
            Node *node = graph->nodes[i];
            if (!ready(node)) continue;
            executable->nodes[executable->count] = node->object.handle;
            work_copy(&executable->works[executable->count++], &node->work);
            node->placed = moved = true;
        }
    }
    return executable->count == graph->count;
}

static void free_executable(Executable *executable) {
    for (int i = 0; i < executable->count; i++) work_free(&executable->works[i]);
    op_drop(executable->last);
    free(executable->nodes);
    free(executable->works);
    free(executable);
}

void executable_close(Object *object) {
    object_remove(object);
    free_executable((Executable *)object);
}

EXPORT CUresult cuGraphInstantiateWithFlags(Handle *handle, Handle graph_handle, uint64_t flags) {
    Context *context;
    ENTER(context);
    Graph *graph = object_find(GRAPH, graph_handle);
    if (graph == NULL) return leave(INVALID_HANDLE);
    if (handle == NULL || flags > 15) return leave(INVALID_VALUE);
    Executable *executable = calloc(1, sizeof *executable);
    executable->nodes = calloc((size_t)graph->count + 1, sizeof(Handle));
    executable->works = calloc((size_t)graph->count + 1, sizeof(Work));
    if (!place_all(graph, executable)) {
        free_executable(executable);
        return leave(INVALID_VALUE);
    }
    object_add(&executable->object, EXECUTABLE, graph->object.context);
    *handle = executable->object.handle;
    return leave(SUCCESS);
}

EXPORT CUresult cuGraphExecDestroy(Handle handle) {
    Context *context;
    ENTER(context);
    Object *executable = object_find(EXECUTABLE, handle);
    if (executable == NULL) return leave(INVALID_HANDLE);
    executable_close(executable);
    return leave(SUCCESS);
}

EXPORT CUresult cuGraphUpload(Handle handle, Handle stream) {
    Context *context;
    ENTER(context);
    return leave(object_find(EXECUTABLE, handle) == NULL || stream_any(context, stream) == NULL ? INVALID_HANDLE : SUCCESS);
}

EXPORT CUresult cuGraphLaunch(Handle handle, Handle stream_handle) {
    Context *context;
    ENTER(context);
    Executable *executable = object_find(EXECUTABLE, handle);
    Stream *stream = stream_any(context, stream_handle);
    if (executable == NULL || stream == NULL) return leave(INVALID_HANDLE);
    if (stream->object.context != executable->object.context) return leave(INVALID_HANDLE);
    if (stream->capture != NULL) return leave(CAPTURE_UNSUPPORTED);
    Work work = {.kind = MANY};
    work.many.count = executable->count;
    work.many.list = executable->works;
    Work own;
    work_copy(&own, &work);
    Op *op;
    CUresult result = stream_submit(stream, own, executable->last, &op);
    if (result == SUCCESS) {
        op_drop(executable->last);
        executable->last = op;
    }
    return leave(result);
}

// Puts the new work in the place of the old; nothing changes when it is refused.
static CUresult change(Handle handle, Handle node, CUresult made, Work work) {
    if (made != SUCCESS) return made;
    Executable *executable = object_find(EXECUTABLE, handle);
    for (int i = 0; executable != NULL && i < executable->count; i++) {
        // The node must still be one of the graph.
        if (executable->nodes[i] != node || object_find(NODE, node) == NULL) continue;
        if (executable->works[i].kind != work.kind) break;
        work_free(&executable->works[i]);
        executable->works[i] = work;
        return SUCCESS;
    }
    work_free(&work);
    return executable == NULL ? INVALID_HANDLE : INVALID_VALUE;
}

EXPORT CUresult cuGraphExecKernelNodeSetParams_v2(Handle executable, Handle node, const KernelNode *kernel) {
    Context *context;
    ENTER(context);
    Work work;
    CUresult made = kernel_work(context, kernel, &work);
    return leave(change(executable, node, made, work));
}
CUresult cuGraphExecKernelNodeSetParams(Handle, Handle, const KernelNode *) ALIAS(cuGraphExecKernelNodeSetParams_v2);

EXPORT CUresult cuGraphExecMemcpyNodeSetParams(Handle executable, Handle node, const void *copy, Handle of) {
    Context *context;
    ENTER(context);
    if (object_find(CONTEXT, of) == NULL) return leave(INVALID_CONTEXT);
    Work work;
    CUresult made = copy_work(copy, &work);
    return leave(change(executable, node, made, work));
}

EXPORT CUresult cuGraphExecMemsetNodeSetParams(Handle executable, Handle node, const SetNode *set, Handle of) {
    Context *context;
    ENTER(context);
    if (object_find(CONTEXT, of) == NULL) return leave(INVALID_CONTEXT);
    Work work;
    CUresult made = set_work(set, &work);
    return leave(change(executable, node, made, work));
}

// ---- capture of a stream ----

CUresult capture_add(Stream *stream, Work work) {
    Graph *graph = stream->capture;
    Node *node = append_node(graph, work);
    if (stream->capture_tail >= 0) add_after(node, graph->nodes[stream->capture_tail]);
    stream->capture_tail = graph->count - 1;
    return SUCCESS;
}

void capture_drop(Graph *graph) {
    free_nodes(graph);
    free(graph);
}

EXPORT CUresult cuStreamBeginCapture_v2(Handle handle, int mode) {
    Context *context;
    ENTER(context);
    Stream *stream = stream_any(context, handle);
    if (stream == NULL) return leave(INVALID_HANDLE);
    if (mode < 0 || mode > 2) return leave(INVALID_VALUE);
    if (stream == stream->object.context->legacy || stream->capture != NULL) return leave(CAPTURE_UNSUPPORTED);
    stream->capture = calloc(1, sizeof(Graph));
    stream->capture->object.context = stream->object.context;
    stream->capture_tail = -1;
    return leave(SUCCESS);
}

EXPORT CUresult cuStreamEndCapture(Handle handle, Handle *graph) {
    Context *context;
    ENTER(context);
    Stream *stream = stream_any(context, handle);
    if (stream == NULL) return leave(INVALID_HANDLE);
    if (graph == NULL) return leave(INVALID_VALUE);
    if (stream->capture == NULL) return leave(401);
    object_add(&stream->capture->object, GRAPH, stream->object.context);
    *graph = stream->capture->object.handle;
    stream->capture = NULL;
    return leave(SUCCESS);
}

EXPORT CUresult cuStreamIsCapturing(Handle handle, int *status) {
    Context *context;
    ENTER(context);
    Stream *stream = stream_any(context, handle);
    if (stream == NULL) return leave(INVALID_HANDLE);
    if (status == NULL) return leave(INVALID_VALUE);
    *status = stream->capture != NULL;
    return leave(SUCCESS);
}
