//===- KernelHandle.cpp - Signatures of kernels as text ---------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Describes the tensors of a kernel's signature by the format and type texts
// that the C interface accepts.
//
//===----------------------------------------------------------------------===//

#include "KernelHandle.h"
#include "Spelling.h"

#include "weft/Notation/FormatText.h"

using namespace weft;

/// Describes a tensor of the signature of a kernel.
static TensorTexts describe(const KernelTensor &tensor,
                            const notation::Program &program) {
  TensorTexts texts;
  texts.name = tensor.name;
  texts.format = capi::spellFormat(tensor.format);
  texts.type = runtime::nameOf(tensor.type);
  texts.variables.resize(tensor.format.order());
  for (const notation::Statement &statement : program.statements)
    for (const notation::IndexVariable &variable : statement.variables)
      for (const notation::ModeUse &use : variable.uses)
        if (use.tensor == tensor.index && texts.variables[use.mode].empty())
          texts.variables[use.mode] = variable.name;
  return texts;
}

notation::Range weft_kernel::getPlace(const KernelTensor &tensor) const {
  auto place = description.places.find(tensor.name);
  if (place != description.places.end())
    return place->second;
  // Ranges of the signature are no places in a program of patterns.
  return hasPatterns() ? notation::Range()
                       : program.tensors[tensor.index].range;
}

runtime::Status weft_kernel::refuse(const KernelTensor &tensor,
                                    const std::string &message,
                                    const std::string &hint) const {
  return runtime::Status::failure(notation::render(
      {message, getPlace(tensor), hint, {}}, description.source()));
}

weft_kernel::weft_kernel(KernelDescription given)
    : description(std::move(given)) {
  auto parsed = notation::parseProgram(text(), description.parseOptions);
  program = std::move(*parsed);
  for (const KernelTensor &tensor : results()) {
    tensors.push_back(describe(tensor, program));
    numResultArrays.push_back(runtime::numArrays(tensor.stored()));
  }
  for (const KernelTensor &tensor : operands())
    tensors.push_back(describe(tensor, program));
  size_t number = 0;
  for (const auto *list : {&results(), &operands()})
    for (const KernelTensor &tensor : *list)
      tensors[number++].excerpt =
          notation::renderExcerpt(description.source(), getPlace(tensor));
}
