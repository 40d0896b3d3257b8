// A stand-in for NVRTC: finds the kernels of a source by their heads and writes a text that looks like PTX.
#include <ctype.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EXPORT __attribute__((visibility("default")))

enum {
    SUCCESS = 0,
    OUT_OF_MEMORY = 1,
    PROGRAM_CREATION_FAILURE = 2,
    INVALID_INPUT = 3,
    INVALID_PROGRAM = 4,
    INVALID_OPTION = 5,
    COMPILATION = 6,
    BUILTIN_OPERATION_FAILURE = 7,
    NO_NAME_EXPRESSIONS_AFTER_COMPILATION = 8,
    NO_LOWERED_NAMES_BEFORE_COMPILATION = 9,
    NAME_EXPRESSION_NOT_VALID = 10,
    INTERNAL_ERROR = 11,
};

enum { MAGIC = 0x5274, EXPRESSIONS = 64 };

typedef struct Text {
    char *bytes;
    size_t length;
} Text;

typedef struct Program {
    int magic;
    char *source, *name;
    Text log, ptx;
    bool compiled, binary;
    char *expressions[EXPRESSIONS];
    int expression_count;
    int architecture;
} Program;

static void print(Text *text, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    text->bytes = realloc(text->bytes, text->length + (size_t)length + 1);
    va_start(arguments, format);
    vsnprintf(text->bytes + text->length, (size_t)length + 1, format, arguments);
    va_end(arguments);
    text->length += (size_t)length;
}

EXPORT int nvrtcVersion(int *major, int *minor) {
    if (major == NULL || minor == NULL) return INVALID_INPUT;
    const char *version = getenv("STANDIN_NVRTC_VERSION");
    *major = 13;
    *minor = 0;
    if (version != NULL) sscanf(version, "%d.%d", major, minor);
    return SUCCESS;
}

static bool valid(const Program *program) {
    return program != NULL && program->magic == MAGIC;
}

static int line_of(const char *source, const char *at) {
    int line = 1;
    for (; source < at; source++) line += *source == '\n';
    return line;
}

// Spaces instead of comments and of what stands in quotes, except "C".
static char *only_code(const char *source) {
    char *copy = strdup(source);
    for (char *at = copy; *at != 0;) {
        if (at[0] == '/' && at[1] == '/') {
            while (*at != 0 && *at != '\n') *at++ = ' ';
        } else if (at[0] == '/' && at[1] == '*') {
            while (*at != 0 && !(at[0] == '*' && at[1] == '/')) {
                if (*at != '\n') *at = ' ';
                at++;
            }
            if (*at != 0) at[0] = at[1] = ' ';
        } else if (strncmp(at, "\"C\"", 3) == 0) {
            at += 3;
        } else if (*at == '"') {
            for (at++; *at != 0 && *at != '"' && *at != '\n'; at++) *at = ' ';
            if (*at == '"') at++;
        } else {
            at++;
        }
    }
    return copy;
}

static int errors(Program *program, const char *code) {
    int found = 0;
    for (const char *at = strstr(code, "#error"); at != NULL; at = strstr(at + 1, "#error")) {
        const char *original = program->source + (at - code);
        int length = (int)strcspn(original, "\n");
        print(&program->log, "%s(%d): catastrophic error: %.*s\n", program->name, line_of(code, at), length, original);
        found++;
    }
    int open = 0;
    const char *first = NULL;
    for (const char *at = code; *at != 0; at++) {
        if (*at == '{' && open++ == 0) first = at;
        if (*at == '}' && --open < 0) {
            print(&program->log, "%s(%d): error: expected a declaration\n", program->name, line_of(code, at));
            return found + 1;
        }
    }
    if (open > 0) {
        print(&program->log, "%s(%d): error: expected a \"}\"; the brace of line %d is not closed\n", program->name,
              line_of(code, code + strlen(code)), line_of(code, first));
        found++;
    }
    return found;
}

static bool word_in(const char *text, size_t length, const char *word) {
    size_t size = strlen(word);
    for (size_t i = 0; i + size <= length; i++) {
        bool before = i > 0 && (isalnum((unsigned char)text[i - 1]) || text[i - 1] == '_');
        bool after = i + size < length && (isalnum((unsigned char)text[i + size]) || text[i + size] == '_');
        if (!before && !after && strncmp(text + i, word, size) == 0) return true;
    }
    return false;
}

static int bits(const char *type, size_t length) {
    static const char *const WIDE[] = {"long", "double", "size_t", "int64_t", "uint64_t"};
    static const char *const SHORT[] = {"short", "int16_t", "uint16_t"};
    static const char *const BYTE[] = {"char", "bool", "int8_t", "uint8_t"};
    if (memchr(type, '*', length) != NULL) return 64;
    for (int i = 0; i < 5; i++) {
        if (word_in(type, length, WIDE[i])) return 64;
    }
    for (int i = 0; i < 3; i++) {
        if (word_in(type, length, SHORT[i])) return 16;
    }
    for (int i = 0; i < 4; i++) {
        if (word_in(type, length, BYTE[i])) return 8;
    }
    return 32;
}

// The bytes of a structure that the source defines, or 0.
static int structure(const char *code, const char *type, size_t length) {
    for (const char *at = strstr(code, "struct "); at != NULL; at = strstr(at + 1, "struct ")) {
        const char *name = at + strlen("struct ");
        size_t size = strcspn(name, " \t\r\n{;");
        const char *open = name + size + strspn(name + size, " \t\r\n");
        char word[100];
        if (*open != '{' || size == 0 || size >= sizeof word) continue;
        memcpy(word, name, size);
        word[size] = 0;
        if (!word_in(type, length, word)) continue;
        int total = 0, widest = 1;
        for (const char *field = open + 1; *field != 0; field++) {
            size_t one = strcspn(field, ";}");
            if (field[one] != ';') break;
            int bytes = bits(field, one) / 8;
            total = (total + bytes - 1) / bytes * bytes + bytes;
            widest = bytes > widest ? bytes : widest;
            field += one;
        }
        return (total + widest - 1) / widest * widest;
    }
    return 0;
}

static bool blank(const char *text, size_t length) {
    size_t start = strspn(text, " \t\r\n");
    return start >= length || (strncmp(text + start, "void", 4) == 0 && start + 4 + strspn(text + start + 4, " ") >= length);
}

static void print_entry(Program *program, const char *code, const char *name, size_t length, const char *open) {
    print(&program->ptx, "\n.visible .entry %.*s(\n", (int)length, name);
    int count = 0;
    for (const char *at = open + 1, *end = at + strcspn(at, ")"); at < end;) {
        size_t one = strcspn(at, ",)");
        if (!blank(at, one)) {
            int bytes = memchr(at, '*', one) != NULL ? 0 : structure(code, at, one);
            print(&program->ptx, "%s\t.param ", count > 0 ? ",\n" : "");
            if (bytes > 0) {
                print(&program->ptx, ".align 8 .b8 %.*s_param_%d[%d]", (int)length, name, count, bytes);
            } else {
                print(&program->ptx, ".u%d %.*s_param_%d", bits(at, one), (int)length, name, count);
            }
            count++;
        }
        at += one + 1;
    }
    print(&program->ptx, "\n)\n{\n\tret;\n}\n");
}

// The name in front of the parentheses; words such as __launch_bounds__ have their own.
static bool name_of(const char *at, const char **name, size_t *length, const char **open) {
    for (;;) {
        while (isspace((unsigned char)*at) || *at == '*') at++;
        size_t size = 0;
        while (isalnum((unsigned char)at[size]) || at[size] == '_') size++;
        if (size == 0) return false;
        const char *next = at + size;
        while (isspace((unsigned char)*next)) next++;
        if (*next == '(' && strncmp(at, "__launch_bounds__", size) != 0) {
            *name = at;
            *length = size;
            *open = next;
            return true;
        }
        if (*next == '(') next += strcspn(next, ")") + 1;
        at = next;
    }
}

static bool c_linkage(const char *code, const char *at) {
    const char *found = NULL;
    for (const char *each = code; (each = strstr(each, "extern \"C\"")) != NULL && each < at; each++) found = each;
    if (found == NULL) return false;
    // Of this kernel alone, or a block that is still open.
    int open = 0;
    for (const char *each = found; each < at; each++) {
        if (*each == ';' && open == 0) return false;
        open += *each == '{' ? 1 : *each == '}' ? -1 : 0;
        if (open == 0 && *each == '}') return false;
    }
    return true;
}

static void kernels(Program *program, const char *code) {
    for (const char *at = strstr(code, "__global__"); at != NULL; at = strstr(at, "__global__")) {
        const char *start = at, *name, *open;
        size_t length;
        at += strlen("__global__");
        if (!name_of(at, &name, &length, &open)) continue;
        const char *end = open + strcspn(open, ")");
        if (*end == ')' && end[1 + strspn(end + 1, " \t\r\n")] == ';') continue; // only declared
        if (c_linkage(code, start)) {
            print_entry(program, code, name, length, open);
        } else {
            // Mangled, so that a name that was not declared extern "C" is not found.
            char mangled[300];
            int size = snprintf(mangled, sizeof mangled, "_Z%zu%.*s", length, (int)length, name);
            print_entry(program, code, mangled, (size_t)size, open);
        }
    }
}

static bool known_option(Program *program, const char *option) {
    static const char *const KNOWN[] = {"-I", "-D", "-U", "-G", "-dopt", "-lineinfo", "-std=", "-rdc=", "-default-device",
        "-restrict", "-dc", "-ewp", "-w", "-fmad=", "-ftz=", "-prec-", "-use_fast_math", "-maxrregcount", "-include-path=",
        "-define-macro=", "-device-", "-generate-line-info", "-extra-device-vectorization", "-ptxas-options", "-Xptxas",
        "-diag-", "-disable-warnings", "-pch", "-time"};
    if (strncmp(option, "--", 2) == 0) option++;
    int architecture;
    if (sscanf(option, "-arch=compute_%d", &architecture) == 1 || sscanf(option, "-arch=sm_%d", &architecture) == 1
        || sscanf(option, "-gpu-architecture=compute_%d", &architecture) == 1
        || sscanf(option, "-gpu-architecture=sm_%d", &architecture) == 1) {
        program->architecture = architecture;
        program->binary = strstr(option, "=sm_") != NULL;
        return architecture >= 50 && architecture <= 121;
    }
    for (size_t i = 0; i < sizeof KNOWN / sizeof *KNOWN; i++) {
        if (strncmp(option, KNOWN[i], strlen(KNOWN[i])) == 0) return true;
    }
    return false;
}

EXPORT const char *nvrtcGetErrorString(int result) {
    static const char *const NAMES[] = {"NVRTC_SUCCESS", "NVRTC_ERROR_OUT_OF_MEMORY", "NVRTC_ERROR_PROGRAM_CREATION_FAILURE",
        "NVRTC_ERROR_INVALID_INPUT", "NVRTC_ERROR_INVALID_PROGRAM", "NVRTC_ERROR_INVALID_OPTION", "NVRTC_ERROR_COMPILATION",
        "NVRTC_ERROR_BUILTIN_OPERATION_FAILURE", "NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION",
        "NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION", "NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID", "NVRTC_ERROR_INTERNAL_ERROR"};
    return result >= 0 && result < (int)(sizeof NAMES / sizeof *NAMES) ? NAMES[result] : "NVRTC_ERROR unknown";
}

EXPORT int nvrtcGetNumSupportedArchs(int *count) {
    if (count == NULL) return INVALID_INPUT;
    *count = 3;
    return SUCCESS;
}

EXPORT int nvrtcGetSupportedArchs(int *architectures) {
    if (architectures == NULL) return INVALID_INPUT;
    architectures[0] = 75;
    architectures[1] = 80;
    architectures[2] = 90;
    return SUCCESS;
}

EXPORT int nvrtcCreateProgram(
    Program **program, const char *source, const char *name, int headers, const char *const *texts, const char *const *names) {
    if (program == NULL || source == NULL || headers < 0) return INVALID_INPUT;
    if (headers > 0 && (texts == NULL || names == NULL)) return INVALID_INPUT;
    Program *made = calloc(1, sizeof *made);
    made->magic = MAGIC;
    made->source = strdup(source);
    made->name = strdup(name == NULL || *name == 0 ? "default_program" : name);
    made->architecture = 75;
    *program = made;
    return SUCCESS;
}

EXPORT int nvrtcDestroyProgram(Program **program) {
    if (program == NULL || !valid(*program)) return INVALID_PROGRAM;
    Program *old = *program;
    for (int i = 0; i < old->expression_count; i++) free(old->expressions[i]);
    free(old->source);
    free(old->name);
    free(old->log.bytes);
    free(old->ptx.bytes);
    old->magic = 0;
    free(old);
    *program = NULL;
    return SUCCESS;
}

EXPORT int nvrtcCompileProgram(Program *program, int count, const char *const *options) {
    if (!valid(program)) return INVALID_PROGRAM;
    if (count < 0 || (count > 0 && options == NULL)) return INVALID_INPUT;
    free(program->log.bytes);
    free(program->ptx.bytes);
    program->log = program->ptx = (Text){NULL, 0};
    print(&program->log, "%s", "");
    for (int i = 0; i < count; i++) {
        if (known_option(program, options[i])) continue;
        print(&program->log, "nvrtc: error: invalid value for or unknown option '%s'\n", options[i]);
        return INVALID_OPTION;
    }
    char *code = only_code(program->source);
    int found = errors(program, code);
    if (found > 0) {
        print(&program->log, "%d error%s detected in the compilation of \"%s\".\n", found, found > 1 ? "s" : "", program->name);
    } else {
        // CUDA 13.0 writes PTX 9.0, and a driver for CUDA 12 does not take it.
        int major, minor;
        nvrtcVersion(&major, &minor);
        print(&program->ptx, "//\n// Generated by the stand-in\n//\n\n.version %d.%d\n.target sm_%d\n.address_size 64\n",
              major - 4, minor, program->architecture);
        kernels(program, code);
        program->compiled = true;
    }
    free(code);
    return found > 0 ? COMPILATION : SUCCESS;
}

// Sizes count the zero at the end.
static int size(const Program *program, const Text *text, bool there, size_t *bytes) {
    if (!valid(program)) return INVALID_PROGRAM;
    if (bytes == NULL || !there) return INVALID_INPUT;
    *bytes = text->length + 1;
    return SUCCESS;
}

static int get(const Program *program, const Text *text, bool there, char *to) {
    if (!valid(program)) return INVALID_PROGRAM;
    if (to == NULL || !there) return INVALID_INPUT;
    memcpy(to, text->bytes == NULL ? "" : text->bytes, text->length + 1);
    return SUCCESS;
}

EXPORT int nvrtcGetPTXSize(Program *program, size_t *bytes) {
    return size(program, &program->ptx, program->compiled, bytes);
}

EXPORT int nvrtcGetPTX(Program *program, char *ptx) {
    return get(program, &program->ptx, program->compiled, ptx);
}

// There is a binary only for a real architecture; it is the same text. Without one its size is zero.
EXPORT int nvrtcGetCUBINSize(Program *program, size_t *bytes) {
    int result = size(program, &program->ptx, program->compiled, bytes);
    if (result == SUCCESS && !program->binary) *bytes = 0;
    return result;
}

EXPORT int nvrtcGetCUBIN(Program *program, char *cubin) {
    return get(program, &program->ptx, program->compiled && program->binary, cubin);
}

EXPORT int nvrtcGetProgramLogSize(Program *program, size_t *bytes) {
    return size(program, &program->log, true, bytes);
}

EXPORT int nvrtcGetProgramLog(Program *program, char *log) {
    return get(program, &program->log, true, log);
}

EXPORT int nvrtcAddNameExpression(Program *program, const char *expression) {
    if (!valid(program)) return INVALID_PROGRAM;
    if (program->compiled) return NO_NAME_EXPRESSIONS_AFTER_COMPILATION;
    if (expression == NULL || program->expression_count == EXPRESSIONS) return INVALID_INPUT;
    program->expressions[program->expression_count++] = strdup(expression);
    return SUCCESS;
}

EXPORT int nvrtcGetLoweredName(Program *program, const char *expression, const char **lowered) {
    if (!valid(program)) return INVALID_PROGRAM;
    if (!program->compiled) return NO_LOWERED_NAMES_BEFORE_COMPILATION;
    if (expression == NULL || lowered == NULL) return INVALID_INPUT;
    for (int i = 0; i < program->expression_count; i++) {
        const char *name = program->expressions[i];
        if (strcmp(name, expression) != 0) continue;
        *lowered = *name == '&' ? name + 1 : name;
        return SUCCESS;
    }
    return NAME_EXPRESSION_NOT_VALID;
}
