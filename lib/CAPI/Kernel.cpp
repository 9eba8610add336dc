//===- Kernel.cpp - Kernels behind the C interface --------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiling texts and looking at kernels. Everything that a caller spells in
// words is parsed here; the compiler gets plain structures.
//
//===----------------------------------------------------------------------===//

#include "KernelHandle.h"

#include "weft/Notation/Arguments.h"
#include "weft/Notation/FormatText.h"
#include "weft/Notation/Sizes.h"

#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/StringSwitch.h"

using namespace weft;
using weft::capi::fail;

/// The message of an error as the caller gets it.
static int fail(char **error, llvm::Error failure) {
  return fail(error, llvm::toString(std::move(failure)));
}

//===----------------------------------------------------------------------===//
// Compilation
//===----------------------------------------------------------------------===//

/// Whether a name can be that of a C function.
static bool isIdentifier(llvm::StringRef name) {
  auto isStart = [](char c) { return llvm::isAlpha(c) || c == '_'; };
  return !name.empty() && isStart(name.front()) &&
         llvm::all_of(name,
                      [&](char c) { return isStart(c) || llvm::isDigit(c); });
}

/// Whether a function, macro or object of the C standard library has a name:
/// one with external linkage is reserved whether or not its header is included.
static bool isInStandardLibrary(llvm::StringRef name) {
  static const llvm::StringSet<> functions = {
      "abort",         "abs",          "aligned_alloc", "asctime",   "assert",
      "at_quick_exit", "atexit",       "atof",          "atoi",      "atol",
      "atoll",         "bsearch",      "btowc",         "calloc",    "clearerr",
      "clock",         "ctime",        "difftime",      "div",       "errno",
      "exit",          "fclose",       "feof",          "ferror",    "fflush",
      "fgetc",         "fgetpos",      "fgets",         "fopen",     "fprintf",
      "fputc",         "fputs",        "fread",         "free",      "freopen",
      "fscanf",        "fseek",        "fsetpos",       "ftell",     "fwrite",
      "getc",          "getchar",      "getenv",        "gets",      "gmtime",
      "isalnum",       "isalpha",      "isblank",       "iscntrl",   "isdigit",
      "isgraph",       "islower",      "isprint",       "ispunct",   "isspace",
      "isupper",       "isxdigit",     "labs",          "ldiv",      "llabs",
      "lldiv",         "localeconv",   "localtime",     "longjmp",   "malloc",
      "mblen",         "mbstowcs",     "mbtowc",        "memchr",    "memcmp",
      "memcpy",        "memmove",      "memset",        "mktime",    "offsetof",
      "perror",        "printf",       "putc",          "putchar",   "puts",
      "qsort",         "quick_exit",   "raise",         "rand",      "realloc",
      "remove",        "rename",       "rewind",        "scanf",     "setbuf",
      "setjmp",        "setlocale",    "setvbuf",       "signal",    "snprintf",
      "sprintf",       "srand",        "sscanf",        "stderr",    "stdin",
      "stdout",        "strcat",       "strchr",        "strcmp",    "strcoll",
      "strcpy",        "strcspn",      "strerror",      "strftime",  "strlen",
      "strncat",       "strncmp",      "strncpy",       "strpbrk",   "strrchr",
      "strspn",        "strstr",       "strtod",        "strtof",    "strtok",
      "strtol",        "strtold",      "strtoll",       "strtoul",   "strtoull",
      "strxfrm",       "system",       "time",          "tmpfile",   "tmpnam",
      "tolower",       "toupper",      "ungetc",        "va_arg",    "va_copy",
      "va_end",        "va_start",     "vfprintf",      "vprintf",   "vscanf",
      "vsnprintf",     "vsprintf",     "vsscanf",       "wcslen",    "wcstombs",
      "wctomb",        "EOF",          "NULL",          "BUFSIZ",    "RAND_MAX",
      "EXIT_FAILURE",  "EXIT_SUCCESS", "acos",          "acosh",     "asin",
      "asinh",         "atan",         "atan2",         "atanh",     "cabs",
      "carg",          "cbrt",         "ceil",          "cexp",      "cimag",
      "clog",          "conj",         "copysign",      "cos",       "cosh",
      "cpow",          "creal",        "csqrt",         "erf",       "erfc",
      "exp",           "exp2",         "expm1",         "fabs",      "fdim",
      "floor",         "fma",          "fmax",          "fmin",      "fmod",
      "frexp",         "hypot",        "ilogb",         "isfinite",  "isinf",
      "isnan",         "isnormal",     "ldexp",         "lgamma",    "llrint",
      "llround",       "log",          "log10",         "log1p",     "log2",
      "logb",          "lrint",        "lround",        "modf",      "nan",
      "nearbyint",     "nextafter",    "pow",           "remainder", "remquo",
      "rint",          "round",        "scalbn",        "signbit",   "sin",
      "sinh",          "sqrt",         "tan",           "tanh",      "tgamma",
      "trunc"};
  return functions.contains(name) ||
         // Those of float and of long double.
         (name.size() > 2 && (name.ends_with("f") || name.ends_with("l")) &&
          functions.contains(name.drop_back()));
}

/// Whether C or C++ keep a name to themselves: a keyword, the name of the
/// program's entry, one of the implementation's (with an underscore in front),
/// one of the header's own, or one that the headers it includes define.
static bool isReservedInC(llvm::StringRef name) {
  static const llvm::StringSet<> reserved = {"alignas",
                                             "alignof",
                                             "and",
                                             "and_eq",
                                             "asm",
                                             "auto",
                                             "bitand",
                                             "bitor",
                                             "bool",
                                             "break",
                                             "case",
                                             "catch",
                                             "char",
                                             "class",
                                             "co_await",
                                             "co_return",
                                             "co_yield",
                                             "compl",
                                             "concept",
                                             "const",
                                             "const_cast",
                                             "consteval",
                                             "constexpr",
                                             "constinit",
                                             "continue",
                                             "decltype",
                                             "default",
                                             "delete",
                                             "do",
                                             "double",
                                             "dynamic_cast",
                                             "else",
                                             "enum",
                                             "explicit",
                                             "export",
                                             "extern",
                                             "false",
                                             "float",
                                             "for",
                                             "friend",
                                             "goto",
                                             "if",
                                             "inline",
                                             "int",
                                             "long",
                                             "main",
                                             "mutable",
                                             "namespace",
                                             "new",
                                             "noexcept",
                                             "not",
                                             "not_eq",
                                             "nullptr",
                                             "operator",
                                             "or",
                                             "or_eq",
                                             "private",
                                             "protected",
                                             "public",
                                             "register",
                                             "reinterpret_cast",
                                             "requires",
                                             "restrict",
                                             "return",
                                             "short",
                                             "signed",
                                             "sizeof",
                                             "static",
                                             "static_assert",
                                             "static_cast",
                                             "std",
                                             "struct",
                                             "switch",
                                             "template",
                                             "this",
                                             "thread_local",
                                             "throw",
                                             "true",
                                             "try",
                                             "typedef",
                                             "typeid",
                                             "typename",
                                             "typeof",
                                             "typeof_unqual",
                                             "union",
                                             "unsigned",
                                             "using",
                                             "virtual",
                                             "void",
                                             "volatile",
                                             "wchar_t",
                                             "while",
                                             "xor",
                                             "xor_eq"};
  bool isNumberMacro = name.contains("INT") &&
                       (name.ends_with("_MAX") || name.ends_with("_MIN") ||
                        name.ends_with("_C") || name.ends_with("_WIDTH"));
  return reserved.contains(name) || isNumberMacro || name.ends_with("_t") ||
         name.starts_with("weft_") || name.starts_with("_") ||
         isInStandardLibrary(name);
}

/// Applies one word of the options; false if there is no such word, or if its
/// value is wrong.
static bool applyOption(llvm::StringRef word, CompileRequest &request) {
  if (word == "strict-fp") {
    request.lowering.strictFloatingPoint = true;
    return true;
  }
  if (word == "strict-zero") {
    request.strictZero = true;
    return true;
  }
  if (word == "drop-fill") {
    request.lowering.dropFill = true;
    return true;
  }
  if (word == "check-accesses") {
    request.lowering.checkAccesses = true;
    return true;
  }
  if (word == "no-code") {
    request.generateCode = false;
    return true;
  }
  if (word.consume_front("assembly=")) {
    auto assembly = llvm::StringSwitch<std::optional<level::Assembly>>(word)
                        .Case("fused", level::Assembly::Fused)
                        .Case("assemble", level::Assembly::Assemble)
                        .Case("compute", level::Assembly::Compute)
                        .Case("two_phase", level::Assembly::TwoPhase)
                        .Default(std::nullopt);
    request.lowering.assembly = assembly.value_or(level::Assembly::Fused);
    return assembly.has_value();
  }
  if (word.consume_front("workspace=")) {
    auto [name, kind] = word.contains(':') ? word.split(':')
                                           : std::pair(llvm::StringRef(), word);
    std::optional<level::Workspace> workspace = level::symbolizeWorkspace(kind);
    if (!workspace)
      return false;
    if (word.contains(':'))
      request.workspaces[name.str()] = *workspace;
    else
      request.workspace = workspace;
    return true;
  }
  if (word.consume_front("merge=")) {
    auto ratio = llvm::StringSwitch<std::optional<int64_t>>(word)
                     .Case("auto", LoweringOptions().gallop)
                     .Case("two_finger", -1)
                     .Case("gallop", 0)
                     .Default(std::nullopt);
    request.lowering.gallop = ratio.value_or(0);
    return ratio.has_value();
  }
  if (word.consume_front("schedule=")) {
    request.lowering.schedule = word.str();
    return true;
  }
  if (word.consume_front("opt="))
    return !word.getAsInteger(10, request.optLevel) && request.optLevel <= 3;
  if (word.consume_front("tensor=")) {
    request.tensors[word.str()];
    return true;
  }
  if (word.consume_front("name=")) {
    request.name = word.str();
    return isIdentifier(word);
  }
  return false;
}

/// Parses `count` arguments "NAME:VALUE" with one of the parsers of the text
/// front end and stores the values in the request.
template <typename Parser, typename Member>
static bool parseArguments(const char *const *arguments, int64_t count,
                           const notation::Program &program, Parser parser,
                           Member member, CompileRequest &request,
                           std::string &message) {
  if (count < 0) {
    message = "expected the number of arguments not to be negative, got " +
              std::to_string(count);
    return false;
  }
  for (int64_t number = 0; number < count; ++number) {
    const char *argument = arguments ? arguments[number] : nullptr;
    if (!argument) {
      message = "expected NAME:VALUE, got NULL";
      return false;
    }
    auto given = parser(argument, program);
    if (!given) {
      message = notation::render(given.error(), argument);
      return false;
    }
    auto &value = request.tensors[given->name].*member;
    if (value) {
      message = "'" + std::string(argument) + "' is the second for tensor " +
                given->name;
      return false;
    }
    value = std::move(given->value);
  }
  return true;
}

/// Takes the sizes that arguments "NAME:SIZES" give to the tensors and index
/// variables of a text.
static bool takeSizes(llvm::ArrayRef<std::string> arguments,
                      const notation::Program &program, CompileRequest &request,
                      std::string &message) {
  notation::Sizes given;
  for (const std::string &argument : arguments) {
    auto parsed = notation::parseSizesArgument(argument, program);
    if (!parsed) {
      message = notation::render(parsed.error(), argument);
      return false;
    }
    bool isNew =
        program.findTensor(parsed->name)
            ? given.tensors.emplace(parsed->name, parsed->value).second
            : given.variables.emplace(parsed->name, parsed->value.front())
                  .second;
    if (!isNew) {
      message = "'" + argument + "' gives sizes to " + parsed->name +
                " for the second time";
      return false;
    }
  }
  if (auto mistake = notation::checkSizes(program, given)) {
    message = notation::render(*mistake, request.text);
    return false;
  }
  request.sizes.insert(given.variables.begin(), given.variables.end());
  return true;
}

/// The names that arguments begin with.
static void collectNames(const char *const *arguments, int64_t count,
                         notation::ParseOptions &options) {
  for (int64_t number = 0; arguments && number < count; ++number)
    if (arguments[number])
      if (auto split = notation::splitArgument(arguments[number]))
        options.tensors.insert(split->name);
}

int weft_compile(const char *text, const char *const *formats,
                 int64_t num_formats, const char *const *types,
                 int64_t num_types, const char *options, weft_kernel **kernel,
                 char **error) {
  return weft_compile_with_functions(text, nullptr, nullptr, formats,
                                     num_formats, types, num_types, options,
                                     kernel, error);
}

int weft_compile_with_functions(const char *text, const char *functions,
                                const char *functions_name,
                                const char *const *formats, int64_t num_formats,
                                const char *const *types, int64_t num_types,
                                const char *options, weft_kernel **kernel,
                                char **error) {
  WEFT_REQUIRE(text);
  WEFT_REQUIRE(kernel);
  CompileRequest request;
  if (functions) {
    auto library = OperatorLibrary::parse(
        functions, functions_name ? functions_name : "functions");
    if (!library)
      return fail(error, library.takeError());
    request.operators = std::move(*library);
  }
  request.text = text;
  llvm::SmallVector<llvm::StringRef> words;
  llvm::SplitString(options ? options : "", words);
  // Formats and sizes are those of names, and thus need the text.
  llvm::SmallVector<std::string> sizes;
  for (llvm::StringRef word : words)
    if (llvm::StringRef given = word; given.consume_front("size="))
      sizes.push_back(given.str());
    else if (!applyOption(word, request))
      return fail(error, "unknown compile option '" + word.str() + "'");
  if (isReservedInC(request.name))
    return fail(error, "the kernel cannot be named '" + request.name +
                           "', which is reserved in C or C++");

  notation::ParseOptions parseOptions = request.getParseOptions();
  collectNames(formats, num_formats, parseOptions);
  collectNames(types, num_types, parseOptions);
  auto program = notation::parseProgram(request.text, parseOptions);
  if (!program)
    return fail(error, notation::render(program.error(), request.text));
  std::string message;
  if (!takeSizes(sizes, *program, request, message) ||
      !parseArguments(formats, num_formats, *program,
                      notation::parseFormatArgument, &TensorSpec::format,
                      request, message) ||
      !parseArguments(types, num_types, *program, notation::parseTypeArgument,
                      &TensorSpec::type, request, message))
    return fail(error, message);
  for (int64_t number = 0; number < num_formats; ++number) {
    const TensorSpec &spec =
        request.tensors[notation::splitArgument(formats[number])->name];
    if (auto mistake = notation::checkFill(
            *spec.format, spec.type.value_or(runtime::ElementType::F64),
            formats[number]))
      return fail(error, notation::render(*mistake, formats[number]));
  }

  auto handle = std::make_unique<weft_kernel>();
  auto compiled = Kernel::compile(std::move(request));
  if (!compiled)
    return fail(error, compiled.takeError());
  handle->kernel = std::move(*compiled);
  handle->describeTensors();
  *kernel = handle.release();
  return 0;
}

void weft_kernel_free(weft_kernel *kernel) { delete kernel; }

//===----------------------------------------------------------------------===//
// The signature
//===----------------------------------------------------------------------===//

int64_t weft_kernel_num_tensors(const weft_kernel *kernel) {
  return kernel ? kernel->kernel->tensors().size() : 0;
}

int64_t weft_kernel_num_results(const weft_kernel *kernel) {
  return kernel ? kernel->kernel->results().size() : 0;
}

/// The tensor at a place of the signature, or null.
static const TensorTexts *getTensor(const weft_kernel *kernel, int64_t index) {
  if (index < 0 || index >= weft_kernel_num_tensors(kernel))
    return nullptr;
  return &kernel->tensors[index];
}

const char *weft_kernel_tensor_name(const weft_kernel *kernel, int64_t index) {
  const TensorTexts *tensor = getTensor(kernel, index);
  return tensor ? tensor->name.c_str() : nullptr;
}

int64_t weft_kernel_tensor_order(const weft_kernel *kernel, int64_t index) {
  return getTensor(kernel, index)
             ? kernel->kernel->tensors()[index].format.order()
             : -1;
}

const char *weft_kernel_tensor_format(const weft_kernel *kernel,
                                      int64_t index) {
  const TensorTexts *tensor = getTensor(kernel, index);
  return tensor ? tensor->format.c_str() : nullptr;
}

const char *weft_kernel_tensor_type(const weft_kernel *kernel, int64_t index) {
  const TensorTexts *tensor = getTensor(kernel, index);
  return tensor ? tensor->type.c_str() : nullptr;
}

const char *weft_kernel_tensor_variable(const weft_kernel *kernel,
                                        int64_t index, int64_t mode) {
  const TensorTexts *tensor = getTensor(kernel, index);
  if (!tensor || mode < 0 ||
      mode >= static_cast<int64_t>(tensor->variables.size()) ||
      tensor->variables[mode].empty())
    return nullptr;
  return tensor->variables[mode].c_str();
}

//===----------------------------------------------------------------------===//
// Printing
//===----------------------------------------------------------------------===//

int weft_kernel_print(const weft_kernel *kernel, const char *level, char **text,
                      char **error) {
  WEFT_REQUIRE(kernel);
  WEFT_REQUIRE(level);
  WEFT_REQUIRE(text);
  auto printed = kernel->kernel->print(level);
  if (!printed)
    return fail(error, printed.takeError());
  *text = capi::copyText(*printed);
  return *text ? 0 : fail(error, "not enough memory");
}
