//===- TensorDescriptions.cpp - Descriptions of stored tensors --*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How the operands of a kernel are stored and how its results are made: levels
// with what they store of which mode, the fill where it is not zero, and the
// phases of assembly.
//
//===----------------------------------------------------------------------===//

#include "Decisions.h"

#include "weft/Analysis/OperatorAlgebra.h"
#include "weft/Analysis/ResultAssembly.h"
#include "weft/Analysis/SharedStructure.h"
#include "weft/Support/ScalarText.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace weft;
using namespace weft::analysis;
using namespace weft::explain;

std::string
weft::explain::describeLevelType(level::LevelTypeAttrInterface type) {
  std::string text;
  llvm::raw_string_ostream os(text);
  type.print(os);
  StringRef name(text);
  name.consume_front("#level.");
  auto [mnemonic, modifiers] = name.split('<');
  if (!modifiers.consume_back(">"))
    return name.str();
  return (mnemonic + " (" + modifiers + ")").str();
}

/// What a level stores: a mode, its blocks, the places in them, or slots.
static std::string describeStored(level::FormatAttr format,
                                  level::LevelExpr expr) {
  if (expr.dim >= format.getNumDims())
    return "slots";
  std::string mode = "mode " + std::to_string(expr.dim + 1);
  std::string block = std::to_string(expr.block);
  switch (expr.part) {
  case level::LevelPart::Whole:
    return mode;
  case level::LevelPart::Quotient:
    return "blocks of " + block + " of " + mode;
  case level::LevelPart::Remainder:
    return "the places in blocks of " + block + " of " + mode;
  }
  llvm_unreachable("unknown part");
}

/// How a tensor is stored; nothing for scalars.
static std::string describeStorage(RankedTensorType type) {
  level::FormatAttr format = level::getFormat(type);
  if (!format || format.getNumLevels() == 0)
    return "";
  SmallVector<std::string> levels;
  for (int64_t number = 0; number != format.getNumLevels(); ++number)
    levels.push_back(describeLevelType(format.getLevelType(number)) + " over " +
                     describeStored(format, format.getLevelExpr(number)));
  std::string text = llvm::join(levels, ", ");
  Attribute fill = level::getFill(type);
  Attribute zero = level::getZero(type.getElementType());
  if (fill && zero && !areSameScalar(fill, zero))
    text += "; what is not stored is " + getScalarText(fill);
  return text;
}

/// What a result takes of an operand.
static std::string describeShared(SharedStructure shared,
                                  const KernelNames &names) {
  std::string operand = names.getTensor(shared.access.getRef()).str();
  if (shared.isWhole)
    return "stores what " + operand +
           " does, so that its coordinates are copied";
  std::string text = "stores what " + operand + " does in its first ";
  if (shared.numLevels == 1)
    return text + "level, whose coordinates are copied";
  return text + std::to_string(shared.numLevels) +
         " levels, whose coordinates are copied";
}

/// How a result is made, where there is something to say: levels that are
/// appended to or inserted into, and how often they are passed over.
static std::string describeAssembly(cin::KernelOp kernel, Value ref,
                                    const KernelNames &names) {
  level::FormatAttr format =
      level::getFormat(cast<cin::RefType>(ref.getType()).getTensor());
  if (!format || format.isAllDense())
    return "";
  SmallVector<cin::AssignOp> assigns;
  kernel.walk([&](cin::AssignOp assign) {
    if (assign.getRef() == ref)
      assigns.push_back(assign);
  });
  std::string text;
  switch (getResultAssembly(kernel, ref, assigns)) {
  case level::Assembly::Fused:
    text = "made in one pass, in arrays that grow";
    if (isCollected(assigns))
      text +=
          "; coordinates of a segment come in any order, are looked up, and "
          "sorted when all are there";
    break;
  case level::Assembly::Assemble:
    text = "coordinates are stored, and components left for later";
    break;
  case level::Assembly::Compute:
    text = "components are stored at the coordinates that are there already";
    break;
  case level::Assembly::Place:
    text = "components are stored where their coordinates were counted";
    break;
  case level::Assembly::Reuse:
    text = describeShared(findSharedStructure(kernel, ref, assigns), names);
    break;
  case level::Assembly::Count:
  case level::Assembly::TwoPhase:
    text = "made in two passes, which count coordinates and store them with "
           "the components, in arrays of their final sizes";
    break;
  }
  if (kernel.getDropFill())
    text += "; components that turn out to be the fill are dropped";
  return text;
}

SmallVector<std::string>
weft::explain::describeTensors(cin::KernelOp kernel, const KernelNames &names) {
  SmallVector<std::string> lines;
  auto add = [&](Value ref, bool isResult) {
    RankedTensorType type = cast<cin::RefType>(ref.getType()).getTensor();
    std::string storage = describeStorage(type);
    std::string assembly = isResult ? describeAssembly(kernel, ref, names) : "";
    if (storage.empty())
      return;
    std::string line = (names.getTensor(ref) + ": " + storage).str();
    if (!assembly.empty())
      line += "; " + assembly;
    if (!llvm::is_contained(lines, line))
      lines.push_back(line);
  };
  for (Value ref : kernel.getOutputRefs())
    add(ref, /*isResult=*/true);
  for (Value ref : kernel.getInputRefs())
    add(ref, /*isResult=*/false);
  return lines;
}
