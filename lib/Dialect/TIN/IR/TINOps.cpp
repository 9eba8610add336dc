//===- TINOps.cpp - Verification of tensor index notation -------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Checks what types cannot say: which variables may be used where, that every
// variable has one extent, and that expressions have no side effects.
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/TIN/IR/TIN.h"

#include "weft/Support/AffineIndex.h"
#include "weft/Support/Combiner.h"

#include "mlir/Interfaces/ViewLikeInterface.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace weft;
using namespace weft::tin;

#define GET_OP_CLASSES
#include "weft/Dialect/TIN/IR/TINOps.cpp.inc"

//===----------------------------------------------------------------------===//
// Index variables
//===----------------------------------------------------------------------===//

SmallVector<IndexedMode> tin::getIndexedModes(Value variable) {
  // In the order of the text, which uses are not in.
  SmallVector<IndexedMode> modes;
  cast<BlockArgument>(variable).getOwner()->walk([&](AccessOp access) {
    for (int64_t mode = 0, rank = access.getTensorType().getRank();
         mode != rank; ++mode) {
      auto isSame = [&](const IndexedMode &other) {
        return other.tensor == access.getTensor() && other.mode == mode;
      };
      if (access.getIndex(mode) == variable && llvm::none_of(modes, isSame))
        modes.push_back({access.getTensor(), mode});
    }
  });
  return modes;
}

SmallVector<Value> tin::getVariablesOf(Value index) {
  if (!index)
    return {};
  if (auto affine = index.getDefiningOp<AffineOp>())
    return SmallVector<Value>(affine.getVariables());
  return {index};
}

/// How a diagnostic calls a variable.
template <typename OpTy>
static std::string describeVariable(OpTy op, unsigned variable) {
  StringRef name = op.getVariableName(variable);
  return name.empty() ? ("#" + Twine(variable)).str()
                      : ("'" + name + "'").str();
}

/// Checks that extents are known before the outermost compute around the
/// operation begins, since all foralls stand in one kernel.
template <typename OpTy> static LogicalResult verifyExtentsAreOutside(OpTy op) {
  ComputeOp outermost;
  for (Operation *around = op; around; around = around->getParentOp())
    if (auto compute = dyn_cast<ComputeOp>(around))
      outermost = compute;
  for (unsigned variable = 0; variable != op.getBounded().size(); ++variable) {
    Value extent = op.getExtent(variable);
    if (extent && outermost &&
        outermost.getBody().isAncestor(extent.getParentRegion()))
      return op.emitOpError("expected the extent of index variable ")
             << describeVariable(op, variable)
             << " to be defined outside of 'tin.compute'";
  }
  return success();
}

/// Checks the lists of names and extents of the variables.
template <typename OpTy> static LogicalResult verifyVariables(OpTy op) {
  ArrayRef<bool> bounded = op.getBounded();
  auto numExtents = static_cast<size_t>(llvm::count(bounded, true));
  if (numExtents != op.getExtents().size())
    return op.emitOpError("expected ")
           << numExtents << " extents for the bounded index variables, got "
           << op.getExtents().size();
  if (failed(verifyExtentsAreOutside(op)))
    return failure();
  std::optional<ArrayAttr> names = op.getNames();
  if (!names)
    return success();
  if (names->size() != bounded.size())
    return op.emitOpError("expected ")
           << bounded.size() << " names, got " << names->size();
  llvm::StringSet<> seen;
  for (StringAttr name : names->getAsRange<StringAttr>()) {
    if (name.empty())
      return op.emitOpError("expected index variables with non-empty names");
    if (!seen.insert(name.getValue()).second)
      return op.emitOpError("expected different names, got '")
             << name.getValue() << "' twice";
  }
  return success();
}

/// Checks that something says over how many coordinates a variable ranges, and
/// that all static sizes that say so agree. `size` is the size of the result's
/// mode.
template <typename OpTy>
static LogicalResult verifyExtent(OpTy op, unsigned variable, int64_t size) {
  SmallVector<IndexedMode> modes = getIndexedModes(op.getVariables()[variable]);
  if (!op.getExtent(variable) && modes.empty() && ShapedType::isDynamic(size))
    return op.emitOpError("index variable ")
           << describeVariable(op, variable)
           << " has no extent: no access uses it and no 'to' gives one";
  for (const IndexedMode &indexed : modes) {
    int64_t other = cast<RankedTensorType>(indexed.tensor.getType())
                        .getDimSize(indexed.mode);
    if (ShapedType::isDynamic(other) || other == size)
      continue;
    if (!ShapedType::isDynamic(size))
      return op.emitOpError("index variable ")
             << describeVariable(op, variable) << " ranges over both " << size
             << " and " << other << " coordinates";
    size = other;
  }
  return success();
}

/// Checks that a body is an expression of the index variables that yields a
/// value of type `type`.
template <typename OpTy> static LogicalResult verifyBody(OpTy op, Type type) {
  Block *block = op.getBlock();
  if (block->getNumArguments() != op.getBounded().size())
    return op.emitOpError("expected a body with ")
           << op.getBounded().size() << " index variables, got "
           << block->getNumArguments();
  for (BlockArgument variable : block->getArguments())
    if (!isa<tin::IndexType>(variable.getType()))
      return op.emitOpError("expected index variables of type ")
             << tin::IndexType::get(op.getContext()) << ", got "
             << variable.getType();
  YieldOp yield = op.getYield();
  if (!yield)
    return op.emitOpError("expected a body that ends with 'tin.yield'");
  for (Operation &inner : *block) {
    if (isa<AccessOp, AffineOp, ValueOp, ReduceOp, YieldOp>(inner))
      continue;
    if (inner.getNumRegions() != 0 || !isMemoryEffectFree(&inner))
      return op.emitOpError("expected an expression of scalar operations "
                            "without side effects and regions, but it "
                            "contains '")
             << inner.getName() << "'";
    if (llvm::any_of(inner.getOperandTypes(), llvm::IsaPred<tin::IndexType>))
      return inner.emitOpError("uses an index variable as an operand; "
                               "'tin.value' gives its coordinate as a number");
  }
  if (yield.getValue().getType() != type)
    return yield.emitOpError("expected a value of type ")
           << type << ", got " << yield.getValue().getType();
  return success();
}

/// Checks that an index variable is one that an enclosing operation binds.
static LogicalResult verifyIsBound(Operation *op, Value variable) {
  auto argument = dyn_cast<BlockArgument>(variable);
  if (!argument ||
      !isa_and_nonnull<ComputeOp, ReduceOp>(argument.getOwner()->getParentOp()))
    return op->emitOpError("expected index variables of an enclosing "
                           "'tin.compute' or 'tin.reduce'");
  return success();
}

//===----------------------------------------------------------------------===//
// ComputeOp
//===----------------------------------------------------------------------===//

YieldOp ComputeOp::getYield() { return dyn_cast<YieldOp>(getBlock()->back()); }

/// Checks that the order of the loops is one of all of their variables.
static LogicalResult verifyLoopOrder(ComputeOp compute) {
  std::optional<ArrayRef<int64_t>> order = compute.getLoopOrder();
  if (!order)
    return success();
  size_t count = compute.getBounded().size();
  if (auto top = compute.getYield().getValue().getDefiningOp<ReduceOp>())
    count += top.getBounded().size();
  llvm::SmallDenseSet<int64_t> seen;
  for (int64_t variable : *order)
    if (variable >= 0 && variable < static_cast<int64_t>(count))
      seen.insert(variable);
  if (seen.size() == count && order->size() == count)
    return success();
  return compute.emitOpError("expected 'loop_order' to be a permutation of the "
                             "numbers of its ")
         << count << " index variables";
}

/// Checks that the reduction of a compute may begin with the components of its
/// initial tensor.
static LogicalResult verifyInitial(ComputeOp compute) {
  Value initial = compute.getInitial();
  if (!initial)
    return success();
  auto type = cast<RankedTensorType>(initial.getType());
  RankedTensorType result = compute.getType();
  if (type.getElementType() != result.getElementType() ||
      failed(verifyCompatibleShape(type, result)))
    return compute.emitOpError("expected an initial tensor like the result, ")
           << result << ", got " << type;
  for (RankedTensorType tensor : {type, result})
    if (level::FormatAttr format = level::getFormat(tensor);
        !format || !format.isAllDense() || format.getNumSlots() != 0)
      return compute.emitOpError("expected a result and an initial tensor with "
                                 "full levels only and without slots, got ")
             << tensor;
  if (!compute.getYield().getValue().getDefiningOp<ReduceOp>())
    return compute.emitOpError("has an initial tensor; expected a body that "
                               "yields a 'tin.reduce'");
  return success();
}

LogicalResult ComputeOp::verify() {
  if (getType().getRank() != static_cast<int64_t>(getBounded().size()))
    return emitOpError("expected an index variable for each of the ")
           << getType().getRank() << " modes of the result, got "
           << getBounded().size();
  return verifyVariables(*this);
}

LogicalResult ComputeOp::verifyRegions() {
  if (failed(verifyBody(*this, getType().getElementType())))
    return failure();
  for (auto [variable, size] : llvm::enumerate(getType().getShape()))
    if (failed(verifyExtent(*this, variable, size)))
      return failure();
  return failure(failed(verifyInitial(*this)) ||
                 failed(verifyLoopOrder(*this)));
}

//===----------------------------------------------------------------------===//
// ReduceOp
//===----------------------------------------------------------------------===//

YieldOp ReduceOp::getYield() { return dyn_cast<YieldOp>(getBlock()->back()); }

LogicalResult ReduceOp::verify() {
  if (getBounded().empty())
    return emitOpError("expected a reduction variable");
  if (Attribute identity = getIdentityAttr())
    if (!level::isScalarOfType(identity, getType()))
      return emitOpError("expected an identity of type ")
             << getType() << ", got " << identity;
  return verifyVariables(*this);
}

LogicalResult ReduceOp::verifyRegions() {
  if (failed(verifyCombiner(*this, getCombiner(), getType(),
                            YieldOp::getOperationName())) ||
      failed(verifyBody(*this, getType())))
    return failure();
  for (unsigned variable = 0; variable != getVariables().size(); ++variable)
    if (failed(verifyExtent(*this, variable, ShapedType::kDynamic)))
      return failure();
  return success();
}

//===----------------------------------------------------------------------===//
// AccessOp, AffineOp and ValueOp
//===----------------------------------------------------------------------===//

void AccessOp::build(OpBuilder &builder, OperationState &result, Value tensor,
                     ValueRange indices) {
  SmallVector<int64_t> literals(indices.size(), ShapedType::kDynamic);
  build(builder, result,
        cast<RankedTensorType>(tensor.getType()).getElementType(), tensor,
        indices, literals);
}

Value AccessOp::getIndex(int64_t mode) {
  ArrayRef<int64_t> literals = getLiterals();
  if (!ShapedType::isDynamic(literals[mode]))
    return {};
  return getIndices()[llvm::count(literals.take_front(mode),
                                  ShapedType::kDynamic)];
}

std::optional<int64_t> AccessOp::getLiteral(int64_t mode) {
  int64_t literal = getLiterals()[mode];
  if (ShapedType::isDynamic(literal))
    return std::nullopt;
  return literal;
}

LogicalResult AccessOp::verify() {
  ArrayRef<int64_t> literals = getLiterals();
  RankedTensorType type = getTensorType();
  // A slot is one more index, of an entry instead of a component.
  level::FormatAttr format = level::getFormat(type);
  bool hasSlot = format && format.getNumSlots() != 0 &&
                 static_cast<int64_t>(literals.size()) == type.getRank() + 1;
  if (!hasSlot && static_cast<int64_t>(literals.size()) != type.getRank())
    return emitOpError("expected an index for each of the ")
           << type.getRank() << " modes, got " << literals.size();
  if (hasSlot && !ShapedType::isDynamic(literals.back()))
    return emitOpError("expected a variable for the slot");
  auto numVariables =
      static_cast<size_t>(llvm::count(literals, ShapedType::kDynamic));
  if (numVariables != getIndices().size())
    return emitOpError("expected ")
           << numVariables << " index variables, got " << getIndices().size();
  for (auto [mode, literal, size] :
       llvm::enumerate(literals.take_front(type.getRank()), type.getShape())) {
    if (ShapedType::isDynamic(literal))
      continue;
    if (literal < 0)
      return emitOpError("expected a non-negative literal for mode ")
             << mode << ", got " << literal;
    if (!ShapedType::isDynamic(size) && literal >= size)
      return emitOpError("expected a literal below the size ")
             << size << " of mode " << mode << ", got " << literal;
  }
  for (Value variable : getIndices())
    if (!variable.getDefiningOp<AffineOp>() &&
        failed(verifyIsBound(*this, variable)))
      return failure();
  return success();
}

LogicalResult AffineOp::verify() {
  for (Value variable : getVariables())
    if (failed(verifyIsBound(*this, variable)))
      return failure();
  return verifyAffineIndex(*this, getVariables(), getFactors());
}

LogicalResult ValueOp::verify() { return verifyIsBound(*this, getVariable()); }
