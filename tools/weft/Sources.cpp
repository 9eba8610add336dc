//===- Sources.cpp - Kernels as C source ----------------------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each function is a kernel of its own, which differs from the others in what
// it makes of sparse results.
//
//===----------------------------------------------------------------------===//

#include "Sources.h"

#include "SourceText.h"

#include <cstring>

using namespace weft::driver;

/// What a level of the compiler prints of a kernel.
static bool printLevel(const weft_kernel *kernel, const char *level,
                       std::string &text, std::string &message) {
  char *made = nullptr, *error = nullptr;
  if (weft_kernel_print(kernel, level, &made, &error) != 0)
    return fail(error, message);
  text = Text(made).get();
  return true;
}

std::string Sources::getName(Part part) const {
  const char *word = part == Part::Evaluate   ? "evaluate"
                     : part == Part::Assemble ? "assemble"
                                              : "compute";
  if (line.name.empty())
    return line.prefix + word;
  return line.prefix + line.name +
         (part == Part::Evaluate ? "" : std::string("_") + word);
}

std::string Sources::getName() const { return getName(Part::Evaluate); }

const Sources::Function *Sources::find(Part part, std::string &message) {
  auto known = functions.find(part);
  if (known != functions.end())
    return &known->second;
  Function function;
  function.name = getName(part);
  bool isWhole = part == Part::Evaluate ||
                 (part == Part::Compute && line.computesWithAssembly);
  std::string assembly = part == Part::Assemble ? "assemble" : "compute";
  if (isWhole)
    assembly = line.assembly.empty() ? "fused" : line.assembly;
  if (!compilation.compile(function.name, " no-code assembly=" + assembly,
                           function.kernel, message) ||
      !printLevel(function.kernel.get(), language, function.text, message))
    return nullptr;
  return &functions.emplace(part, std::move(function)).first->second;
}

Sources &Sources::inCUDA() {
  if (!cuda)
    cuda = std::make_unique<Sources>(line, compilation, "cuda");
  return *cuda;
}

bool Sources::print(Part part, std::string &text, std::string &message) {
  const Function *function = find(part, message);
  if (function)
    text += function->text;
  return function != nullptr;
}

/// The last function of a C file without its name.
static std::string getBody(const std::string &text, const std::string &name) {
  std::string piece = splitSource(text).pieces.back();
  size_t arguments = piece.find(name + "(");
  if (arguments == std::string::npos)
    return piece;
  // Arguments are aligned with the name.
  std::string body;
  for (char c : piece.substr(arguments + name.size()))
    if (c != ' ')
      body += c;
  return body;
}

bool Sources::findAll(std::vector<const Function *> &found, std::string &notes,
                      std::string &message) {
  const Function *whole = find(Part::Evaluate, message);
  if (!whole)
    return false;
  found.push_back(whole);
  for (Part part : {Part::Assemble, Part::Compute}) {
    std::string reason;
    const Function *function = find(part, reason);
    if (!function)
      notes += " *\n * There is no function " + getName(part) + ": " +
               reason.substr(0, reason.find('\n')) + "\n";
    else if (getBody(function->text, function->name) !=
             getBody(whole->text, whole->name))
      found.push_back(function);
  }
  return true;
}

/// Takes out what would end a comment.
static std::string makeComment(std::string text) {
  for (size_t at; (at = text.find("*/")) != std::string::npos;)
    text.replace(at, 2, "* /");
  return text;
}

std::string weft::driver::describeSignature(const std::string &name,
                                            const weft_kernel *kernel) {
  std::string text = " *   " + name + "\n";
  for (int64_t index = 0; index < weft_kernel_num_tensors(kernel); ++index) {
    std::string format = weft_kernel_tensor_format(kernel, index);
    text += std::string(" *     ") + weft_kernel_tensor_name(kernel, index) +
            ": " + weft_kernel_tensor_type(kernel, index) +
            (format.empty() ? "" : ", ") + format + "\n";
  }
  return makeComment(text);
}

bool Sources::printAll(std::string &text, std::string &message) {
  std::vector<const Function *> found;
  std::string notes;
  if (!findAll(found, notes, message))
    return false;
  bool isCUDA = std::strcmp(language, "cuda") == 0;
  std::string comment = std::string("/* A kernel as ") +
                        (isCUDA ? "CUDA" : "C") +
                        " source, with the tensors that its functions take."
                        "\n *\n";
  std::vector<SourceText> sources;
  for (const Function *function : found) {
    comment += describeSignature(function->name, function->kernel.get());
    sources.push_back(splitSource(function->text));
  }
  text += joinSources(comment + makeComment(notes) + " */", sources);
  return true;
}

/// What the arrays of the tensors are, as comment lines of the header of object
/// files.
static bool describeArrays(const weft_kernel *kernel, std::string &text,
                           std::string &message) {
  std::string header;
  if (!printLevel(kernel, "header", header, message))
    return false;
  size_t end = header.find(" */\nstatic inline");
  size_t begin = end == std::string::npos ? end : header.rfind("\n *\n", end);
  if (begin != std::string::npos)
    text = header.substr(begin + 4, end - begin - 4);
  return true;
}

bool Sources::printHeader(std::string &text, std::string &message) {
  std::vector<const Function *> found;
  std::string notes;
  if (!findAll(found, notes, message))
    return false;
  std::string guard = "WEFT_SOURCE_" + getName() + "_H";
  text +=
      "#ifndef " + guard + "\n#define " + guard + "\n\n#include <stdint.h>\n\n";
  for (const std::string &piece : splitSource(found.front()->text).pieces)
    if (piece.find("WEFT_TENSOR_TYPES") != std::string::npos)
      text += piece;
  text += "\n#ifdef __cplusplus\nextern \"C\" {\n#endif\n";
  for (const Function *function : found) {
    std::string arrays;
    if (!describeArrays(function->kernel.get(), arrays, message))
      return false;
    text +=
        "\n/* The sizes (dims) of results are read, and their arrays, of "
        "which num_arrays\n * many must be provided, are filled in; the "
        "caller frees them. Returns\n * WEFT_RT_OK or another status.\n *\n" +
        arrays + " */\n" + findDeclaration(function->text, function->name) +
        ";\n";
  }
  text += "\n#ifdef __cplusplus\n}\n#endif\n\n#endif /* " + guard + " */\n";
  return true;
}

std::string weft::driver::getHeaderPath(const std::string &path) {
  if (isCUDAPath(path))
    return path.substr(0, path.size() - 3) + ".h";
  size_t size = path.size();
  bool isSource = size > 2 && path.compare(size - 2, 2, ".c") == 0;
  return isSource ? path.substr(0, size - 2) + ".h" : "";
}

bool weft::driver::isCUDAPath(const std::string &path) {
  size_t size = path.size();
  return size > 3 && path.compare(size - 3, 3, ".cu") == 0;
}
