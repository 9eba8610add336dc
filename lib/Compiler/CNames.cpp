//===- CNames.cpp - Reserved names of C and C++ -----------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The names that the standards of C and C++ reserve.
//
//===----------------------------------------------------------------------===//

#include "CNames.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

#include <dlfcn.h>
#include <gnu/lib-names.h>

using namespace weft;

bool weft::isIdentifier(llvm::StringRef name) {
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
  static const llvm::StringSet<> macros = {
      "EDOM",     "EOF",    "ERANGE",    "HUGE_VAL", "I",
      "INFINITY", "NAN",    "NULL",      "RAND_MAX", "SIGABRT",
      "SIGFPE",   "SIGILL", "SIGINT",    "SIGSEGV",  "SIGTERM",
      "complex",  "errno",  "imaginary", "noreturn"};
  return functions.contains(name) || macros.contains(name) ||
         // Those of float and of long double.
         (name.size() > 2 && (name.ends_with("f") || name.ends_with("l")) &&
          functions.contains(name.drop_back()));
}

/// Whether the C library of this system has a function or an object of a name,
/// so that a kernel would take its place in programs that it is linked into.
static bool isInSystemLibrary(llvm::StringRef name) {
  std::string symbol = name.str();
  for (const char *library : {LIBC_SO, LIBM_SO})
    if (void *handle = dlopen(library, RTLD_LAZY)) {
      bool isDefined = dlsym(handle, symbol.c_str()) != nullptr;
      dlclose(handle);
      if (isDefined)
        return true;
    }
  return false;
}

bool weft::isReservedInC(llvm::StringRef name) {
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
  // Those of <math.h>, <float.h> and <fenv.h> that are numbers.
  bool isMathMacro = false;
  for (llvm::StringRef prefix :
       {"M_", "FP_", "FE_", "MATH_", "FLT_", "DBL_", "LDBL_", "HUGE_VAL"})
    isMathMacro |=
        name.starts_with(prefix) && llvm::none_of(name, llvm::isLower);
  bool isNumberMacro = name.contains("INT") &&
                       (name.ends_with("_MAX") || name.ends_with("_MIN") ||
                        name.ends_with("_C") || name.ends_with("_WIDTH"));
  return reserved.contains(name) || isNumberMacro || isMathMacro ||
         name.ends_with("_t") || name.starts_with("weft_") ||
         name.starts_with("_") || isInStandardLibrary(name) ||
         isInSystemLibrary(name);
}

/// Whether a name is that of a type of vectors, such as `float4`.
static bool isVectorOfCUDA(llvm::StringRef name) {
  if (name.empty() || name.back() < '1' || name.back() > '4')
    return false;
  llvm::StringRef element = name.drop_back();
  if (element == "float" || element == "double")
    return true;
  element.consume_front("u");
  return element == "char" || element == "short" || element == "int" ||
         element == "long" || element == "longlong";
}

bool weft::isReservedInCUDA(llvm::StringRef name) {
  static const llvm::StringSet<> variables = {
      "blockDim", "blockIdx", "dim3", "gridDim", "threadIdx", "warpSize"};
  return variables.contains(name) || isVectorOfCUDA(name) ||
         name.starts_with("cuda");
}
