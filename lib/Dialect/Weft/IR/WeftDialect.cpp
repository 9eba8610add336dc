//===- WeftDialect.cpp - The weft dialect --------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Registers the dialect, and verifies what it says of operations of others:
// each attribute has its type and stands where it means something.
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Weft/IR/Weft.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace weft;

#include "weft/Dialect/Weft/IR/WeftDialect.cpp.inc"

void WeftDialect::initialize() { registerAttributes(); }

namespace {
/// What an attribute may be, and what it may stand on.
struct Note {
  StringLiteral name;
  bool (*isWellFormed)(Attribute);
  StringLiteral form;
  bool (*hasPlace)(Operation *);
  StringLiteral place;
};
} // namespace

static bool isFunction(Operation *op) { return isa<FunctionOpInterface>(op); }
static bool isLoop(Operation *op) { return isa<scf::ForOp>(op); }
static bool isScalar(Operation *op) {
  return op->getNumResults() == 1 && op->getNumRegions() == 0;
}

template <typename... AttrTy> static bool isOneOf(Attribute value) {
  return isa<AttrTy...>(value);
}
static bool isPair(Attribute value) {
  auto numbers = dyn_cast<DenseI64ArrayAttr>(value);
  return numbers && numbers.size() == 2;
}

/// What stands on operations.
static constexpr Note kNotes[] = {
    {kKernelAttr, isOneOf<UnitAttr, StringAttr>, "a unit or a string",
     isFunction, "a function"},
    {kABIAttr, isOneOf<DictionaryAttr>, "a dictionary", isFunction,
     "a function"},
    {kPartAttr, isOneOf<UnitAttr>, "a unit", isFunction, "a function"},
    {kParallelAttr, isOneOf<DistributionAttr>, "a distribution", isLoop,
     "an scf.for"},
    {kStrictZeroAttr, isOneOf<UnitAttr>, "a unit", isScalar,
     "a scalar operation"}};

LogicalResult WeftDialect::verifyOperationAttribute(Operation *op,
                                                    NamedAttribute attribute) {
  for (const Note &note : kNotes) {
    if (attribute.getName() != note.name)
      continue;
    if (!note.hasPlace(op))
      return op->emitOpError("expected '")
             << note.name << "' on " << note.place << " only";
    if (!note.isWellFormed(attribute.getValue()))
      return op->emitOpError("expected '")
             << note.name << "' to be " << note.form << ", got "
             << attribute.getValue();
    return success();
  }
  return op->emitOpError("has an attribute that nobody knows: '")
         << attribute.getName().strref() << "'";
}

LogicalResult WeftDialect::verifyRegionArgAttribute(Operation *op, unsigned,
                                                    unsigned index,
                                                    NamedAttribute attribute) {
  if (attribute.getName() == kTensorNameAttr) {
    if (!isa<StringAttr>(attribute.getValue()))
      return op->emitOpError("expected '")
             << kTensorNameAttr << "' to be a string, got "
             << attribute.getValue();
    return success();
  }
  if (attribute.getName() == kExtentAttr) {
    if (!isPair(attribute.getValue()))
      return op->emitOpError("expected '")
             << kExtentAttr
             << "' to be the numbers of a result and a mode, got "
             << attribute.getValue();
    return success();
  }
  return op->emitOpError("argument ")
         << index << " has an attribute that nobody knows: '"
         << attribute.getName().strref() << "'";
}

LogicalResult WeftDialect::verifyRegionResultAttribute(
    Operation *op, unsigned, unsigned index, NamedAttribute attribute) {
  if (attribute.getName() == kTensorNameAttr &&
      isa<StringAttr>(attribute.getValue()))
    return success();
  return op->emitOpError("expected result ")
         << index << " to have no attribute but '" << kTensorNameAttr
         << "', a string; got '" << attribute.getName().strref()
         << "' = " << attribute.getValue();
}
