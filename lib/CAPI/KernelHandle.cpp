//===- KernelHandle.cpp - The tensors of a kernel in words ------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Describes the tensors of a kernel's signature in the words that the C
// interface accepts for them.
//
//===----------------------------------------------------------------------===//

#include "KernelHandle.h"

#include "weft/Notation/FormatText.h"

using namespace weft;

/// A width for all levels, or one for each.
static std::string spellWidths(const runtime::Format &format,
                               int runtime::Level::*width) {
  std::string text;
  bool isUniform = true;
  for (const runtime::Level &level : format.levels) {
    text += (text.empty() ? "" : ":") + std::to_string(level.*width);
    isUniform &= level.*width == format.levels.front().*width;
  }
  return isUniform ? std::to_string(format.levels.front().*width) : text;
}

/// A format as `weft_compile` and `weft_tensor_create` take it.
static std::string spell(const runtime::Format &format) {
  std::string letters, modes;
  for (const runtime::Level &level : format.levels) {
    letters += notation::getLetter(level);
    if (!level.ordered)
      letters += '~';
    if (level.room != 0)
      letters += std::to_string(level.room);
    modes += modes.empty() ? ":" : ",";
    if (level.part == runtime::LevelPart::Slot) {
      modes += "*";
      continue;
    }
    modes += std::to_string(level.mode);
    if (level.part != runtime::LevelPart::Whole)
      modes += (level.part == runtime::LevelPart::Quotient ? "/" : "%") +
               std::to_string(level.block);
  }
  std::string properties;
  if (!format.levels.empty())
    properties = "pos=" + spellWidths(format, &runtime::Level::positionBits) +
                 ",crd=" + spellWidths(format, &runtime::Level::coordinateBits);
  if (format.fill)
    properties += (properties.empty() ? "fill=" : ",fill=") +
                  runtime::toString(*format.fill);
  // A packed format has a level, which has widths.
  if (format.packed)
    properties += ",packed";
  return letters + modes + (properties.empty() ? "" : "{" + properties + "}");
}

/// Describes a tensor of the signature of a kernel.
static TensorTexts describe(const KernelTensor &tensor,
                            const notation::Program &program) {
  TensorTexts texts;
  texts.name = tensor.name;
  texts.format = spell(tensor.format);
  texts.type = runtime::nameOf(tensor.type);
  texts.variables.resize(tensor.format.order());
  for (const notation::Statement &statement : program.statements)
    for (const notation::IndexVariable &variable : statement.variables)
      for (const notation::ModeUse &use : variable.uses)
        if (use.tensor == tensor.index && texts.variables[use.mode].empty())
          texts.variables[use.mode] = variable.name;
  return texts;
}

weft_kernel::weft_kernel(KernelDescription given)
    : description(std::move(given)) {
  auto parsed = notation::parseProgram(text(), description.parseOptions);
  program = std::move(*parsed);
  for (const KernelTensor &tensor : results())
    tensors.push_back(describe(tensor, program));
  for (const KernelTensor &tensor : operands())
    tensors.push_back(describe(tensor, program));
}
