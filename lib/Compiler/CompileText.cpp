//===- CompileText.cpp - The door of the compiler ---------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiling for the C interface. Everything that a caller spells in words is
// parsed here; the compiler gets plain structures.
//
//===----------------------------------------------------------------------===//

#include "CNames.h"
#include "CompileOptions.h"
#include "ObjectFile.h"
#include "PatternSource.h"
#include "Plugins.h"

#include "weft/Compiler/HostMachine.h"
#include "weft/Notation/Arguments.h"
#include "weft/Notation/FormatText.h"
#include "weft/Notation/Sizes.h"
#include "weft/Planner/Statistics.h"

#include "llvm/ADT/StringExtras.h"

using namespace weft;

static runtime::Status makeFailure(llvm::Error failure) {
  return runtime::Status::failure(llvm::toString(std::move(failure)));
}

//===----------------------------------------------------------------------===//
// Arguments
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
  for (const auto &[name, sizes] : given.tensors) {
    planner::Statistics known;
    known.sizes.assign(sizes.begin(), sizes.end());
    request.statistics.emplace(name, planner::toString(known));
  }
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

static std::vector<const char *>
getPointers(const std::vector<std::string> &texts) {
  std::vector<const char *> pointers;
  for (const std::string &text : texts)
    pointers.push_back(text.c_str());
  return pointers;
}

/// Reads a program of patterns: its signature takes the place of the text, and
/// says the formats and types.
static llvm::Error readPatterns(const CompileArguments &arguments,
                                llvm::SmallVectorImpl<std::string> &sizes,
                                CompileRequest &request) {
  if (arguments.numFormats != 0 || arguments.numTypes != 0)
    return llvm::createStringError(
        "formats and types of a program of patterns are those of its "
        "parameters\nhint: a parameter with a format is written "
        "A: format(ds, float, n, m)");
  if (arguments.functions)
    return llvm::createStringError(
        "a program of patterns calls no functions of operator libraries");
  auto source =
      PatternSource::read(std::move(request.text), *request.patternOptions,
                          request.lowering.schedule, sizes);
  if (!source)
    return source.takeError();
  request.patterns = std::move(*source);
  request.text = request.patterns->signature;
  llvm::append_range(sizes, request.patterns->sizes);
  return llvm::Error::success();
}

/// What the arguments ask for.
static runtime::Expected<CompileRequest>
readArguments(const CompileArguments &given) {
  CompileArguments arguments = given;
  auto fail = [](std::string message) {
    return runtime::Status::failure(std::move(message));
  };
  CompileRequest request;
  request.operators = getPluginOperators();
  if (arguments.functions) {
    auto library = OperatorLibrary::parse(
        arguments.functions,
        arguments.functionsName ? arguments.functionsName : "functions",
        request.operators.get());
    if (!library)
      return makeFailure(library.takeError());
    request.operators = std::move(*library);
  }
  request.text = arguments.text;
  llvm::SmallVector<llvm::StringRef> words;
  llvm::SplitString(arguments.options ? arguments.options : "", words);
  // Formats and sizes are those of names, and thus need the text.
  llvm::SmallVector<std::string> sizes;
  for (llvm::StringRef word : words)
    if (llvm::StringRef given = word; given.consume_front("size="))
      sizes.push_back(given.str());
    else if (!applyOption(word, request))
      return fail("unknown compile option '" + word.str() + "'");
  if (!request.machineText.empty()) {
    llvm::Expected<Machine> machine = Machine::parse(request.machineText);
    if (!machine)
      return fail("the description of the machine, " +
                  llvm::toString(machine.takeError()));
    request.machine = std::move(*machine);
  }
  if (isReservedInC(request.name))
    return fail("the kernel cannot be named '" + request.name +
                "', which is reserved in C or C++");

  std::vector<const char *> formats, types;
  if (request.patternOptions) {
    if (llvm::Error error = readPatterns(arguments, sizes, request))
      return makeFailure(std::move(error));
    formats = getPointers(request.patterns->formats);
    types = getPointers(request.patterns->types);
    arguments.formats = formats.data();
    arguments.numFormats = static_cast<int64_t>(formats.size());
    arguments.types = types.data();
    arguments.numTypes = static_cast<int64_t>(types.size());
  }
  notation::ParseOptions parseOptions = request.getParseOptions();
  collectNames(arguments.formats, arguments.numFormats, parseOptions);
  collectNames(arguments.types, arguments.numTypes, parseOptions);
  auto program = notation::parseProgram(request.text, parseOptions);
  if (!program)
    return fail(notation::render(program.error(), request.text));
  std::string message;
  if (!takeSizes(sizes, *program, request, message) ||
      !parseArguments(arguments.formats, arguments.numFormats, *program,
                      notation::parseFormatArgument, &TensorSpec::format,
                      request, message) ||
      !parseArguments(arguments.types, arguments.numTypes, *program,
                      notation::parseTypeArgument, &TensorSpec::type, request,
                      message))
    return fail(message);
  for (int64_t number = 0; number < arguments.numFormats; ++number) {
    const char *argument = arguments.formats[number];
    const TensorSpec &spec =
        request.tensors[notation::splitArgument(argument)->name];
    if (auto mistake = notation::checkFill(
            *spec.format, spec.type.value_or(runtime::ElementType::F64),
            argument))
      return fail(notation::render(*mistake, argument));
  }
  return request;
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

namespace {
/// A kernel for those who do not know its class.
class KernelBehindDoor : public CompiledKernel {
public:
  explicit KernelBehindDoor(std::unique_ptr<Kernel> kernel)
      : kernel(std::move(kernel)) {}

  KernelDescription describe() const override {
    return {kernel->text(),
            kernel->schedule(),
            kernel->getPatterns(),
            kernel->getParseOptions(),
            kernel->sizes(),
            kernel->getNumbers(),
            kernel->getNaturalNumbers(),
            kernel->results().vec(),
            kernel->operands().vec(),
            kernel->getPlaces(),
            kernel->entryName(),
            kernel->takesDeviceArrays()};
  }
  std::string_view object() const override { return kernel->object(); }
  runtime::Status checkObject() const override {
    return weft::checkObject(*kernel);
  }
  runtime::Status writeObject(const char *path,
                              const char *headerPath) const override {
    return weft::writeObject(*kernel, path, headerPath);
  }
  runtime::Expected<std::string> print(const char *level) const override {
    llvm::Expected<std::string> text = kernel->print(level);
    if (!text)
      return makeFailure(text.takeError());
    return std::move(*text);
  }
  runtime::Expected<std::string>
  explain(const char *level, const RunDescription &run) const override {
    llvm::StringRef name = level;
    if (name != "explain" && name != "explain-html")
      return runtime::Status::failure("unknown level '" + name.str() +
                                      "': expected explain or explain-html");
    llvm::Expected<std::string> text =
        kernel->explain(/*html=*/name == "explain-html", &run);
    if (!text)
      return makeFailure(text.takeError());
    return std::move(*text);
  }
  runtime::Expected<weft_kernel_fn> link() override {
    llvm::Expected<weft_kernel_fn> function = kernel->link();
    if (!function)
      return makeFailure(function.takeError());
    return *function;
  }

private:
  std::unique_ptr<Kernel> kernel;
};
} // namespace

static runtime::Expected<std::unique_ptr<CompiledKernel>>
compileText(const CompileArguments &arguments) {
  runtime::Expected<CompileRequest> request = readArguments(arguments);
  if (request.failed())
    return request.takeStatus();
  llvm::Expected<std::unique_ptr<Kernel>> kernel =
      Kernel::compile(std::move(*request));
  if (!kernel)
    return makeFailure(kernel.takeError());
  return std::unique_ptr<CompiledKernel>(
      new KernelBehindDoor(std::move(*kernel)));
}

/// Reads the name of a processor, or a description, which has lines.
static runtime::Expected<Machine> readMachine(llvm::StringRef text) {
  if (text.contains('\n')) {
    llvm::Expected<Machine> machine = Machine::parse(text);
    if (!machine)
      return makeFailure(machine.takeError());
    return *machine;
  }
  std::optional<Machine> known = Machine::find(text);
  if (!known)
    return runtime::Status::failure("unknown processor '" + text.str() +
                                    "'; the known ones are " +
                                    llvm::join(Machine::getNames(), ", "));
  return *known;
}

/// Prints the description of a processor, or of the host.
static runtime::Expected<std::string> describeMachine(const char *name) {
  runtime::Expected<Machine> machine =
      name ? readMachine(name) : runtime::Expected<Machine>(describeHost());
  if (machine.failed())
    return machine.getStatus();
  std::string text;
  llvm::raw_string_ostream os(text);
  machine->print(os);
  return text;
}

const Compiler *weft_get_compiler() {
  static const Compiler compiler = {WEFT_VERSION,     compilerLayout,
                                    compileText,      describeMachine,
                                    weft::loadPlugin, weft::describeLevelType};
  return &compiler;
}
