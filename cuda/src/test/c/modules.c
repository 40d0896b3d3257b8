// Modules: an image is a text "standin NAME NAME ...", or PTX, whose entries must be kernels of the stand-in.
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "standin.h"

typedef struct Module {
    Object object;
    Function **functions;
    int count;
} Module;

// ---- the options of a load: only its log matters ----

enum { INFO_LOG = 3, INFO_LOG_SIZE = 4, ERROR_LOG = 5, ERROR_LOG_SIZE = 6 };

typedef struct Log {
    char *text;
    size_t room, length;
} Log;

static void say(Log *log, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    if (log->room > log->length) {
        int length = vsnprintf(log->text + log->length, log->room - log->length, format, arguments);
        log->length += (size_t)length;
        if (log->length >= log->room) log->length = log->room - 1;
    }
    va_end(arguments);
}

static Log log_of(unsigned count, const int *options, void **values) {
    Log log = {NULL, 0, 0};
    for (unsigned i = 0; i < count; i++) {
        if (options[i] == ERROR_LOG) log.text = values[i];
        if (options[i] == ERROR_LOG_SIZE) log.room = (uint32_t)(uint64_t)values[i];
    }
    if (log.text == NULL) log.room = 0;
    if (log.room > 0) log.text[0] = 0;
    return log;
}

// The driver puts the length of what it wrote in the place of the size.
static void log_done(const Log *log, unsigned count, const int *options, void **values) {
    for (unsigned i = 0; i < count; i++) {
        if (options[i] == ERROR_LOG_SIZE) values[i] = (void *)(uint64_t)log->length;
        if (options[i] == INFO_LOG_SIZE) values[i] = NULL;
    }
}

// ---- reading an image ----

static bool add(Module *module, const char *name, size_t length, Log *log) {
    const Kernel *kernel = kernel_named(name, length);
    if (kernel == NULL) {
        say(log, "ptxas fatal   : the stand-in has no kernel '%.*s'\n", (int)length, name);
        return false;
    }
    Function *function = calloc(1, sizeof *function);
    function->kernel = kernel;
    object_add(&function->object, FUNCTION, module->object.context);
    module->functions = realloc(module->functions, (size_t)(module->count + 1) * sizeof(Function *));
    module->functions[module->count++] = function;
    return true;
}

static bool name_character(char c) {
    return isalnum((unsigned char)c) || c == '_' || c == '$';
}

static CUresult read_own(Module *module, const char *text, Log *log) {
    for (const char *at = text + strlen("standin"); *at != 0;) {
        if (isspace((unsigned char)*at)) {
            at++;
            continue;
        }
        size_t length = 0;
        while (at[length] != 0 && !isspace((unsigned char)at[length])) length++;
        if (!add(module, at, length, log)) return NO_BINARY_FOR_GPU;
        at += length;
    }
    return SUCCESS;
}

// Spaces instead of comments, so that words in them do not count.
static char *without_comments(const char *text) {
    char *copy = strdup(text);
    for (char *at = copy; *at != 0;) {
        if (at[0] == '/' && at[1] == '/') {
            while (*at != 0 && *at != '\n') *at++ = ' ';
        } else if (at[0] == '/' && at[1] == '*') {
            while (*at != 0 && !(at[0] == '*' && at[1] == '/')) {
                if (*at != '\n') *at = ' ';
                at++;
            }
            if (*at != 0) at[0] = at[1] = ' ';
        } else {
            at++;
        }
    }
    return copy;
}

// The bytes of a parameter: .u64 name, or .b8 name[16] for a structure.
static size_t bytes_of(const char *type) {
    size_t one = strtoul(type + 2, NULL, 10) / 8;
    size_t rest = strcspn(type, ",)["), count = type[rest] == '[' ? strtoul(type + rest + 1, NULL, 10) : 1;
    return (one == 0 ? 1 : one) * count;
}

// Whether the parameters between the parentheses are those that the kernel has.
static bool same_parameters(const char *open, const Kernel *kernel, Log *log) {
    int count = 0;
    const char *close = strchr(open, ')');
    for (const char *at = strstr(open, ".param"); at != NULL && at < close; at = strstr(at + 1, ".param")) {
        const char *type = strchr(at + 1, '.');
        while (type != NULL && (strncmp(type, ".align", 6) == 0 || strncmp(type, ".ptr", 4) == 0
                                || strncmp(type, ".global", 7) == 0)) {
            type = strchr(type + 1, '.');
        }
        if (type == NULL || type > close) return false;
        if (count >= kernel->parameters || bytes_of(type) != kernel->sizes[count]) {
            say(log, "ptxas fatal   : parameter %d of '%s' is not what the stand-in's kernel has\n", count, kernel->name);
            return false;
        }
        count++;
    }
    if (count == kernel->parameters) return true;
    say(log, "ptxas fatal   : '%s' has %d parameters, the stand-in's kernel %d\n", kernel->name, count, kernel->parameters);
    return false;
}

static CUresult read_entries(Module *module, const char *text, Log *log) {
    for (const char *at = strstr(text, ".entry"); at != NULL; at = strstr(at, ".entry")) {
        at += strlen(".entry");
        while (isspace((unsigned char)*at)) at++;
        size_t length = 0;
        while (name_character(at[length])) length++;
        if (length == 0) {
            say(log, "ptxas fatal   : Parsing error near '%.10s': syntax error\n", at);
            return INVALID_PTX;
        }
        if (!add(module, at, length, log)) return INVALID_PTX;
        const char *next = at + length;
        while (isspace((unsigned char)*next)) next++;
        const Kernel *kernel = module->functions[module->count - 1]->kernel;
        if (*next == '(' ? !same_parameters(next, kernel, log) : kernel->parameters > 0) return INVALID_PTX;
        at = next;
    }
    return SUCCESS;
}

static CUresult read_ptx(Module *module, const char *text, Log *log) {
    int major = 0, minor = 0, open = 0;
    const char *version = strstr(text, ".version"), *target = strstr(text, ".target");
    if (version == NULL || sscanf(version, ".version %d.%d", &major, &minor) != 2 || target == NULL) {
        say(log, "ptxas fatal   : Missing .version or .target directive at start of file\n");
        return INVALID_PTX;
    }
    // PTX 9.0 came with CUDA 13.0, 8.0 with 12.0, 7.0 with 11.0.
    int newest = settings.version / 1000 * 10 - 40 + settings.version % 1000 / 10;
    if (major * 10 + minor > newest) {
        say(log, "ptxas fatal   : Unsupported .version %d.%d; current version is '%d.%d'\n", major, minor, newest / 10,
            newest % 10);
        return UNSUPPORTED_PTX_VERSION;
    }
    int architecture = 0;
    if (sscanf(target, ".target sm_%d", &architecture) != 1 || architecture > 90) {
        say(log, "ptxas fatal   : SM version specified by .target is higher than default SM version assumed\n");
        return INVALID_PTX;
    }
    for (const char *at = text; *at != 0; at++) open += *at == '{' ? 1 : *at == '}' ? -1 : 0;
    if (open != 0) {
        say(log, "ptxas fatal   : Parsing error: braces do not match\n");
        return INVALID_PTX;
    }
    return read_entries(module, text, log);
}

static CUresult read_image(Module *module, const char *image, Log *log) {
    if (strncmp(image, "standin", 7) == 0) return read_own(module, image, log);
    if (memcmp(image, "\177ELF", 4) == 0 || (unsigned char)image[0] == 0x50) return NO_BINARY_FOR_GPU;
    if (!isspace((unsigned char)*image) && !isprint((unsigned char)*image)) return INVALID_IMAGE;
    char *text = without_comments(image);
    CUresult result = read_ptx(module, text, log);
    free(text);
    return result;
}

// Handles to its functions are stale from now on.
static void free_module(Module *module) {
    for (int i = 0; i < module->count; i++) {
        object_remove(&module->functions[i]->object);
        free(module->functions[i]);
    }
    free(module->functions);
    free(module);
}

void module_close(Object *module) {
    object_remove(module);
    free_module((Module *)module);
}

static CUresult load(Context *context, Handle *handle, const void *image, Log *log) {
    if (handle == NULL || image == NULL) return INVALID_VALUE;
    Module *module = calloc(1, sizeof *module);
    module->object.context = context;
    CUresult result = read_image(module, image, log);
    if (result != SUCCESS) {
        free_module(module);
        return result;
    }
    object_add(&module->object, MODULE, context);
    *handle = module->object.handle;
    return SUCCESS;
}

EXPORT CUresult cuModuleLoadData(Handle *module, const void *image) {
    Context *context;
    ENTER(context);
    Log log = {NULL, 0, 0};
    return leave(load(context, module, image, &log));
}

EXPORT CUresult cuModuleLoadDataEx(Handle *module, const void *image, unsigned count, int *options, void **values) {
    Context *context;
    ENTER(context);
    if (count > 0 && (options == NULL || values == NULL)) return leave(INVALID_VALUE);
    Log log = log_of(count, options, values);
    CUresult result = load(context, module, image, &log);
    log_done(&log, count, options, values);
    return leave(result);
}

EXPORT CUresult cuModuleUnload(Handle handle) {
    Context *context;
    ENTER(context);
    Object *module = object_find(MODULE, handle);
    if (module == NULL) return leave(INVALID_HANDLE);
    CUresult result = context_await(module->context);
    if (result == SUCCESS) module_close(module);
    return leave(result);
}

EXPORT CUresult cuModuleGetFunction(Handle *function, Handle handle, const char *name) {
    Context *context;
    ENTER(context);
    if (function == NULL || name == NULL) return leave(INVALID_VALUE);
    Module *module = object_find(MODULE, handle);
    if (module == NULL) return leave(INVALID_HANDLE);
    for (int i = 0; i < module->count; i++) {
        if (strcmp(module->functions[i]->kernel->name, name) != 0) continue;
        *function = module->functions[i]->object.handle;
        return leave(SUCCESS);
    }
    return leave(NOT_FOUND);
}

EXPORT CUresult cuModuleGetFunctionCount(unsigned *count, Handle handle) {
    Context *context;
    ENTER(context);
    Module *module = object_find(MODULE, handle);
    if (module == NULL) return leave(INVALID_HANDLE);
    if (count == NULL) return leave(INVALID_VALUE);
    *count = (unsigned)module->count;
    return leave(SUCCESS);
}

EXPORT CUresult cuModuleGetGlobal_v2(CUdeviceptr *address, size_t *bytes, Handle handle, const char *name) {
    Context *context;
    ENTER(context);
    (void)address;
    (void)bytes;
    if (name == NULL) return leave(INVALID_VALUE);
    return leave(object_find(MODULE, handle) == NULL ? INVALID_HANDLE : NOT_FOUND);
}
