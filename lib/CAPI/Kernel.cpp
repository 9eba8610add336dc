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

#include "CNames.h"
#include "CompileOptions.h"
#include "KernelHandle.h"

#include "weft/Notation/Arguments.h"
#include "weft/Notation/FormatText.h"
#include "weft/Notation/Sizes.h"

using namespace weft;
using weft::capi::fail;

/// The message of an error as the caller gets it.
static int fail(char **error, llvm::Error failure) {
  return fail(error, llvm::toString(std::move(failure)));
}

//===----------------------------------------------------------------------===//
// Compilation
//===----------------------------------------------------------------------===//

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
    else if (!capi::applyOption(word, request))
      return fail(error, "unknown compile option '" + word.str() + "'");
  if (capi::isReservedInC(request.name))
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
